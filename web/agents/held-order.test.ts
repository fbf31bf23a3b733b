import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdOrder } from './held-order.ts';

const rows = (ids: string): { id: string }[] => [...ids].map((id) => ({ id }));
const idsOf = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join('');

test('while the order is held, known rows stay where they are and new ones come last', () => {
  assert.equal(idsOf(holdOrder(rows('cab'), null)), 'cab');
  assert.equal(idsOf(holdOrder(rows('cxabz'), ['a', 'gone', 'b', 'c'])), 'abcxz');
});

test('an agent that needs the user comes first even while the order is held', () => {
  const held = ['a', 'b', 'c', 'd'];
  const needing = (ids: string) => (row: { id: string }) => ids.includes(row.id);
  assert.equal(idsOf(holdOrder(rows('cabd'), held, needing('c'))), 'cabd');
  assert.equal(idsOf(holdOrder(rows('dxcab'), held, needing('xd'))), 'dxabc');
  assert.equal(idsOf(holdOrder(rows('abcd'), held, needing(''))), 'abcd');
});
