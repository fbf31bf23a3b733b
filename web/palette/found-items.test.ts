import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundItems, MAX_ROWS } from './found-items.ts';
import type { Item } from '../actions/steps/step.ts';

const item = (id: string, label: string, detail?: string): Item => ({
  id,
  label,
  ...(detail && { detail }),
  act: () => null,
});
const ids = (items: readonly Item[]): string[] => items.map(({ id }) => id);

const items = [
  item('pi:compact', 'Compact the conversation', 'compact'),
  item('pi:clone', 'Clone this session', 'clone'),
  item('pi:set_auto_retry', 'Automatic retry on or off', 'set_auto_retry'),
];

test('without a query, recently used items come first and all others keep their order', () => {
  const found = foundItems({ items, query: ' ', recent: ['pi:set_auto_retry', 'gone'] });
  assert.deepEqual(ids(found), ['pi:set_auto_retry', 'pi:compact', 'pi:clone']);
});

test("an action is found by pi's name of its command and by the words of its label", () => {
  assert.equal(foundItems({ items, query: 'set_auto' })[0]?.id, 'pi:set_auto_retry');
  assert.equal(foundItems({ items, query: 'retry' })[0]?.id, 'pi:set_auto_retry');
});

test('letters in the right order are enough to find an item', () => {
  assert.equal(foundItems({ items, query: 'clses' })[0]?.id, 'pi:clone');
});

test('of two items that match equally well, the recently used one comes first', () => {
  const alike = [item('a', 'deploy-one.ts'), item('b', 'deploy-two.ts')];
  assert.deepEqual(ids(foundItems({ items: alike, query: 'deploy', recent: ['b'] })), ['b', 'a']);
});

test('the number of rows is limited', () => {
  const many = Array.from({ length: 500 }, (_, n) => item(String(n), `Session ${n}`));
  assert.equal(foundItems({ items: many, query: '' }).length, MAX_ROWS);
});
