// The paths under which proxies serve the panel. Some proxies keep the prefix and some strip it, so the panel answers
// with and without it. Everything behind this sees the path without a prefix.

/** Characters of a path segment (RFC 3986, pchar). */
const SEGMENT = /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;

/** The path without trailing slashes; null when it is not one. `/` is the empty path. */
export function parseMount(path: string): string | null {
  const mount = path.replace(/\/+$/, '');
  if (mount === '') return mount;
  const [first, ...segments] = mount.split('/');
  return first === '' && segments.every(isSegment) ? mount : null;
}

function isSegment(segment: string): boolean {
  const name = SEGMENT.test(segment) ? decode(segment) : '..';
  // No server and no browser agrees on what these mean.
  return name !== '.' && name !== '..' && !/[/\\\p{Cc}\uFFFD]/u.test(name);
}

/**
 * `path` without the first of the mounts that it begins with, however either of them is encoded: `@` and `%40` are the
 * same. Unchanged if it begins with none.
 */
export function stripMount(path: string, mounts: readonly string[]): string {
  const segments = path.split('/');
  for (const mount of mounts) {
    const wanted = mount.split('/');
    const isBelow = segments.length > wanted.length && wanted.every((one, at) => isSame(one, segments[at]));
    if (mount !== '' && isBelow) return `/${segments.slice(wanted.length).join('/')}`;
  }
  return path;
}

function isSame(wanted: string, segment: string | undefined): boolean {
  return segment !== undefined && decode(wanted) === decode(segment);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '\uFFFD';
  }
}
