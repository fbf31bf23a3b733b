import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { errorLine } from './error-line.ts';

test('of a crash of Node.js, its error is told, and neither its stack nor its version', () => {
  const program = 'Promise.resolve().then(() => { null.name; });\n';
  const { stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  assert.match(stderr.trim(), /Node\.js v\S+$/);
  assert.match(errorLine(stderr), /^TypeError: Cannot read properties of null/);
});

test('a module that is missing is named, although the files that wanted it come after it', () => {
  const { stderr } = spawnSync(process.execPath, ['-e', "require('./missing')"], { encoding: 'utf8' });
  assert.match(errorLine(stderr), /^Error: Cannot find module '\.\/missing'/);
});

test('of a crash in another language, the line with the error is told', () => {
  const python = 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no such place\n';
  assert.equal(errorLine(python), 'ValueError: no such place');
  const go = 'panic: nothing is there\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:4 +0x1d\n';
  assert.equal(errorLine(go), 'panic: nothing is there');
});

test('without an error the last line is told, and nothing if there is none', () => {
  assert.equal(errorLine('starting\nout of order\n\n'), 'out of order');
  assert.equal(errorLine(' only this\n'), 'only this');
  assert.equal(errorLine('\n'), '');
});
