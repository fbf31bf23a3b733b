import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrawnRow } from '../../../shared/view/renders.ts';
import { GrowingRow, withRest } from './growing-row.ts';

test('a text that grows is drawn again after a pause, one request at a time, and only if it has grown', ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const answers: ((drawn: DrawnRow) => void)[] = [];
  const row = new GrowingRow((then) => answers.push(then));
  row.onGrowth(3);
  row.onGrowth(5);
  assert.equal(answers.length, 1);
  answers[0]!({ markdown: 'ONE', of: 3 });
  mock.timers.tick(199);
  assert.equal(answers.length, 1);
  mock.timers.tick(1);
  assert.equal(answers.length, 2, 'it has grown since');
  answers[1]!({ markdown: 'ONE T', of: 5 });
  mock.timers.tick(10_000);
  assert.equal(answers.length, 2, 'a model that is silent leads to no requests');
  row.onGrowth(50_000);
  answers[2]!({ markdown: 'x', of: 50_000 });
  row.onGrowth(50_001);
  mock.timers.tick(499);
  assert.equal(answers.length, 3, 'a long text waits longer');
  mock.timers.tick(1);
  assert.equal(answers.length, 4);
  row.close();
  answers[3]!({ markdown: 'y', of: 50_001 });
  row.onGrowth(60_000);
  mock.timers.tick(10_000);
  assert.equal(answers.length, 4);
});

test('a text that extensions leave alone until it is complete is not asked for again', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let count = 0;
  const row = new GrowingRow((then) => {
    count += 1;
    then(null);
  });
  row.onGrowth(3);
  row.onGrowth(4);
  mock.timers.tick(10_000);
  assert.equal(count, 1);
});

test('what was written since a text was changed comes after it as it was written', () => {
  assert.equal(withRest({ markdown: 'ONE', of: 3 }, 'one two'), 'ONE two');
  assert.equal(withRest({ markdown: '', of: 0 }, 'one two'), 'one two');
  assert.equal(withRest({ markdown: 'ONE TWO THREE', of: 13 }, 'one two'), 'ONE TWO THREE', 'pi is ahead');
  assert.equal(withRest({ markdown: 'DONE' }, 'done'), 'DONE');
  assert.equal(withRest(null, 'done'), 'done');
});
