import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { withLock } from './lock.mjs';

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pi-panel-lock-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('processes that want the same lock work one after the other, and each says once which one it waits for', async (t) => {
  const folder = await makeFolder(t);
  const place = join(folder, 'deep', 'lock');
  const log = join(folder, 'log');
  const waiters = join(folder, 'waiters');
  await writeFile(waiters, '');
  const program = `
    import { appendFileSync, readFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)};
    const onWait = () => {
      console.log('waiting');
      appendFileSync(${JSON.stringify(waiters)}, 'x');
    };
    withLock(${JSON.stringify(place)}, { onWait }, () => {
      appendFileSync(${JSON.stringify(log)}, 'in\\n');
      // The first one stays inside until the two others wait.
      while (readFileSync(${JSON.stringify(waiters)}).length < 2)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      appendFileSync(${JSON.stringify(log)}, 'out\\n');
    });`;
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const ends = await Promise.all(
    children.map(async (child) => {
      const exited = once(child, 'exit') as Promise<[code: number]>;
      const [output, [code]] = await Promise.all([text(child.stdout), exited]);
      return { output, code };
    }),
  );
  assert.deepEqual(
    ends.map(({ code }) => code),
    [0, 0, 0],
  );
  assert.equal(await readFile(log, 'utf8'), 'in\nout\n'.repeat(3));
  assert.deepEqual(ends.map(({ output }) => output).sort(), ['', 'waiting\n', 'waiting\n']);
  assert.deepEqual(await readdir(join(folder, 'deep')), []);
});

test('a lock whose process has died is taken over', async (t) => {
  const place = join(await makeFolder(t), 'lock');
  const child = spawnSync(process.execPath, ['-e', '']);
  await mkdir(place);
  await writeFile(join(place, 'pid'), String(child.pid));
  const onWait = () => assert.fail('waited for a dead process');
  assert.equal(await withLock(place, { onWait }, () => 'done'), 'done');
});

test('the lock is held until work that takes time is done', async (t) => {
  const place = join(await makeFolder(t), 'lock');
  const onWait = () => assert.fail('the lock is still held');
  const isHeld = () => existsSync(place);
  assert.equal(
    await withLock(place, { onWait }, async () => {
      await setImmediate();
      return isHeld();
    }),
    true,
  );
  assert.equal(isHeld(), false);
});

test('the lock is released when the work fails', async (t) => {
  const place = join(await makeFolder(t), 'lock');
  const onWait = () => assert.fail('the lock is still held');
  const fail = () =>
    withLock(place, { onWait }, () => {
      throw new Error('no disk');
    });
  await assert.rejects(fail, /no disk/);
  await assert.rejects(fail, /no disk/);
});
