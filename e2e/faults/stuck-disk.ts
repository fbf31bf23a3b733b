// Loaded into a panel (`--import`): as long as there is a FIFO named `stuck` beside its workspace, whatever it asks of
// the disk below the workspace waits in the kernel with its thread, as it does on a network disk that is gone. Who
// opens the FIFO for writing lets all of it go on.
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
