// What the user does in a shell, beside the tools of an agent, on a real disk.
import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { recordedWorkspace } from './fixtures/recorded-workspace.ts';
import { TURN } from './fixtures/records.ts';
import { StartedShell } from './fixtures/started-shell.ts';
import { changesFolder } from './journal/changes-folder.ts';
import { ShellRecorder } from './shell-recorder.ts';
import { redoScope } from './undo/scope.ts';
import path from 'node:path';

/** Longer than changes are reported late. */
const APART_MS = 120;

async function setUp(t: TestContext) {
  const recorded = await recordedWorkspace(t);
  const { workspace, changes, place } = recorded;
  await writeFile(place('a.txt'), 'one\ntwo\nthree\n');
  await writeFile(place('.gitignore'), '*.log\n');
  const folder = changesFolder(path.join(workspace, '..', 'state'), workspace);
  const troubles: unknown[] = [];
  const open = async (): Promise<ShellRecorder> => {
    const recorder = new ShellRecorder({
      ...{ workspace, folder, onRecorded: () => undefined },
      onTrouble: (error) => troubles.push(error),
    });
    t.after(() => recorder.close());
    await recorder.warm();
    return recorder;
  };
  const shell = await open();
  let runs = 0;
  /** Does this in the shell. */
  const inShell = async (work: () => Promise<unknown>, command: string | null = 'do it'): Promise<void> => {
    const id = `run${++runs}`;
    shell.begin({ id, at: Date.now(), command });
    await work();
    await shell.end(id);
  };
  const list = async () => changes.listTurns(await changes.history(), 's', false);
  /** The commands of shells with the files that they changed. A file that may be another's has a question mark. */
  const shown = async (): Promise<string[]> =>
    (await list()).shells.map(({ command, files }) => {
      const names = files.map(
        ({ path: name, shared, undone }) => `${name}${shared ? '?' : ''}${undone ? ' undone' : ''}`,
      );
      return `${command}: ${names.join(', ')}`;
    });
  const agents = async (): Promise<string[]> =>
    (await list()).files.map(({ path: name, shared }) => `${name}${shared ? '?' : ''}`);
  const read = (name: string): Promise<string> => readFile(place(name), 'utf8');
  t.after(() => assert.deepEqual(troubles, []));
  return { ...recorded, shell, open, inShell, list, shown, agents, read };
}

test('what is changed in a shell is the user’s, and an undo of all that the agent did leaves it', async (t) => {
  const { write, inShell, shown, agents, undo, read, place } = await setUp(t);
  await write('b.txt', 'agent\n');
  await inShell(() => appendFile(place('a.txt'), 'mine\n'), 'echo mine >> a.txt');
  assert.deepEqual(await shown(), ['echo mine >> a.txt: a.txt']);
  assert.deepEqual(await agents(), ['b.txt']);
  await undo({ session: true });
  assert.equal(await read('a.txt'), 'one\ntwo\nthree\nmine\n');
  await assert.rejects(read('b.txt'));
});

test('what a command in a shell did is undone like a turn, and redone', async (t) => {
  const { changes, inShell, shown, undo, read, place, list } = await setUp(t);
  await inShell(async () => {
    await writeFile(place('a.txt'), 'ONE\n');
    await mkdir(place('made/deep'), { recursive: true });
    await writeFile(place('made/deep/new.txt'), 'new\n');
  }, 'npm run format');
  const [{ id } = { id: '' }] = (await list()).shells;
  assert.match(id, /^shell-\d+-run1$/);
  const { entry } = await undo({ turn: id });
  assert.equal(await read('a.txt'), 'one\ntwo\nthree\n');
  await assert.rejects(read('made/deep/new.txt'));
  assert.deepEqual(await shown(), ['npm run format: a.txt undone, made/deep/new.txt undone']);
  const plan = await changes.plan('s', { redo: entry }, redoScope(await changes.history(), entry));
  await changes.run(plan, {});
  assert.equal(await read('a.txt'), 'ONE\n');
  assert.equal(await read('made/deep/new.txt'), 'new\n');
  assert.deepEqual(await shown(), ['npm run format: a.txt, made/deep/new.txt']);
  // After the redo it is still not the agent's.
  assert.deepEqual((await list()).files, []);
});

