// The command line: the only file that acts when it is imported.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled once, the server's code is there in half the time; what cannot be cached is compiled as ever.
enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)));
const { run } = await import('./panel.ts');
await run(process.argv.slice(2), process.env);
