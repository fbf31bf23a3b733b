import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';

const SHUTDOWN = JSON.stringify(new URL('shutdown.ts', import.meta.url).href);
const onlyUnix = { skip: process.platform === 'win32' && 'there are no signals' };

/** A process that runs `source`, in which `shutdown` is a Shutdown, and `say` prints a line. */
function run(t: TestContext, source: string) {
  const start = `
    import { setTimeout as wait } from 'node:timers/promises';
    const { Shutdown } = await import(${SHUTDOWN});
    const say = (line) => process.stdout.write(line + '\\n');
    const shutdown = new Shutdown((error) => say('bug ' + error.message));
    setInterval(() => undefined, 1000);
    ${source}`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', start];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    says: async (line: string) => {
      while (!output.split('\n').includes(line)) await once(child.stdout, 'data');
    },
    end: async () => {
      await once(child, 'close');
      return { code: child.exitCode, lines: output.trim().split('\n') };
    },
  };
}

test(
  'copies of the first signal end nothing early, and the newest part closes first',
  onlyUnix,
  async (t) => {
    const { child, says, end } = run(
      t,
      `shutdown.add(async () => say('first'));
    shutdown.add(async () => { say('ending'); await wait(300); say('second'); });
    say('ready');`,
    );
    await says('ready');
    child.kill('SIGINT');
    await says('ending');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) child.kill(signal);
    assert.deepEqual(await end(), { code: 0, lines: ['ready', 'ending', 'second', 'first'] });
  },
);

test('a signal some time after the first one exits at once', onlyUnix, async (t) => {
  const { child, says, end } = run(
    t,
    `shutdown.add(async () => {
      say('ending');
      await wait(2100);
      say('late');
      await wait(60_000);
    });
    say('ready');`,
  );
  await says('ready');
  child.kill('SIGINT');
  await says('late');
  child.kill('SIGINT');
  assert.deepEqual(await end(), { code: 1, lines: ['ready', 'ending', 'late'] });
});

test(
  'a part that is being made when the signal comes is closed, and the start goes no further',
  onlyUnix,
  async (t) => {
    const { child, says, end } = run(
      t,
      `const make = (name) => async () => {
      say('making ' + name);
      await wait(300);
      return { close: async () => say('closed ' + name) };
    };
    await shutdown.own(make('one'));
    await Promise.all([shutdown.own(make('two')), shutdown.own(async () => { throw new Error('three'); })])
      .catch((error) => say('failed ' + error.message));
    await shutdown.own(make('four'));
    say('started');`,
    );
    await says('making four');
    child.kill('SIGTERM');
    const { code, lines } = await end();
    assert.equal(code, 0);
    assert.deepEqual(lines, [
      ...['making one', 'making two', 'failed three', 'making four'],
      ...['closed four', 'closed two', 'closed one'],
    ]);
  },
);

test('a part that cannot be closed is reported, after the others are closed', onlyUnix, async (t) => {
  const { child, says, end } = run(
    t,
    `shutdown.add(async () => say('closed'));
    shutdown.add(async () => { throw new Error('no disk'); });
    say('ready');`,
  );
  await says('ready');
  child.kill('SIGHUP');
  assert.deepEqual(await end(), { code: 1, lines: ['ready', 'closed', 'bug no disk'] });
});
