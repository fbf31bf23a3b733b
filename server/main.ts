// The command line: the only file that acts when it is imported.
import { stat } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A disk that does not answer holds a thread for each thing that it was asked, and Node has four. How many there are is
// read when the first one starts; what the panel starts is to have as many as ever.
const threads = process.env.UV_THREADPOOL_SIZE;
process.env.UV_THREADPOOL_SIZE = threads ?? '16';
await stat(fileURLToPath(import.meta.url));
if (threads === undefined) delete process.env.UV_THREADPOOL_SIZE;

// Compiled once, the server's code is there in half the time; what cannot be cached is compiled as ever.
enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)));
const { run } = await import('./panel.ts');
await run(process.argv.slice(2), process.env);
