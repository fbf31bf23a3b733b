// The paths under which proxies serve the panel. Some proxies keep the prefix and some strip it, so the panel answers
// with and without it. The gate and the routes see the path without a prefix.

/** Characters of a path segment (RFC 3986, pchar). */
const SEGMENT = /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;

/** Returns the path without trailing slashes, so `/` becomes the empty path; null if it is not a path. */
export function parseMount(path: string): string | null {
  const mount = path.replace(/\/+$/, '');
  if (mount === '') return mount;
  const [first, ...segments] = mount.split('/');
  return first === '' && segments.every(isSegment) ? mount : null;
}

function isSegment(segment: string): boolean {
  const name = SEGMENT.test(segment) ? decode(segment) : '..';
  // Servers and browsers disagree on the meaning of these characters.
  return name !== '.' && name !== '..' && !/[/\\\p{Cc}\uFFFD]/u.test(name);
}

/**
 * Removes the first mount that `path` begins with, however the two are encoded: `@` and `%40` are the same. Returns the
 * path unchanged if it begins with none of them.
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

export interface Mounts {
  mounts: readonly string[];
  /** Whether the user declared a proxy, which may then name its own prefix. */
  isBehindProxy: boolean;
}

/** Returns the path as the panel sees it. `forwarded`: the header `X-Forwarded-Prefix`. */
export function ownPath(path: string, forwarded: string, { mounts, isBehindProxy }: Mounts): string {
  const named = isBehindProxy ? parseMount(forwarded) : null;
  return stripMount(path, named ? [named, ...mounts] : mounts);
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
