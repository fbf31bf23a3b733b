import assert from 'node:assert/strict';
import test from 'node:test';
import { Recall } from './recall.ts';

const sent = () => ['one', 'two'];

test('up goes back through sent messages, and down returns to the typed text', () => {
  const recall = new Recall();
  assert.equal(recall.older('', sent), 'two');
  assert.equal(recall.older('two', sent), 'one');
  assert.equal(recall.older('one', sent), null);
  assert.equal(recall.newer('one'), 'two');
  assert.equal(recall.newer('two'), '');
  assert.equal(recall.newer(''), null);
});

test('a recalled text that was changed no longer counts as recalled', () => {
  const recall = new Recall();
  assert.equal(recall.older('', sent), 'two');
  assert.equal(recall.isRecalled('two and more'), false);
  assert.equal(recall.newer('two and more'), null);
});

test('before the first message there is nothing to recall', () => {
  assert.equal(
    new Recall().older('', () => []),
    null,
  );
});

test('what was sent since is recalled first the next time', () => {
  const recall = new Recall();
  assert.equal(recall.older('', sent), 'two');
  assert.equal(recall.newer('two'), '');
  assert.equal(
    recall.older('', () => ['one', 'two', 'three']),
    'three',
  );
});
