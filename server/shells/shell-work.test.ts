import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ShellWork } from './shell-work.ts';

function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const seen: string[] = [];
  const state = { foreground: false, programs: false };
  const names = new Map<string, string>();
  const work = new ShellWork({
    hasForeground: () => state.foreground,
    hasPrograms: () => Promise.resolve(state.programs),
    onBegin: ({ id }) => {
      names.set(id, `run ${names.size + 1}`);
      seen.push(`${names.get(id)} begins`);
    },
    onName: (id, command) => seen.push(`${names.get(id)} is ${command}`),
    onEnd: (id) => seen.push(`${names.get(id)} ends`),
  });
  const type = (text: string): void => work.onInput(Buffer.from(text));
  const pass = async (ms: number): Promise<string[]> => {
    t.mock.timers.tick(ms);
    for (let n = 0; n < 5; n += 1) await Promise.resolve();
    return seen.splice(0);
  };
  return { work, state, type, pass };
}

test('a command begins with Enter and is over once the shell is quiet', async (t) => {
  const { work, type, pass } = setUp(t);
  type('echo x > f');
  assert.deepEqual(await pass(1000), []);
  type('\r');
  assert.deepEqual(await pass(300), ['run 1 begins']);
  work.onOutput();
  assert.deepEqual(await pass(300), []);
  assert.deepEqual(await pass(200), ['run 1 ends']);
});

test('a program that has the terminal, or runs in the background, may write until it ends', async (t) => {
  const { state, type, pass } = setUp(t);
  state.foreground = true;
  type('vim\r');
  assert.deepEqual(await pass(60_000), ['run 1 begins']);
  // Enter in the program is no command.
  type('\r');
  state.foreground = false;
  state.programs = true;
  assert.deepEqual(await pass(3000), []);
  state.programs = false;
  assert.deepEqual(await pass(3000), ['run 1 ends']);
});

test('the next command ends the one before, and the end of the shell the last one', async (t) => {
  const { work, state, type, pass } = setUp(t);
  state.programs = true;
  type('npm run dev &\n');
  assert.deepEqual(await pass(1000), ['run 1 begins']);
  type('ls\r');
  assert.deepEqual(await pass(0), ['run 1 ends', 'run 2 begins']);
  work.close();
  assert.deepEqual(await pass(5000), ['run 2 ends']);
});

test('a shell that tells its commands names them, and the end of one is its end', async (t) => {
  const { work, type, pass } = setUp(t);
  type('ls\rpwd\r');
  work.onCommand({ text: 'ls', endedAt: null });
  assert.deepEqual(await pass(0), ['run 1 begins', 'run 1 is ls']);
  work.onCommand({ text: 'ls', endedAt: 1 });
  work.onCommand({ text: 'pwd', endedAt: null });
  assert.deepEqual(await pass(0), ['run 1 ends', 'run 2 begins', 'run 2 is pwd']);
  work.onCommand({ text: 'pwd', endedAt: 2 });
  assert.deepEqual(await pass(0), ['run 2 ends']);
});
