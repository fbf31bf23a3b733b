import assert from 'node:assert/strict';
import test from 'node:test';
import { failureWords, lastLines } from './last-lines.ts';

test('the last lines are those with text at the end', () => {
  assert.equal(lastLines('a\nb\nc\nd\n', 2), 'c\nd');
  assert.equal(lastLines('only', 3), 'only');
  assert.equal(lastLines('', 3), '');
});

test('a line that is still being rewritten counts as one', () => {
  assert.equal(lastLines('a\n10 %\r20 %\r', 1), '10 %\r20 %');
});

test("pi's sentence about the exit code is not what the command wrote", () => {
  assert.equal(failureWords('no such host\n\n\nCommand exited with code 3'), 'no such host');
  assert.equal(failureWords('Could not find the text'), 'Could not find the text');
  assert.equal(
    failureWords('half\n\n\nCommand timed out after 5 seconds'),
    'half\nCommand timed out after 5 seconds',
  );
});
