// The page itself: the build, or in development the sources through Vite in the same process and port.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import { staticFiles } from './gate/static-files.ts';

export interface Page {
  handler: MiddlewareHandler;
  /** Another build has another name. */
  build: string;
  close: () => Promise<void>;
}

export async function builtPage(root: string, basePath: string): Promise<Page> {
  const dir = path.join(root, 'dist', 'web');
  const handler = await staticFiles({ dir, basePath });
  const shell = await readFile(path.join(dir, 'index.html'));
  // The shell names its assets by their hashes, so it changes with every one of them.
  const build = createHash('sha256').update(shell).digest('hex').slice(0, 12);
  return { handler, build, close: async () => undefined };
}

/** Host, origin and token are checked here, too; the policy against scripts is not kept by Vite's own client. */
export async function devPage(root: string): Promise<Page> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { port: 0 } },
    appType: 'spa',
  });
  const handler: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
    const isPassedOn = await new Promise<boolean>((resolve) => {
      c.env.outgoing.once('close', () => resolve(false));
      vite.middlewares(c.env.incoming, c.env.outgoing, () => resolve(true));
    });
    return isPassedOn ? next() : RESPONSE_ALREADY_SENT;
  };
  return { handler: handler as MiddlewareHandler, build: 'dev', close: () => vite.close() };
}
