// Loaded into a panel (`--import`): while a FIFO named `stuck` exists beside its workspace, every file operation in the
// workspace blocks in the kernel, as on a network disk that has disappeared. Opening the FIFO for writing releases them
// all.
import { existsSync, promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

const workspace = process.argv[process.argv.indexOf('--workspace') + 1] ?? '';
const fifo = path.join(path.dirname(workspace), 'stuck');
const { open } = promises;

if (process.argv[1]?.endsWith('main.ts')) {
  const asking = promises as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of ['open', 'lstat', 'stat', 'readdir', 'realpath', 'mkdir', 'rename']) {
    const ask = asking[name]!;
    asking[name] = async (...args) => {
      const [where] = args;
      if (typeof where === 'string' && where.startsWith(workspace) && existsSync(fifo))
        await (await open(fifo, 'r')).close();
      return ask(...args);
    };
  }
  syncBuiltinESMExports();
}
