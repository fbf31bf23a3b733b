import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, watch, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { collect } from './fixtures/pi-bash.ts';
import { Outputs } from './outputs.ts';

const skip = process.platform === 'linux' ? false : 'only Linux shows which files a process has open';

interface Folder {
  outputs: Outputs;
  /** Writes a file as pi does, which has it open: here this process. Resolves when a watch of the folder has told. */
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
      const told = once(watcher, 'change');
      const fd = openSync(path, 'w');
      descriptors.push(fd);
      writeSync(fd, text);
      await told;
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

/** All that is read until the output is so long. */
async function firstBytes(outputs: Outputs, call: string, length: number): Promise<string> {
  let text = '';
  for await (const chunk of outputs.read(call, { follow: true })) {
    text += Buffer.from(chunk).toString();
    if (text.length >= length) break;
  }
  return text;
}

/** Had a file been taken for that of the run, pi's last word would stand behind it, and a note. */
async function assertUntouched(outputs: Outputs, call: string): Promise<void> {
  outputs.end(call, shown('one\nand no more\n'));
  const all = await collect(outputs.read(call, { follow: true }));
  assert.equal(all.toString(), 'one\nand no more\n');
}

test(
  'what a run prints is read from the file that pi made for it before pi has named it',
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
  'a file that begins otherwise, or that pi does not have open, is not taken for that of the run',
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
    await other.write('a', 'one\nof somebody else\n');
    await assertUntouched(other.outputs, 'run');
  },
);

test(
  'what is still written of a run that is over is not taken for that of the same command run again',
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

test('with two runs that could be meant, pi has to say which', { skip }, async (t) => {
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

/** A run for which a file was found that is not its own. */
async function misled(t: TestContext): Promise<Folder> {
  const folder = open(t);
  folder.outputs.start('run');
  folder.outputs.snapshot('run', shown('one\n'));
  await folder.write('a', 'one\nof something else\n');
  assert.match(await firstBytes(folder.outputs, 'run', 21), /something else/);
  return folder;
}

test(
  'when pi names another file than the one that was found, all of that follows, after a word',
  { skip },
  async (t) => {
    const { outputs, write } = await misled(t);
    // With a second run, what is made now is offered to none.
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
  'when pi ends with no word of a file that was found, what it says itself follows',
  { skip },
  async (t) => {
    const { outputs } = await misled(t);
    outputs.end('run', shown('one\nand two\n'));
    assert.match(
      (await collect(outputs.read('run', { follow: true }))).toString(),
      /\[… pi keeps no file of this output; all of it follows …\]\none\nand two\n$/,
    );
  },
);
