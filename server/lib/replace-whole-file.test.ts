// Replacing a file, in processes of their own.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCE = JSON.stringify(new URL('replace-whole-file.ts', import.meta.url).href);

async function makeFile(t: TestContext): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'replace-whole-file-'));
  t.after(() => rm(folder, { recursive: true }));
  return { folder, file: path.join(folder, 'file.json') };
}

test('two processes can replace one file at the same time, and a reader always finds a whole text', async (t) => {
  const { folder, file } = await makeFile(t);
  const script = `
    const { replaceWholeFile } = await import(${SOURCE});
    const { readFile } = await import('node:fs/promises');
    for (let n = 0; n < 100; n++) {
      await replaceWholeFile(process.argv[1], JSON.stringify('x'.repeat(1000 * n)));
      JSON.parse(await readFile(process.argv[1], 'utf8'));
    }`;
  await Promise.all([1, 2].map(() => run(process.execPath, ['--input-type=module', '-e', script, file])));
  assert.deepEqual(await readdir(folder), ['file.json']);
});

test(
  'on a full disk the old text stays, and no temporary file is left behind',
  { skip: process.platform === 'win32' && 'no ulimit' },
  async (t) => {
    const { folder, file } = await makeFile(t);
    await writeFile(file, 'old');
    // A limit on the size of files cuts a write short just as a full disk does; it applies to a whole process.
    const script = `
      process.on('SIGXFSZ', () => {});
      const { replaceWholeFile } = await import(${SOURCE});
      await replaceWholeFile(process.argv[1], 'x'.repeat(2 ** 21)).catch(({ code }) => console.log(code));`;
    const limited = `ulimit -f 1024; exec "$0" --input-type=module -e "$1" "$2"`;
    const { stdout } = await run('bash', ['-c', limited, process.execPath, script, file]);
    assert.equal(stdout, 'EFBIG\n');
    assert.equal(await readFile(file, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['file.json']);
  },
);
