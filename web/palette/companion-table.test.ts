import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyView } from '../../shared/view/view.ts';
import { bestFor, companionLackOf } from './companion-table.ts';

const view = { ...emptyView('/w', '0.87.1'), ready: true, companionLack: null };
const without = { ...view, companionLack: 'It was left out.' };

test("what the panel's extension does cannot be asked for without it, and says why", () => {
  assert.equal(companionLackOf('panel_navigate', without), 'It was left out.');
  assert.equal(companionLackOf('panel_navigate', view), undefined);
  assert.match(companionLackOf('panel_reload', { ...view, run: { startedAt: 1 } }) ?? '', /at work/);
});

test('a button leads to the tree one can go about in, and to a restart where nothing can be reloaded', () => {
  assert.deepEqual([bestFor('get_tree', view), bestFor('get_tree', without)], ['panel_navigate', 'get_tree']);
  assert.deepEqual(
    [bestFor('panel_reload', view), bestFor('panel_reload', without)],
    ['panel_reload', 'restartAgent'],
  );
});
