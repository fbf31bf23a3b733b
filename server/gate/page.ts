// Serves the page: the build, or in development the sources through Vite. The files of the build are listed at the
// start. A URL is looked up in that list and never becomes a path in the file system.
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { deny } from './denial.ts';
import { serviceWorkerPolicy } from './security-headers.ts';

const compress = promisify(gzipWithCallback);

export interface Page {
  handler: MiddlewareHandler;
  /** Identifies the build. */
  build: string;
  /** Returns the script that frames get, see server/frames. */
  frameScript: () => Promise<string>;
  close: () => Promise<void>;
}

export async function builtPage(root: string): Promise<Page> {
  const dir = join(root, 'dist', 'web');
  const handler = await staticFiles({ dir });
  const shell = await readFile(join(dir, 'index.html'));
  // The shell names its assets by their hashes, so its own hash changes whenever one of them does.
  const build = createHash('sha256').update(shell).digest('hex').slice(0, 12);
  const frameScript = (): Promise<string> => readFile(join(dir, 'frame-script.js'), 'utf8');
  return { handler, build, frameScript, close: async () => undefined };
}

/**
 * Serves the sources. The gate applies in development, too, but without the content security policy, which Vite's
 * client violates.
 */
export async function devPage(root: string): Promise<Page> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { port: 0 } },
    appType: 'spa',
  });
  const handler: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
    const isPassed = await new Promise<boolean>((resolve) => {
      c.env.outgoing.once('close', () => resolve(false));
      vite.middlewares(c.env.incoming, c.env.outgoing, () => resolve(true));
    });
    return isPassed ? next() : RESPONSE_ALREADY_SENT;
  };
  return {
    handler: handler as MiddlewareHandler,
    build: 'dev',
    frameScript: () => buildFrameScript(root),
    close: () => vite.close(),
  };
}

/** Development has no build that contains the script. It is one file without imports once it is built. */
async function buildFrameScript(root: string): Promise<string> {
  const { build } = await import('vite');
  const entry = join(root, 'web', 'frames', 'inside', 'frame-script.ts');
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'frame' } },
  });
  const [{ output } = { output: [] }] = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const [script] = output;
  if (script?.type !== 'chunk') throw new Error(`${entry} was not built.`);
  return script.code;
}

interface StaticFile {
  type: string;
  cacheControl: string;
  etag: string;
  policy?: string;
  /** Undefined once the build has been replaced under a running server. */
  read: () => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The same content, compressed by the build. Only files that get much smaller have it. */
  brotli?: StaticFile;
  /** The same content for browsers on plain http, compressed when the first of them asks for it. */
  gzip?: StaticFile;
}

export interface StaticOptions {
  /** The output folder of `vite build`, with `index.html` in it. */
  dir: string;
}

/**
 * Serves the files below `dir` for GET and HEAD, `index.html` as `/`, and passes on everything else:
 * ```ts
 * app.use(await staticFiles({ dir: 'dist/web' }));
 * ```
 * Rejects if there is no `index.html`.
 */
export async function staticFiles({ dir }: StaticOptions): Promise<MiddlewareHandler> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(dir, path).split(sep).join('/');
    files.set(`/${name}`, isHashed(name) ? hashedFile(path, name) : await plainFile(path, name));
  }
  for (const [name, brotli] of files) {
    const original = name.endsWith('.br') ? files.get(name.slice(0, -'.br'.length)) : undefined;
    if (!original) continue;
    original.brotli = brotli;
    original.gzip = gzipped(original);
    files.delete(name);
  }
  const shell = files.get('/index.html');
  if (!shell) throw new Error(`${dir} has no index.html: build the page first.`);
  files.set('/', shell);

  return async (c, next) => {
    const file = c.req.method === 'GET' || c.req.method === 'HEAD' ? files.get(c.req.path) : undefined;
    return file ? serve(c, file) : next();
  };
}

/**
 * Whether a name contains a hash, as Vite's names do (`assets/index-Bx3k9_Q.js`). The content of such a file never
 * changes.
 */
function isHashed(name: string): boolean {
  return /^assets\/.*-[\w-]{7,8}(?:\.\w+)+$/.test(name);
}

function hashedFile(path: string, name: string): StaticFile {
  return {
    type: typeOf(name),
    cacheControl: 'public, max-age=31536000, immutable',
    etag: `"${name.slice('assets/'.length)}"`,
    // The file is read each time, because the system's page cache has it and our heap need not.
    read: () => readFile(path).catch(undefinedIfGone),
  };
}

/** Keeps the shell and a few icons in memory, so that a rebuild never mixes a new page with the old list. */
async function plainFile(path: string, name: string): Promise<StaticFile> {
  const bytes = await readFile(path);
  const type = typeOf(name);
  return {
    type,
    cacheControl: type.startsWith('text/html') ? 'no-store' : 'no-cache',
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    ...(name === 'service-worker.js' && { policy: serviceWorkerPolicy }),
    read: () => Promise.resolve(bytes),
  };
}

/** Keeps the compressed bytes, which are about 2 MB once a browser without brotli has opened every part of the page. */
function gzipped(file: StaticFile): StaticFile {
  let bytes: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    ...file,
    etag: file.etag.replace(/"$/, '.gz"'),
    async read() {
      const original = bytes ? undefined : await file.read();
      if (original) bytes ??= compress(original);
      return bytes;
    },
  };
}

function typeOf(name: string): string {
  return getMimeType(name) ?? 'application/octet-stream';
}

async function serve(c: Context, file: StaticFile): Promise<Response> {
  const { brotli, gzip } = file;
  const accepted = acceptedEncodings(c);
  const [sent, encoding] =
    brotli && accepted.includes('br')
      ? [brotli, { 'Content-Encoding': 'br' }]
      : gzip && accepted.includes('gzip')
        ? [gzip, { 'Content-Encoding': 'gzip' }]
        : [file, undefined];
  const headers = {
    'Cache-Control': file.cacheControl,
    ETag: sent.etag,
    ...(brotli && { Vary: 'Accept-Encoding' }),
    ...(file.policy && { 'Content-Security-Policy': file.policy }),
  };
  if (c.req.header('If-None-Match') === sent.etag) return c.body(null, 304, headers);
  const bytes = await sent.read();
  if (bytes) return c.body(bytes, 200, { ...headers, ...encoding, 'Content-Type': file.type });
  const message = 'This file belongs to an older build of the page. Start the panel again and reload.';
  return deny(c, { status: 404, code: 'not_found', message });
}

/** Returns the encodings to use. Browsers accept brotli only on secure pages: over TLS and on loopback. */
function acceptedEncodings(c: Context): string[] {
  return (c.req.header('Accept-Encoding') ?? '').split(',').map((each) => each.trim());
}

function undefinedIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
