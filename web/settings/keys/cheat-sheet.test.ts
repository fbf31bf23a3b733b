import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listActions } from '../../actions/table.ts';
import type { Region } from '../../state/workbench/region.ts';
import { cheatSheet } from './cheat-sheet.ts';

// The regions themselves are components.
const regions = [
  { id: 'palette', label: 'Command palette', slot: 'overlay', keys: 'Mod+K' },
  { id: 'terminal', label: 'Terminal', slot: 'below', keys: 'Mod+J' },
] as unknown as Region[];

test('the cheat sheet has twenty keys in five groups, each once and each with a key', () => {
  const groups = cheatSheet({ enterSends: true, onMac: false });
  assert.equal(groups.length, 5);
  const rows = groups.flatMap((group) => group.rows);
  assert.equal(rows.length, 20);
  const names = rows.map((row) => ('action' in row ? row.action : row.words));
  assert.equal(new Set(names).size, 20);
  const actions = listActions(regions);
  for (const row of rows)
    if ('action' in row) assert.ok(actions.find(({ id }) => id === row.action)?.keys, row.action);
    else assert.notEqual(row.keys, '');
});

test('the keys that send depend on the setting', () => {
  const written = (enterSends: boolean): unknown[] =>
    cheatSheet({ enterSends, onMac: false })[1]!.rows.flatMap((row) => ('keys' in row ? row.keys : []));
  assert.deepEqual(written(true), ['Enter', 'Shift+Enter', 'Alt+Enter']);
  assert.deepEqual(written(false), ['Ctrl+Enter', 'Enter', 'Alt+Enter']);
});
