// The floor of following a file: `FOLDER BYTES` waits for the next file in which pi stores bash output, reads it as it
// grows up to BYTES, and prints its progress as JSON (`Progress` in `stamped-lines.ts`). A separate process, so that it
// and the client do not delay each other.
import { watch } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const [folder = '.', bytes = '0'] = process.argv.slice(2);
const before = new Set(await readdir(folder));
/** Resolved by the next watch event, and then replaced. */
let news = Promise.withResolvers();

const folderWatch = watch(folder, nudge);
process.stdout.write('watching\n');
const path = await nextFile();
folderWatch.close();
const fileWatch = watch(path, nudge);
process.stdout.write(`${JSON.stringify(await follow(path))}\n`);
fileWatch.close();

function nudge() {
  news.resolve(undefined);
}

async function nextFile() {
  for (;;) {
    const changed = news.promise;
    const name = (await readdir(folder)).find((file) => /^pi-bash-.*\.log$/.test(file) && !before.has(file));
    if (name) return join(folder, name);
    await changed;
    news = Promise.withResolvers();
  }
}

/** @param {string} path */
async function follow(path) {
  const file = await open(path);
  const buffer = Buffer.allocUnsafe(256 * 1024);
  const progress = [];
  let offset = 0;
  while (offset < Number(bytes)) {
    // Created before the read, so that a change during the read is not lost.
    news = Promise.withResolvers();
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
    if (bytesRead === 0) {
      await news.promise;
      continue;
    }
    offset += bytesRead;
    progress.push({ offset, at: Number(process.hrtime.bigint() / 1000n) });
  }
  await file.close();
  return progress;
}
