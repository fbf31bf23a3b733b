// Answers with files of the workspace: an HTML file and what it loads.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { getMimeType } from 'hono/utils/mime';
import { Refusal } from '../../shared/refusal.ts';
import { pathIn } from './frame-headers.ts';
import type { FrameExchange } from './frame-exchange.ts';
import { ScriptInserter } from './insert-script.ts';

interface Part {
  bytes: Uint8Array;
  /** The size of the whole file. */
  size: number;
  etag: string;
}

export interface FrameFiles {
  /** Reads up to `count` bytes. Rejects with a Refusal. */
  readPart: (path: string, part: { from: number; count: number }) => Promise<Part>;
}

interface FileAnswer {
  files: FrameFiles;
  /** The address of the script that HTML gets. */
  scriptAt: string;
}

/** In bytes. */
const PART = 1024 * 1024;

export async function answerFile(
  { request, response, target }: FrameExchange,
  answer: FileAnswer,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal(405, 'method_not_allowed', 'A file can only be read.');
  const path = fileAt(target);
  const type = getMimeType(path) ?? 'text/plain; charset=utf-8';
  const range = rangeOf(request.headers.range);
  const first = await answer.files.readPart(path, { from: range?.from ?? 0, count: PART });
  const isHtml = /^text\/html|^application\/xhtml/.test(type);
  const isPart = range !== null && range.from < first.size && !isHtml;
  const end = Math.min(isPart ? (range.to ?? Infinity) + 1 : Infinity, first.size);
  const from = isPart ? range.from : 0;
  response.writeHead(isPart ? 206 : 200, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': isHtml ? 'none' : 'bytes',
    ...(!isHtml && { 'Content-Length': end - from }),
    ...(isPart && { 'Content-Range': `bytes ${from}-${end - 1}/${first.size}` }),
  });
  if (request.method === 'HEAD') return void response.end();
  const out = isHtml ? new ScriptInserter(answer.scriptAt) : null;
  out?.pipe(response);
  await sendParts(out ?? response, response, {
    part: from === (range?.from ?? 0) ? first : null,
    read: (at, count) => answer.files.readPart(path, { from: at, count }),
    etag: first.etag,
    from,
    end,
  });
}

interface Parts {
  /** The first one, if it is known. */
  part: Part | null;
  read: (from: number, count: number) => Promise<Part>;
  etag: string;
  from: number;
  end: number;
}

/** Sends the file without ever holding more than one part. Ends the connection if the file changes meanwhile. */
async function sendParts(
  out: NodeJS.WritableStream,
  response: ServerResponse,
  { part, read, etag, from, end }: Parts,
): Promise<void> {
  for (let at = from; at < end && !response.destroyed;) {
    const next = part ?? (await read(at, Math.min(PART, end - at)));
    part = null;
    const bytes = next.bytes.subarray(0, end - at);
    // Two versions of a file are never put together.
    if (next.etag !== etag || bytes.length === 0) return void response.destroy();
    at += bytes.length;
    if (!out.write(bytes))
      await Promise.race([once(out, 'drain'), once(response, 'close')]).catch(() => undefined);
  }
  out.end();
}

/** Returns the path of a file in the workspace. Throws a Refusal 404 for what is hidden. */
function fileAt(target: string): string {
  const path = pathIn(target);
  // `.env`, `.git`, `.ssh`: no page needs them, and a page that may use the network could send them away.
  if (path.split('/').some((name) => name.startsWith('.')))
    throw new Refusal(
      404,
      'hidden_file',
      'Files and folders whose name begins with a dot are not shown here.',
    );
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}

/** Parses a Range header with one range that has a start; null for all others, which get the whole file. */
function rangeOf(header: string | undefined): { from: number; to: number | null } | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(header ?? '') ?? [];
  if (from === undefined) return null;
  const range = { from: Number(from), to: to === undefined ? null : Number(to) };
  return range.to !== null && range.to < range.from ? null : range;
}
