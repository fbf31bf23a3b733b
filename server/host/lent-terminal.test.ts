// Programs that get the lent terminal in place of pi's pipes, with real programs. The terminal is one of the panel's.
import assert from 'node:assert/strict';
import childProcess, { execFileSync, execSync, spawn, spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import type { TerminalMark } from '../../shared/terminal-marks.ts';
import { HeldPty } from '../shells/held-pty.ts';
import { LentTerminal } from '../companion/drawn/lent-terminal.ts';

const skip = process.platform === 'win32' && 'Windows has no such terminals';
const namespace = process.platform === 'linux' ? readlinkSync('/proc/self/ns/mnt') : null;

async function setUp(t: TestContext) {
  const pty = new HeldPty({ cols: 80, rows: 24 });
  t.after(() => pty.kill());
  const seen = { marks: [] as TerminalMark[], text: '' };
  pty.onMark = (mark) => seen.marks.push(mark);
  pty.onData((bytes) => (seen.text += bytes.toString()));
  const ended = new Promise<unknown>((resolve) => pty.onExit(resolve));
  const terminal = new LentTerminal();
  terminal.offer({ path: pty.path, key: pty.key, namespace });
  t.after(() => terminal.giveBack());
  return { pty, terminal, seen, ended };
}

test('programs that inherit the terminal run in it, and others as before', { skip }, async (t) => {
  const { terminal, seen, ended } = await setUp(t);
  // An extension may have copied the functions before.
  const copied = childProcess.spawnSync;
  terminal.lend('editor.ts');
  assert.equal(copied('sh', ['-c', 'exit 4'], { stdio: 'inherit' }).status, 4);
  assert.equal(spawnSync('sh -c "tty; tty </dev/tty"', { stdio: 'inherit', shell: true }).status, 0);
  execSync('echo one; test -t 0 && test -t 1 && test -t 2 && echo terminals', { stdio: 'inherit' });
  execFileSync('sh', ['-c', 'echo "$WORD $TERM"'], {
    stdio: [0, 1, 2],
    env: { ...process.env, WORD: 'two' },
  });
  assert.throws(() => execSync('exit 6', { stdio: 'inherit' }), { status: 6 });
  // Such as fzf, whose answer is read from its output.
  const picked = spawnSync('sh', ['-c', 'test -t 0 && echo picked; echo shown >&2'], {
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  assert.equal(picked.stdout, 'picked\n');
  assert.equal(execFileSync('echo', ['plain'], { encoding: 'utf8' }), 'plain\n');
  const child = spawn('sh', ['-c', 'echo three; exit 7'], { stdio: 'inherit' });
  t.after(() => child.kill('SIGKILL'));
  assert.equal(await new Promise((resolve) => child.on('exit', resolve)), 7);
  terminal.giveBack();
  assert.equal(copied('sh', ['-c', 'exit 4'], { stdio: 'inherit' }).status, 4);
  assert.deepEqual(await ended, { exitCode: 7 });
  assert.match(
    seen.text,
    /^\/dev\/\S+\r\n\/dev\/tty\r\none\r\nterminals\r\ntwo xterm-256color\r\nshown\r\nthree\r\n$/,
  );
  const commands = seen.marks.flatMap(({ begin }) => begin ?? []);
  assert.deepEqual(commands[0], { command: 'exit 4', by: 'editor.ts' });
  assert.equal(commands.length, 7);
  assert.equal(seen.marks.filter(({ pid }) => pid !== undefined).length, 7);
});

test('the next program gets the next terminal', { skip }, async (t) => {
  for (const word of ['one', 'two']) {
    const { terminal, seen, ended } = await setUp(t);
    terminal.lend(word);
    spawnSync('echo', [word], { stdio: 'inherit' });
    terminal.giveBack();
    await ended;
    assert.deepEqual(seen.marks[0], { begin: { command: `echo ${word}`, by: word } });
    assert.equal(seen.text, `${word}\r\n`);
  }
});

test('a program can be typed at, and Ctrl+C ends it', { skip }, async (t) => {
  const { pty, terminal, seen } = await setUp(t);
  terminal.lend(undefined);
  const child = spawn('sh', ['-c', 'read -r line; echo "got $line"; sleep 100'], { stdio: 'inherit' });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  pty.write('words\r');
  while (!seen.text.includes('got words')) await pause(10);
  pty.write('\x03');
  assert.equal(await ended, 'SIGINT');
});

test('without an offer, or while another extension has it, nothing is lent', { skip }, async (t) => {
  const message = /needs a real terminal/;
  assert.throws(() => new LentTerminal().lend('x'), { message });
  const { pty, terminal } = await setUp(t);
  terminal.lend('one');
  assert.throws(() => terminal.lend('two'), { message });
  terminal.giveBack();
  // Each offer is for one use.
  assert.throws(() => terminal.lend('one'), { message });
  terminal.offer({ path: pty.path, key: pty.key, namespace: 'mnt:[1]' });
  assert.throws(() => terminal.lend('one'), { message });
});

test('a terminal that the user closed can still be given back', { skip }, async (t) => {
  const { pty, terminal } = await setUp(t);
  terminal.lend('one');
  const child = spawn('sleep', ['100'], { stdio: 'inherit' });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  while (pty.pid === 0) await pause(10);
  pty.kill();
  assert.equal(await ended, 'SIGHUP');
  terminal.giveBack();
});
