import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { closeSync, mkdtempSync, openSync, rmSync, watch, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { collect } from './fixtures/pi-bash.ts';
import { Outputs } from './outputs.ts';
import { PiFileWatch } from './pi-file-watch.ts';

const skip = process.platform === 'linux' ? false : 'Only Linux shows which files a process has open.';

interface Folder {
  outputs: Outputs;
  /** Writes a file and keeps it open, as pi does. Resolves when a watcher of the folder has noticed. */
  write: (digit: string, text: string) => Promise<string>;
}

function open(t: TestContext, pid = process.pid): Folder {
  const folder = mkdtempSync(join(tmpdir(), 'pi-file-watch-'));
  const outputs = new Outputs({ onGrowth: () => {}, folder, pid: () => pid });
  const descriptors: number[] = [];
  t.after(async () => {
    await outputs.close();
    descriptors.forEach((fd) => closeSync(fd));
    rmSync(folder, { recursive: true });
  });
  return {
    outputs,
    async write(digit, text) {
      const path = join(folder, `pi-bash-${digit.repeat(16)}.log`);
      const watcher = watch(folder);
      const changed = once(watcher, 'change');
      const fd = openSync(path, 'w');
      descriptors.push(fd);
      writeSync(fd, text);
      await changed;
      watcher.close();
      return path;
    },
  };
}

const shown = (text: string, fullOutputPath?: string) => ({
  content: [{ type: 'text' as const, text }],
  ...(fullOutputPath && {
    details: { fullOutputPath, truncation: { truncated: true, totalBytes: 100_000 } },
  }),
});

/** The output up to at least this length. */
async function firstBytes(outputs: Outputs, call: string, length: number): Promise<string> {
  let text = '';
  for await (const chunk of outputs.read(call, { follow: true })) {
    text += Buffer.from(chunk).toString();
    if (text.length >= length) break;
  }
  return text;
}

/** Fails when a file was used for the run: its text, and a note, would come before pi's result. */
async function assertUntouched(outputs: Outputs, call: string): Promise<void> {
  outputs.end(call, shown('one\nand no more\n'));
  const all = await collect(outputs.read(call, { follow: true }));
  assert.equal(all.toString(), 'one\nand no more\n');
}

test(
  'the output of a run is read from the file that pi created for it before pi names that file',
  { skip },
  async (t) => {
    const { outputs, write } = open(t);
    outputs.start('run');
    outputs.snapshot('run', shown('one\n'));
    await write('a', 'one\ntwo\nthree\n');
    assert.equal(await firstBytes(outputs, 'run', 14), 'one\ntwo\nthree\n');
  },
);

test(
  'a file that begins differently, or that pi does not have open, is not used for the run',
  { skip },
  async (t) => {
    const { outputs, write } = open(t);
    outputs.start('run');
    outputs.snapshot('run', shown('one\n'));
    await write('a', 'another\ntwo\n');
    await write('b', 'one\nand only\n');
    assert.equal(await firstBytes(outputs, 'run', 13), 'one\nand only\n');

    const stranger = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
    t.after(() => stranger.kill());
    const other = open(t, stranger.pid);
    other.outputs.start('run');
    other.outputs.snapshot('run', shown('one\n'));
    await other.write('a', 'one\nof another process\n');
    await assertUntouched(other.outputs, 'run');
  },
);

test(
  'the file of a finished run that still grows is not used when the same command runs again',
  { skip },
  async (t) => {
    const { outputs, write } = open(t);
    outputs.start('first');
    const path = await write('a', 'one\ntwo\n');
    outputs.end('first', shown('one\ntwo\n', path));
    outputs.start('again');
    outputs.snapshot('again', shown('one\n'));
    await write('a', 'one\ntwo\nthree\n');
    await assertUntouched(outputs, 'again');
  },
);

test('the file of a run is found also after an earlier run has ended', { skip }, async (t) => {
  const { outputs, write } = open(t);
  outputs.start('first');
  outputs.end('first', shown('done\n'));
  outputs.start('second');
  outputs.snapshot('second', shown('one\n'));
  await write('a', 'one\ntwo\n');
  assert.equal(await firstBytes(outputs, 'second', 8), 'one\ntwo\n');
});

test('while two runs could own a file, it is not used before pi names it', { skip }, async (t) => {
  const { outputs, write } = open(t);
  for (const call of ['first', 'second']) {
    outputs.start(call);
    outputs.snapshot(call, shown('one\n'));
  }
  const path = await write('a', 'one\ntwo\n');
  outputs.snapshot('second', shown('one\n', path));
  assert.equal(await firstBytes(outputs, 'second', 8), 'one\ntwo\n');
  await assertUntouched(outputs, 'first');
});

/** A run for which another run's file was found. */
async function openWithWrongFile(t: TestContext): Promise<Folder> {
  const folder = open(t);
  folder.outputs.start('run');
  folder.outputs.snapshot('run', shown('one\n'));
  await folder.write('a', 'one\nof something else\n');
  assert.match(await firstBytes(folder.outputs, 'run', 21), /something else/);
  return folder;
}

test(
  'when pi names a different file from the one found, a note and all of that file follow',
  { skip },
  async (t) => {
    const { outputs, write } = await openWithWrongFile(t);
    // With a second run, a new file is offered to neither.
    outputs.start('beside');
    const path = await write('b', 'one\ntwo\n');
    outputs.snapshot('run', shown('one\ntwo\n', path));
    assert.match(
      await firstBytes(outputs, 'run', 90),
      /^one\nof something else\n\[… pi keeps this output in another file; all of it follows …\]\none\ntwo\n$/,
    );
  },
);

test(
  'when pi’s result names no file although one was found, a note and the text of the result follow',
  { skip },
  async (t) => {
    const { outputs } = await openWithWrongFile(t);
    outputs.end('run', shown('one\nand two\n'));
    assert.match(
      (await collect(outputs.read('run', { follow: true }))).toString(),
      /\[… pi keeps no file of this output; all of it follows …\]\none\nand two\n$/,
    );
  },
);

/** Replaces the watch of the system. `report` is called as the system would. */
function fakeWatch(t: TestContext) {
  let report: (event: string, name: string | null) => void = () => undefined;
  const state = { open: 0, opened: 0 };
  t.mock.method(fs, 'watch', (_folder: string, _options: unknown, onChange: typeof report) => {
    report = onChange;
    state.open += 1;
    state.opened += 1;
    return { on: () => undefined, close: () => void (state.open -= 1) };
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  return { state, report: (name: string | null) => report('change', name) };
}

test('of one file twenty changes are reported, and again of the next run, wherever they come from', (t) => {
  const { state, report } = fakeWatch(t);
  const seen: string[] = [];
  const watched = new PiFileWatch({ folder: '/tmp/x', onFile: (path) => seen.push(path) });
  const name = (digit: string): string => `pi-bash-${digit.repeat(16)}.log`;
  watched.start();
  watched.start();
  assert.equal(state.opened, 1);
  for (let n = 0; n < 25; n++) report(name('a'));
  report(name('b'));
  assert.deepEqual([seen.length, seen.at(-1)], [21, join('/tmp/x', name('b'))]);
  watched.stop();
  assert.equal(state.open, 0);
  watched.start();
  report(name('a'));
  assert.equal(seen.length, 22);
  watched.stop();
});

test('a folder in which others write a thousand files is no longer watched, until the next run', (t) => {
  const { state, report } = fakeWatch(t);
  const watched = new PiFileWatch({ folder: '/tmp/x', onFile: () => assert.fail('not a file of pi') });
  watched.start();
  for (let n = 0; n < 1000; n++) report(n % 2 ? `other-${n}` : null);
  assert.equal(state.open, 1);
  watched.start();
  for (let n = 0; n < 1000; n++) report('pi-bash-x.log');
  assert.equal(state.open, 1, 'they are counted for each run');
  report('pi-bash-x.log');
  assert.equal(state.open, 0);
  watched.start();
  assert.equal(state.open, 1);
  watched.stop();
});
