// Decides by the text alone which paths the API accepts, because on Windows merely looking up a UNC path sends the
// user's password hash to a foreign server.
import { Refusal } from '../../shared/refusal.ts';

/**
 * Returns a path relative to the workspace with `/` between its names, '' for the workspace itself. `.` and repeated
 * slashes are removed. Throws a Refusal 400 `bad_path` that names `field` for anything that could mean something else
 * to the file system: absolute paths, `..`, `~`, URLs, and on Windows drives, UNC, control characters, backslashes, and
 * names that end in a dot or a space.
 */
export function parsePath(text: string, field = 'path'): string {
  const names = text.split('/').filter((name) => name !== '' && name !== '.');
  const fault = faultOfText(text) ?? names.map(faultOfName).find((found) => found !== undefined);
  if (fault === undefined) return names.join('/');
  throw new Refusal(400, 'bad_path', `${field}: ${JSON.stringify(text.slice(0, 200))} ${fault}.`);
}

/** The folder of a parsed path, '' for the workspace itself. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function faultOfText(text: string): string | undefined {
  if (text.length > 4096) return 'is longer than 4096 characters';
  if (text.includes('\0')) return 'contains a NUL character';
  if (text.startsWith('/')) return 'is absolute: give it relative to the workspace';
  if (/^~(?:\/|$)/.test(text)) return 'starts with ~: give it relative to the workspace';
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(text)) return 'starts with a scheme';
  return process.platform === 'win32' ? faultOnWindows(text) : undefined;
}

/** Elsewhere, these are ordinary names. */
function faultOnWindows(text: string): string | undefined {
  if (/\p{Cc}/u.test(text)) return 'contains a control character';
  if (text.includes('\\')) return 'contains a backslash: write / between names';
  // `C:x`; any other colon opens a second stream of a file.
  if (/^[a-z]:|^[a-z][a-z\d+.-]+:\//i.test(text)) return 'starts with a drive or a scheme';
  if (text.includes(':')) return 'contains a colon';
  return undefined;
}

function faultOfName(name: string): string | undefined {
  if (name === '..') return 'leaves its folder by ..';
  if (decodesToParent(name)) return 'hides .. behind percent signs';
  if (process.platform !== 'win32') return undefined;
  if (/[. ]$/.test(name)) return 'has a name that ends in a dot or a space';
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name)) {
    return 'has a name that Windows reserves';
  }
  return undefined;
}

/**
 * Whether a name would become `..` if it was decoded. The panel decodes only once, but a proxy in front of it might
 * decode again.
 */
function decodesToParent(name: string): boolean {
  return name
    .replace(/%2e/gi, '.')
    .replace(/%2f|%5c/gi, '/')
    .split('/')
    .includes('..');
}