test('an edit of the agent while a command runs in a shell is the agent’s, and each undo keeps the other’s lines', async (t) => {
  const { write, inShell, shown, agents, undo, read, place, list } = await setUp(t);
  await inShell(async () => {
    await appendFile(place('a.txt'), 'mine\n');
    await write('a.txt', 'ONE\ntwo\nthree\nmine\n');
    await appendFile(place('a.txt'), 'more\n');
    await write('only.txt', 'agent\n');
  });
  assert.deepEqual(await shown(), ['do it: a.txt']);
  assert.deepEqual(await agents(), ['a.txt', 'only.txt']);
  await undo({ session: true });
  assert.equal(await read('a.txt'), 'one\ntwo\nthree\nmine\nmore\n');
  await undo({ turn: (await list()).shells[0]!.id });
  assert.equal(await read('a.txt'), 'one\ntwo\nthree\n');
});

test('two commands at the same time, one of the agent and one in a shell, share what either may have written', async (t) => {
  const { command, inShell, shown, agents, undo, read, place } = await setUp(t);
  await inShell(() => command(() => appendFile(place('a.txt'), 'whose\n'), TURN, 'echo whose >> a.txt'));
  assert.deepEqual(await shown(), ['do it: a.txt?']);
  assert.deepEqual(await agents(), ['a.txt?']);
  await undo({ session: true });
  assert.equal(await read('a.txt'), 'one\ntwo\nthree\nwhose\n');
});

test(
  'what is written during a command of the agent is shared with it, also if a busy machine reports it late',
  { skip: process.platform === 'win32' && 'processes cannot be stopped' },
  async (t) => {
    const { workspace, command, shown, agents, place } = await setUp(t);
    const shell = await StartedShell.start(workspace, path.join(workspace, '..', 'state'));
    t.after(() => shell.kill());
    await shell.ask({ act: 'begin', run: { id: 'late', at: Date.now(), command: 'do it' } });
    let goOn = (): void => undefined;
    await command(
      async () => {
        goOn = shell.hold();
        await appendFile(place('a.txt'), 'whose\n');
      },
      TURN,
      'echo whose >> a.txt',
    );
    await pause(APART_MS);
    goOn();
    await shell.ask({ act: 'end', id: 'late' });
    assert.deepEqual(await shown(), ['do it: a.txt?']);
    assert.deepEqual(await agents(), ['a.txt?']);
  },
);

test('a long command in a shell shares only what was written at the time of the agent’s command', async (t) => {
  const { command, inShell, shown, agents, place } = await setUp(t);
  await inShell(async () => {
    await writeFile(place('early.txt'), 'mine\n');
    await pause(APART_MS);
    await command(() => writeFile(place('agent.txt'), 'agent\n'), TURN, 'touch agent.txt');
    await pause(APART_MS);
    await writeFile(place('late.txt'), 'mine\n');
  }, 'npm run dev');
  assert.deepEqual(await shown(), ['npm run dev: agent.txt?, early.txt, late.txt']);
  assert.deepEqual(await agents(), ['agent.txt?']);
});

test('what the agent’s command wrote just before is not the shell’s, also in the same file', async (t) => {
  const { command, inShell, shown, agents, undo, read, place } = await setUp(t);
  await command(
    async () => {
      await appendFile(place('a.txt'), 'agent\n');
      await writeFile(place('agent.txt'), 'agent\n');
    },
    TURN,
    'echo agent | tee -a a.txt agent.txt',
  );
  await pause(APART_MS);
  await inShell(() => appendFile(place('a.txt'), 'mine\n'));
  assert.deepEqual(await shown(), ['do it: a.txt']);
  assert.deepEqual(await agents(), ['a.txt', 'agent.txt']);
  await undo({ session: true });
  assert.equal(await read('a.txt'), 'one\ntwo\nthree\nmine\n');
});

test('an undo while a command runs in a shell is not the shell’s', async (t) => {
  const { write, inShell, shown, undo, place, read } = await setUp(t);
  await write('b.txt', 'agent\n');
  await inShell(async () => {
    await undo({ session: true });
    await appendFile(place('a.txt'), 'mine\n');
  });
  assert.deepEqual(await shown(), ['do it: a.txt']);
  await assert.rejects(read('b.txt'));
});

