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

const key = (name: string, more: object = {}) => ({
  ...{ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  ...more,
});

test('the arrow up recalls only in an empty field or from a recalled text, where it cannot move the caret', () => {
  const recall = new Recall();
  assert.equal(recall.onKey(key('ArrowUp'), 'typed', sent), null);
  assert.equal(recall.onKey(key('ArrowDown'), '', sent), null);
  assert.equal(recall.onKey(key('ArrowUp'), '', sent), 'two');
  assert.equal(recall.onKey(key('ArrowUp'), 'two', sent), 'one');
  assert.equal(recall.onKey(key('ArrowDown'), 'one', sent), 'two');
  assert.equal(recall.onKey(key('ArrowUp'), 'two, changed', sent), null);
});

test('a key with a modifier selects or scrolls, and recalls nothing', () => {
  for (const modifier of ['shiftKey', 'altKey', 'ctrlKey', 'metaKey'])
    assert.equal(new Recall().onKey(key('ArrowUp', { [modifier]: true }), '', sent), null, modifier);
});
