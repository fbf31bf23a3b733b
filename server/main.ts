// Starts a panel from the command line. The only file with side effects on import.
import { stat } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './lib/built.ts';
import type * as Panel from './panel.ts';

const here = (place: string): string => fileURLToPath(new URL(place, import.meta.url));

// A disk that does not answer blocks one thread per request, and Node has four by default. Node reads the number when
// the first thread starts. The variable is then removed again, so that child processes keep the default.
const threads = process.env.UV_THREADPOOL_SIZE;
process.env.UV_THREADPOOL_SIZE = threads ?? '16';
await stat(fileURLToPath(import.meta.url));
if (threads === undefined) delete process.env.UV_THREADPOOL_SIZE;

// With cached compilation the server's code loads in half the time. Without a cache it is compiled as usual.
enableCompileCache(here('../.cache/compile'));
// As one file, the server loads in half of that time again. A bundle that does not match the sources is never run.
const isBundled = isBuilt(here('../dist/server/inputs.json'), here('..'));
const panel = isBundled
  ? new URL('../dist/server/panel.js', import.meta.url)
  : new URL('./panel.ts', import.meta.url);
const { run } = (await import(panel.href)) as typeof Panel;
await run(process.argv.slice(2), process.env);
