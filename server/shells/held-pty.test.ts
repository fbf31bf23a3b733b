// Terminals that are lent: marks between the output, and real programs in a real pseudoterminal.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { openSync, closeSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import { writeMark, type TerminalMark } from '../../shared/terminal-marks.ts';
import { HeldPty, MarkReader } from './held-pty.ts';

const skip = process.platform === 'win32' && 'Windows has no such terminals';

test('marks are read in order with the output and taken out of it, wherever it is cut', () => {
  const begin = { command: 'vim “a”;\x07', by: 'shell.ts' };
  const whole = Buffer.from(
    `one\x1b]0;title\x07${writeMark('k', { begin })}two${writeMark('other', { pid: 1 })}\x1b]75${writeMark('k', { pid: 7 })}three`,
  );
  for (let at = 0; at <= whole.length; at += 1) {
    const seen: (string | TerminalMark)[] = [];
    let text = '';
    const reader = new MarkReader('k', {
      onMark: (mark) => {
        seen.push(text, mark);
        text = '';
      },
      onOutput: (bytes) => (text += bytes.toString('latin1')),
    });
    reader.push(whole.subarray(0, at));
    reader.push(whole.subarray(at));
    assert.deepEqual(
      [...seen, text],
      ['one\x1b]0;title\x07', { begin }, 'two\x1b]7510;other;{"pid":1}\x07\x1b]75', { pid: 7 }, 'three'],
    );
  }
});

test('what is not a mark of this terminal is left out, and an endless one does not hold up the output', () => {
  const seen: unknown[] = [];
  const reader = new MarkReader('k', {
    onMark: (mark) => seen.push(mark),
    onOutput: (bytes) => seen.push(bytes.length),
  });
  const start = '\x1b]7510;k;';
  for (const text of ['{', '7', '{"pid":-1}', '{"pid":"1"}', '{"begin":{}}', '{"begin":7}'])
    reader.push(Buffer.from(`${start}${text}\x07`));
  reader.push(Buffer.from(`${start}{"end":{"code":"no"}}\x07`));
  assert.deepEqual(seen.splice(0), [{ end: { code: null } }]);
  reader.push(Buffer.from(`${start}${'x'.repeat(70_000)}`));
  assert.deepEqual(seen, [70_000 + start.length]);
});

test('a program of another process has the terminal to itself, and the end is known', { skip }, async (t) => {
  const pty = new HeldPty({ cols: 71, rows: 9 });
  const marks: TerminalMark[] = [];
  let text = '';
  pty.onMark = (mark) => marks.push(mark);
  pty.onData((bytes) => (text += bytes.toString()));
  const exits: unknown[] = [];
  pty.onExit((exit) => exits.push(exit));
  const script = 'exec <>"$0" >&0 2>&0; stty size; read -r line; echo "got $line"; exec sleep 100';
  const child = spawn('/bin/sh', ['-c', script, pty.path], { detached: true, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  while (!text.includes('9 71')) await pause(10);
  pty.write('words\r');
  while (!text.includes('got words')) await pause(10);
  pty.write('\x03');
  assert.equal(await ended, 'SIGINT');
  const terminal = openSync(pty.path, 'w');
  writeSync(terminal, writeMark(pty.key, { end: { code: 5 } }));
  closeSync(terminal);
  while (exits.length === 0) await pause(10);
  assert.deepEqual(exits, [{ exitCode: 5 }]);
  assert.deepEqual(marks, [{ end: { code: 5 } }]);
});

test('a terminal that is taken away hangs up on its program', { skip }, async (t) => {
  const pty = new HeldPty({ cols: 80, rows: 24 });
  let text = '';
  pty.onData((bytes) => (text += bytes.toString()));
  const script = String.raw`exec <>"$0" >&0 2>&0; printf '\033]7510;%s;{"pid":%s}\007ready' "$1" "$$"; exec sleep 100`;
  const child = spawn('/bin/sh', ['-c', script, pty.path, pty.key], { detached: true, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  while (!text.includes('ready')) await pause(10);
  pty.kill();
  assert.equal(await ended, 'SIGHUP');
  const late: unknown[] = [];
  pty.onExit((exit) => late.push(exit));
  assert.deepEqual(late, [{ exitCode: 0, signal: 1 }]);
});
