// Reads what the user types as an address of the preview, and writes it. Pure.
import type { PreviewRequest } from '../state/workbench/requests.ts';

/** The names of this machine, whatever port follows. */
const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])?(?::(\d{1,5}))?([/?#].*)?$/i;

/**
 * `5173`, `:5173/path`, `localhost:5173` and `http://localhost:5173/path` name an app; other texts name a file of the
 * workspace. Null if it is neither, such as the address of another machine.
 */
export function readAddress(text: string): PreviewRequest | null {
  const typed = text.trim();
  if (typed === '') return null;
  if (/^\d{1,5}$/.test(typed)) return appAt(Number(typed), '');
  const [local, port, path = ''] = LOCAL.exec(typed) ?? [];
  const isNamed = /^(?:https?:\/\/|localhost|127\.|\[|:|0\.)/i.test(typed);
  if (local !== undefined && isNamed) return appAt(port === undefined ? 80 : Number(port), path);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed) || typed.startsWith('/')) return null;
  return { file: typed.replace(/^\.\//, '') };
}

function appAt(port: number, path: string): PreviewRequest | null {
  if (port < 1 || port > 65_535) return null;
  return { port, path: path.startsWith('/') ? path : `/${path}` };
}

/** Writes the address of what is shown, as the user may type it. */
export function writeAddress(request: PreviewRequest): string {
  return 'file' in request ? request.file : `localhost:${request.port}${request.path}`;
}

/** Returns the address within a frame, with a slash at its start. */
export function pathOf(request: PreviewRequest): string {
  return 'file' in request ? `/${request.file.split('/').map(encodeURIComponent).join('/')}` : request.path;
}

/**
 * Returns what a frame shows after it went elsewhere. `address`: as the frame tells it, so anything. `prefix`: of the
 * path in a frame that has no origin of its own.
 */
export function placeAt(request: PreviewRequest, address: string, prefix = ''): PreviewRequest {
  const path = address.startsWith(prefix) ? address.slice(prefix.length) : address;
  if ('port' in request) return { port: request.port, path: path.startsWith('/') ? path : `/${path}` };
  const [file = ''] = path.split(/[?#]/);
  return { file: decoded(file.replace(/^\/+/, '')) || request.file };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