test('what changes while no command runs in a shell is nobody’s', async (t) => {
  const { shell, inShell, shown, place } = await setUp(t);
  await appendFile(place('a.txt'), 'by an editor\n');
  await shell.record();
  await inShell(() => writeFile(place('mine.txt'), 'mine\n'), null);
  assert.deepEqual(await shown(), ['null: mine.txt']);
});

test('a file that is written all the time is undone to the content before the command', async (t) => {
  const { shell, inShell, list, undo, read, place } = await setUp(t);
  await inShell(async () => {
    for (let n = 0; n < 5; n += 1) {
      const writing = appendFile(place('a.txt'), `line ${n}\n`);
      await Promise.all([writing, shell.record()]);
    }
  });
  const [turn] = (await list()).shells;
  assert.deepEqual(
    turn!.files.map(({ path: name, known }) => [name, known]),
    [['a.txt', true]],
  );
  await undo({ turn: turn!.id });
  assert.equal(await read('a.txt'), 'one\ntwo\nthree\n');
});

test('what somebody else wrote between two commands of shells is not lost to the content that the first one left', async (t) => {
  const { shell, inShell, list, undo, read, place } = await setUp(t);
  // Larger than what is kept of a content that nobody has recorded.
  const large = (text: string): string => text.repeat(400_000);
  await inShell(() => writeFile(place('a.txt'), large('1')), 'one');
  await writeFile(place('a.txt'), large('e'));
  await pause(APART_MS);
  shell.begin({ id: 'two', at: Date.now(), command: 'two' });
  await shell.record();
  await appendFile(place('a.txt'), 'by the second command');
  await shell.end('two');
  const two = (await list()).shells.find(({ command }) => command === 'two')!;
  assert.deepEqual(
    two.files.map(({ path: name, known }) => [name, known]),
    [['a.txt', false]],
  );
  await undo({ turn: two.id }).catch(() => null);
  assert.equal(await read('a.txt'), `${large('e')}by the second command`);
});

test('deleted, renamed and ignored files come back too', async (t) => {
  const { inShell, list, undo, read, place } = await setUp(t);
  await inShell(() => writeFile(place('my.log'), 'log\n'));
  await inShell(async () => {
    await rename(place('a.txt'), place('moved.txt'));
    await rm(place('my.log'));
  }, 'mv a.txt moved.txt; rm my.log');
  await undo({ turn: (await list()).shells.at(-1)!.id });
  assert.equal(await read('a.txt'), 'one\ntwo\nthree\n');
  assert.equal(await read('my.log'), 'log\n');
  await assert.rejects(read('moved.txt'));
});

test('what a shell did is there after a restart, and the command that the end cut off is not the agent’s', async (t) => {
  const { shell, open, inShell, shown, agents, place } = await setUp(t);
  await inShell(() => appendFile(place('a.txt'), 'mine\n'), 'first');
  shell.begin({ id: 'cut', at: Date.now(), command: 'second' });
  await writeFile(place('second.txt'), 'half\n');
  await shell.record();
  // Without an end, as after a crash.
  const next = await open();
  next.begin({ id: 'next', at: Date.now(), command: 'third' });
  await writeFile(place('third.txt'), 'mine\n');
  await next.end('next');
  assert.deepEqual(
    (await shown()).filter((line) => !line.startsWith('second')),
    ['first: a.txt', 'third: third.txt'],
  );
  assert.deepEqual(await agents(), []);
});

test('what is written in a shell just before the panel closes it is the user’s, and can be undone', async (t) => {
  const { shell, shown, agents, place, changes, read } = await setUp(t);
  shell.begin({ id: 'last', at: Date.now(), command: 'make' });
  await writeFile(place('a.txt'), 'made\n');
  await shell.close();
  assert.deepEqual([await shown(), await agents()], [['make: a.txt'], []]);
  const { steps } = await changes.history();
  assert.deepEqual(
    steps.map(({ path: name, before }) => [name, before.kind]),
    [['a.txt', 'file']],
  );
  assert.equal(await read('a.txt'), 'made\n');
});
