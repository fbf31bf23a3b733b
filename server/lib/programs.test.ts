import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { plainEnvironment, run, spawn } from './programs.ts';

/** Node itself prints numbers in yellow if it is asked for colors. */
const PRINTS = ['-p', '[process.env.TERM, process.env.SETTING, 3]'];

function askForColors(t: TestContext): void {
  const { FORCE_COLOR, CLICOLOR_FORCE, TERM } = process.env;
  const before = { FORCE_COLOR, CLICOLOR_FORCE, TERM };
  t.after(() => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  Object.assign(process.env, { FORCE_COLOR: '3', CLICOLOR_FORCE: '1', TERM: 'xterm-256color' });
}

test('a program whose output is read prints no colors, even if the environment asks for them', async (t) => {
  askForColors(t);
  const env = { ...process.env, SETTING: 'kept' };
  assert.equal((await run(process.execPath, PRINTS)).stdout, "[ 'xterm-256color', undefined, 3 ]\n");
  assert.equal((await run(process.execPath, PRINTS, { env })).stdout, "[ 'xterm-256color', 'kept', 3 ]\n");
  const child = spawn(process.execPath, PRINTS, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  assert.equal(await text(child.stdout), "[ 'xterm-256color', 'kept', 3 ]\n");
});

test('an environment becomes plain whatever the case of its names, and is itself unchanged', () => {
  const env = { Force_Color: '1', CLICOLOR_FORCE: '1', Path: '/bin', FORCE_COLORS: 'x' };
  assert.deepEqual(plainEnvironment(env), { Path: '/bin', FORCE_COLORS: 'x', NO_COLOR: '1' });
  assert.equal(env.Force_Color, '1');
});

test('a program is not searched for in the folder in which it is started', () => {
  const env = { PATH: ['.', '/usr/bin', '', 'node_modules/.bin', '/bin'].join(':') };
  assert.equal(plainEnvironment(env).PATH, '/usr/bin:/bin');
});

test('a program that fails rejects with its output and exit status, as it does in Node', async () => {
  const failing = run(process.execPath, ['-e', 'console.log("out"); console.error("err"); process.exit(3)']);
  await assert.rejects(failing, { code: 3, stdout: 'out\n', stderr: 'err\n' });
});
