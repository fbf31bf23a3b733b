import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessLimit } from './guess-limit.ts';

test('S-20: a hundred wrong tokens a minute are answered, more have to wait, and it is told once', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  let told = 0;
  const wait = guessLimit(() => told++);
  const answers = Array.from({ length: 1000 }, () => wait());
  assert.equal(answers.filter((seconds) => seconds === undefined).length, 100);
  assert.equal(answers.at(-1), 60);
  assert.equal(told, 1);
  now += 59_500;
  assert.equal(wait(), 1);
  now += 500;
  assert.equal(wait(), undefined, 'a new minute');
  assert.equal(told, 1);
});
