// Saves whose writer is killed at a random moment.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openWorkspace } from '../../server/workspace/workspace.ts';
import { randomFrom } from './bad-line.ts';

const SIZE = 2 ** 21;

test('R-41, R-42: a save that is killed leaves the old or the new file, and no partial one', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-saves-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'a.txt');
  await writeFile(file, 'A'.repeat(SIZE));
  const writer = `
    const { openWorkspace } = await import(${JSON.stringify(new URL('../../server/workspace/workspace.ts', import.meta.url).href)});
    const workspace = await openWorkspace(${JSON.stringify(folder)});
    process.stdout.write('ready');
    for (let n = 0; ; n++) {
      const { etag } = await workspace.read('a.txt');
      await workspace.write('a.txt', new Uint8Array(${SIZE}).fill(n % 2 ? 65 : 66), { ifMatch: etag });
    }`;
  const random = randomFrom(41);
  for (let n = 0; n < 4; n++) {
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', writer];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, random() * 40));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const bytes = await readFile(file);
    assert.equal(bytes.length, SIZE);
    assert.ok(
      bytes.every((byte) => byte === bytes[0]),
      'a mixture of the old and the new text',
    );
  }
  await writeFile(
    path.join(folder, `.pi-panel-${'0'.repeat(16)}.tmp`),
    'from another writer that was killed',
  );
  // Listing a folder removes what killed writers left there, once that is old enough.
  const later = Date.now() + 11 * 60_000;
  t.mock.method(Date, 'now', () => later);
  const workspace = await openWorkspace(folder);
  t.after(() => workspace.close());
  const { entries } = await workspace.list('');
  assert.deepEqual(
    entries.map(({ name }) => name),
    ['a.txt'],
  );
  while ((await readdir(folder)).length > 1) await new Promise(setImmediate);
});
