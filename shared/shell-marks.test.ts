import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitAtMarks } from './shell-marks.ts';

test('output is divided before each mark, and nowhere else', () => {
  const parts = (text: string): string[] =>
    splitAtMarks(Buffer.from(text)).map((part) => Buffer.from(part).toString());
  const [c, d] = ['\x1b]133;C\x07', '\x1b]133;D;0\x07'];
  assert.deepEqual(parts(`a${c}b\x1b[1m\x1b]7;x\x07${d}`), ['a', `${c}b\x1b[1m\x1b]7;x\x07`, d]);
  assert.deepEqual(parts(c + d), [c, d]);
  assert.deepEqual(parts('\x1b]13'), ['\x1b]13']);
  assert.deepEqual(parts(''), ['']);
});
