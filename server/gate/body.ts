// The gate's checks of a body: its type and size, before any of it is read.
import { bodyLimit } from 'hono/body-limit';
import type { MiddlewareHandler } from 'hono';
import type { Denial } from './denial.ts';
import { deny } from './denial.ts';
import type { RawRequest } from './raw-request.ts';

const MiB = 1024 * 1024;

/** The largest bodies, in bytes. */
export const bodyLimits = {
  /**
   * JSON: 1 MiB of text and 8 MiB of images in a prompt. This keeps a record for pi under 10 MiB; pi 0.87.1 blocks for
   * 1 s on a record of 10 MB, and for 4 s on one of 25 MB.
   */
  json: 9 * MiB,
  /** PUT: one file of the workspace. */
  file: 10 * MiB,
};

/**
 * Checks the type: PUT carries the bytes of a file, the input of a shell the bytes of keys or of a pasted image, every
 * other body is JSON. A page from another origin cannot send either type without a preflight. A DELETE without a body
 * needs no type, because neither a form nor a simple request can send one.
 */
export function checkType(request: RawRequest, path: string): Denial | undefined {
  const { method } = request;
  const hasBody =
    Number(request.all('content-length')[0] ?? 0) > 0 || request.all('transfer-encoding').length > 0;
  if (isSafe(method)) return hasBody ? unexpected(method) : undefined;
  const types = request.all('content-type');
  if (method === 'DELETE' && types.length === 0 && !hasBody) return undefined;
  const wanted = method === 'PUT' || SHELL_BYTES.test(path) ? octets : json;
  if (types.length === 1 && wanted.pattern.test(types[0] ?? '')) return undefined;
  return {
    status: 415,
    code: 'unsupported_media_type',
    message: `${method} needs Content-Type: ${wanted.name}.`,
  };
}

/** The path as the router matches it. */
const SHELL_BYTES = /^\/api\/shells\/[^/]+\/(?:input|images)$/;

const json = { name: 'application/json', pattern: /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i };
const octets = { name: 'application/octet-stream', pattern: /^application\/octet-stream$/i };

/** Checks the declared length, which Node's parser enforces. */
export function checkLength(request: RawRequest): Denial | undefined {
  const [length] = request.all('content-length');
  if (length === undefined) return undefined;
  return Number(length) > limitOf(request.method) ? tooLarge(request.method) : undefined;
}

/** Counts a body without a declared length while it is read, and refuses it once it is too large. */
export function limitUndeclared(request: RawRequest): MiddlewareHandler {
  return bodyLimit({
    maxSize: limitOf(request.method),
    onError: (c) => deny(c, tooLarge(request.method)),
  });
}

/** Whether the request does not declare the length of its body (it is chunked, or has no body). */
export function isUndeclared(request: RawRequest): boolean {
  return !isSafe(request.method) && request.all('content-length').length === 0;
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function limitOf(method: string): number {
  return method === 'PUT' ? bodyLimits.file : bodyLimits.json;
}

function tooLarge(method: string): Denial {
  const what = method === 'PUT' ? 'A file' : 'A request';
  const message = `${what} must not be larger than ${limitOf(method) / MiB} MiB.`;
  return { status: 413, code: 'too_large', message };
}

function unexpected(method: string): Denial {
  return { status: 400, code: 'malformed_request', message: `${method} must not have a body.` };
}
