import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEARCH_WORDS } from '../actions/search-words.ts';
import { listActions } from '../actions/table.ts';
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

test('without a query, what is in use is not among the recently used items', () => {
  const models = [item('new', 'New'), { ...item('now', 'Now'), isCurrent: true }, item('before', 'Before')];
  assert.deepEqual(ids(foundItems({ items: models, query: '', recent: ['now', 'before'] })), [
    'before',
    'new',
    'now',
  ]);
});

test("an action is found by pi's name of its command and by the words of its label", () => {
  assert.equal(foundItems({ items, query: 'set_auto' })[0]?.id, 'pi:set_auto_retry');
  assert.equal(foundItems({ items, query: 'retry' })[0]?.id, 'pi:set_auto_retry');
});

test('letters in the right order are enough to find an item', () => {
  assert.equal(foundItems({ items, query: 'clses' })[0]?.id, 'pi:clone');
});

test('if two items match equally well, the recently used one comes first', () => {
  const alike = [item('a', 'deploy-one.ts'), item('b', 'deploy-two.ts')];
  assert.deepEqual(ids(foundItems({ items: alike, query: 'deploy', recent: ['b'] })), ['b', 'a']);
});

test('the number of rows is limited', () => {
  const many = Array.from({ length: 500 }, (_, n) => item(String(n), `Session ${n}`));
  assert.equal(foundItems({ items: many, query: '' }).length, MAX_ROWS);
});

test('further words find an item, and letters scattered over others do not match beside them', () => {
  const words = (id: string, label: string, further: string) => ({ ...item(id, label), words: further });
  const some = [
    words('review', 'Review', 'diff, compare changes'),
    item('model', 'Do it for free'),
    words('keys', 'Keyboard shortcuts', '帮助, help'),
  ];
  assert.deepEqual(ids(foundItems({ items: some, query: 'diff' })), ['review']);
  assert.deepEqual(ids(foundItems({ items: some, query: 'compare' })), ['review']);
  assert.deepEqual(ids(foundItems({ items: some, query: 'changes' })), ['review']);
  assert.deepEqual(ids(foundItems({ items: some, query: '帮助' })), ['keys']);
  assert.deepEqual(ids(foundItems({ items: some, query: 'dff' })), ['model']);
});

test('a whole further word of an action comes before a command that has the word inside its name', () => {
  const some = [
    item('extension', '/subagent-cost'),
    { ...item('usage', 'Usage by day'), words: 'cost, tokens' },
    item('pi', '/cost'),
  ];
  assert.deepEqual(ids(foundItems({ items: some, query: 'cost' })), ['pi', 'usage', 'extension']);
});

test('each word that users were seen to type finds an action', () => {
  const all = listActions([]).map(({ id, label }) => ({
    ...{ id, label, words: (SEARCH_WORDS as Record<string, string>)[id] ?? '' },
    act: () => null,
  }));
  const expected = {
    compare: 'compare_models',
    dark: 'theme',
    rename: 'set_session_name',
    'word wrap': 'panelSettings',
    theme: 'theme',
    font: 'panelSettings',
    help: 'keys',
    save: 'export_html',
    'several models': 'compare_models',
    history: 'switch_session',
  };
  for (const [typed, id] of Object.entries(expected))
    assert.ok(
      foundItems({ items: all, query: typed })
        .slice(0, 3)
        .some((item) => item.id === id),
      typed,
    );
});
