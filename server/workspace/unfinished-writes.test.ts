import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path, { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { openFolder } from './inside.ts';
import { overwriteFile } from './replace-file.ts';
import { finishWrites, keepContents, workspaceKey } from './unfinished-writes.ts';
import { openWorkspace } from './workspace.ts';

async function setUp(t: TestContext) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'unfinished-')));
  t.after(() => rm(folder, { recursive: true }));
  const root = { real: join(folder, 'ws'), unfinished: join(folder, workspaceKey(join(folder, 'ws'))) };
  await mkdir(join(root.real, 'sub'), { recursive: true });
  const place = join(root.real, 'sub', 'a.txt');
  /** Leaves the file as a crash in the middle of a write does. */
  const crash = async (old: Buffer, bytes: Buffer, now: Buffer): Promise<void> => {
    const opened = await openFolder(root, 'sub');
    await keepContents(opened, { name: 'a.txt', old, bytes });
    await opened.close();
    await writeFile(place, now);
    // As if the panel had been killed a while ago.
    for (const name of await readdir(root.unfinished)) await utimes(join(root.unfinished, name), 1, 1);
  };
  return { folder, root, place, crash, kept: () => readdir(root.unfinished).catch(() => []) };
}

test('b-12: wherever a crash cuts an overwrite in place, the next panel finishes it and keeps nothing', async (t) => {
  const { root, place, crash, kept } = await setUp(t);
  const content = fc.uint8Array({ maxLength: 12, max: 3 }).map((bytes) => Buffer.from(bytes));
  await fc.assert(
    fc.asyncProperty(
      content,
      content,
      fc.record({ at: fc.nat(12), isCut: fc.boolean() }),
      async (old, bytes, { at, isCut }) => {
        const written = Buffer.concat([bytes.subarray(0, at), old.subarray(Math.min(at, bytes.length))]);
        const now = isCut && at >= bytes.length ? bytes : written;
        await crash(old, bytes, now);
        assert.deepEqual(await finishWrites(root), []);
        assert.deepEqual(await readFile(place), now.equals(old) ? old : bytes);
        assert.deepEqual(await kept(), []);
      },
    ),
    { seed: 41, numRuns: 200 },
  );
});

test('b-12: a panel that is killed in the middle of a write leaves what the next one needs to finish it', async (t) => {
  const { root, place, kept } = await setUp(t);
  await writeFile(place, 'the old text');
  const moduleOf = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    const { open } = await import('node:fs/promises');
    const { openFolder } = await import(${moduleOf('inside.ts')});
    const { overwriteFile } = await import(${moduleOf('replace-file.ts')});
    const probe = await open(${JSON.stringify(place)});
    Object.getPrototypeOf(probe).write = async function (bytes) {
      (await import('node:fs')).writeSync(this.fd, bytes, 0, 5, 0);
      process.kill(process.pid, 'SIGKILL');
    };
    const folder = await openFolder(${JSON.stringify(root)}, 'sub');
    const bytes = Buffer.from('THE NEW');
    await overwriteFile(folder, { name: 'a.txt', bytes, confirm: async () => {} });`;
  const panel = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  t.after(() => panel.kill('SIGKILL'));
  assert.deepEqual(await once(panel, 'exit'), [null, 'SIGKILL']);
  assert.equal(await readFile(place, 'utf8'), 'THE Nld text');
  const workspace = await openWorkspace(root.real, { unfinishedFolder: path.dirname(root.unfinished) });
  workspace.close();
  assert.deepEqual([await readFile(place, 'utf8'), await kept()], ['THE NEW', []]);
});

test('b-12: a file that was changed again after the crash is left alone, and both contents stay and are named', async (t) => {
  const { root, place, crash, kept } = await setUp(t);
  await crash(Buffer.from('old'), Buffer.from('new'), Buffer.from('theirs'));
  const [problem, ...others] = await finishWrites(root);
  const [name] = await kept();
  assert.equal(
    problem,
    `A crash cut short a save of "sub/a.txt", which was changed again since. The old and the new content are in ${join(root.unfinished, name!)}.`,
  );
  assert.deepEqual([others, await readFile(place, 'utf8')], [[], 'theirs']);
  assert.equal(await readFile(join(root.unfinished, name!, 'old'), 'utf8'), 'old');
});

test('a write that another living process began a moment ago is not finished for it', async (t) => {
  const { root, place, crash, kept } = await setUp(t);
  await crash(Buffer.from('old'), Buffer.from('new'), Buffer.from('ned'));
  const other = spawn('sleep', ['60']);
  t.after(() => other.kill());
  await once(other, 'spawn');
  const [name] = await kept();
  const about = join(root.unfinished, name!, 'about.json');
  await writeFile(about, JSON.stringify({ path: 'sub/a.txt', pid: other.pid }));
  await utimes(join(root.unfinished, name!), new Date(), new Date());
  assert.deepEqual(await finishWrites(root), []);
  assert.deepEqual([await readFile(place, 'utf8'), await kept()], ['ned', [name]]);
});

test('contents that were not yet kept completely are removed, because the file was not touched', async (t) => {
  const { root, kept } = await setUp(t);
  const place = join(root.unfinished, 'x.new');
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'old'), 'o');
  await utimes(place, 1, 1);
  assert.deepEqual([await finishWrites(root), await kept()], [[], []]);
});

test('contents that another panel may still be keeping stay, whatever it has written so far', async (t) => {
  const { root, kept } = await setUp(t);
  const place = join(root.unfinished, 'x.new');
  await mkdir(place, { recursive: true });
  for (const name of ['old', 'new']) {
    assert.deepEqual([await finishWrites(root), await kept()], [[], ['x.new']]);
    await writeFile(join(place, name), name);
  }
});

/** The form of the method that is used here. */
type Write = (
  this: FileHandle,
  ...args: [bytes: Uint8Array, from: number, length: number, at: number]
) => ReturnType<FileHandle['write']>;

test('both contents stay for as long as the file may have a mixture of them', async (t) => {
  const { root, place, kept } = await setUp(t);
  const probe = await open(root.real);
  const files = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const folder = await openFolder(root, 'sub');
  t.after(() => folder.close());
  const fail = async (failures: number): Promise<string[]> => {
    await writeFile(place, 'the old text');
    const { write } = files as unknown as { write: Write };
    const mock = t.mock.method(files, 'write', async function (this: FileHandle, bytes: Uint8Array) {
      // Before the first byte, both are kept.
      assert.equal((await kept()).length, 1);
      if ((failures -= 1) >= 0) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
      return write.call(this, bytes, 0, bytes.length, 0);
    } as FileHandle['write']);
    const bytes = Buffer.from('THE NEW');
    await assert.rejects(overwriteFile(folder, { name: 'a.txt', bytes, confirm: async () => {} }), {
      code: 'ENOSPC',
    });
    mock.mock.restore();
    return kept();
  };
  assert.deepEqual(await fail(1), [], 'the old content was put back');
  assert.equal(await readFile(place, 'utf8'), 'the old text');
  const [name] = await fail(2);
  assert.ok(name, 'it could not be put back');
  const contents = ['old', 'new'].map((one) => readFile(join(root.unfinished, name, one), 'utf8'));
  assert.deepEqual(await Promise.all(contents), ['the old text', 'THE NEW']);
});

test('without a folder for them, nothing is kept and nothing has to be finished', async (t) => {
  const { root } = await setUp(t);
  assert.deepEqual(await finishWrites({ real: root.real }), []);
  assert.deepEqual(await finishWrites(root), []);
});
