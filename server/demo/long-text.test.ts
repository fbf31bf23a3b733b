import assert from 'node:assert/strict';
import test from 'node:test';
import { longText } from './long-text.ts';
import { factsOf, isPrime } from './number-facts.ts';

test('the text has the requested length plus less than a chapter, and is always the same', () => {
  for (const length of [1, 5_000, 40_000]) {
    const text = longText(length);
    assert.ok(text.length >= length && text.length < length + 2_500, `${text.length} for ${length}`);
    assert.equal(longText(length), text);
  }
});

test('it contains every kind of block, and every fence is closed', () => {
  const text = longText(40_000);
  for (const mark of [
    /^## /m,
    /^- /m,
    /^ {2}- /m,
    /^1\. /m,
    /^\| --- /m,
    /^> > /m,
    /^- \[x\] /m,
    /^---$/m,
    /]\(https:/,
  ]) {
    assert.match(text, mark);
  }
  for (const language of ['ts', 'bash', 'json', 'python', 'diff'])
    assert.ok(text.includes(`\`\`\`${language}\n`));
  assert.equal((text.match(/^```/gm)?.length ?? 1) % 2, 0);
});

test('its statements about numbers are true', () => {
  const facts = factsOf(28);
  assert.equal(facts.roman, 'XXVIII');
  assert.equal(facts.kind, 'perfect');
  assert.deepEqual(facts.factors, [2, 2, 7]);
  assert.deepEqual(facts.divisors, [1, 2, 4, 7, 14, 28]);
  assert.deepEqual(facts.primePairs, [
    [5, 23],
    [11, 17],
  ]);
  assert.equal(facts.collatz.length - 1, 18);
  assert.deepEqual([1, 2, 9, 97].map(isPrime), [false, true, false, true]);
});
