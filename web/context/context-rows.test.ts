import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContextPicture, ContextRow } from '../../shared/context.ts';
import { changeWords, effectOf, priceWords, stateWords, totalOf, visibleRows } from './context-rows.ts';

const row = (id: string, tokens: number, more: Partial<ContextRow> = {}): ContextRow => ({
  id,
  kind: 'user',
  text: id,
  tokens,
  ...more,
});
const SYSTEM = [row('system', 30), row('a', 10, { parent: 'system' }), row('b', 20, { parent: 'system' })];
const picture = (rows: ContextRow[], more: Partial<ContextPicture> = {}): ContextPicture => ({
  rows,
  counted: 10,
  window: 100,
  canEdit: true,
  price: null,
  ...more,
});
const NONE: ReadonlySet<string> = new Set();
const inShort = (rows: ReturnType<typeof visibleRows>): string[] =>
  rows.map(({ row: { id }, level, isOpen }) =>
    [level, id, isOpen].filter((part) => part !== undefined).join(' '),
  );

test('rows are in the order of the request, or the largest first, with the parts of a row below it', () => {
  const rows = [...SYSTEM, row('one', 5), row('two', 50)];
  assert.deepEqual(inShort(visibleRows(rows, { order: 'age', scope: 'all', folded: NONE })), [
    '1 system true',
    '2 a',
    '2 b',
    '1 one',
    '1 two',
  ]);
  assert.deepEqual(inShort(visibleRows(rows, { order: 'size', scope: 'all', folded: new Set(['system']) })), [
    '1 two',
    '1 system false',
    '1 one',
  ]);
});

test('a row that is left out keeps its place among the large ones', () => {
  const rows = [row('one', 5), row('two', 0, { edit: 'omitted', whole: 50 })];
  assert.deepEqual(inShort(visibleRows(rows, { order: 'size', scope: 'all', folded: NONE })), [
    '1 two',
    '1 one',
  ]);
});

test('of what changed, the rows that contain it are shown too', () => {
  const rows = [SYSTEM[0]!, SYSTEM[1]!, { ...SYSTEM[2]!, change: 'changed' as const }, row('one', 5)];
  assert.deepEqual(inShort(visibleRows(rows, { order: 'age', scope: 'changed', folded: NONE })), [
    '1 system true',
    '2 b',
  ]);
});

test('parts of a row are not counted twice', () =>
  assert.equal(totalOf({ rows: [...SYSTEM, row('one', 5)] }), 35));

test('leaving a row out saves its tokens, and everything behind it is read again', () => {
  const rows = [...SYSTEM, row('one', 12_000), row('two', 61_000)];
  assert.deepEqual(effectOf(rows[3]!, rows), { difference: 12_000, uncached: 61_000 });
  assert.equal(
    priceWords(rows[3]!, picture(rows)),
    'saves 12k of 73k tokens; the next request pays 61k uncached',
  );
  assert.match(priceWords(rows[3]!, picture(rows, { price: 3 })), /, about \$0\.18$/);
});

test('calls are left out with their results, which are saved too', () => {
  const rows = [row('call', 10, { kind: 'call', results: 2 }), row('r1', 100, { kind: 'result' })];
  rows.push(row('r2', 200, { kind: 'result' }), row('r3', 400, { kind: 'result' }));
  assert.deepEqual(effectOf(rows[0]!, rows), { difference: 310, uncached: 400 });
});

test('restoring a row adds what was left out, and it is read again too', () => {
  const rows = [row('one', 8, { edit: 'shortened', whole: 100 }), row('two', 50)];
  assert.deepEqual(effectOf(rows[0]!, rows), { difference: 92, uncached: 150 });
  assert.match(
    priceWords(rows[0]!, picture(rows)),
    /^adds 92 to 58 tokens; the next request pays 150 uncached/,
  );
});

test('what changed since the last request is summed up, and nothing is said before the first', () => {
  const rows = [
    row('one', 0, { change: 'removed', before: 40, edit: 'omitted' }),
    row('two', 7, { change: 'new' }),
  ];
  assert.equal(changeWords(picture(rows)), 'Since the last request: 7 tokens more, 40 fewer.');
  assert.equal(changeWords(picture(rows, { counted: null })), null);
  assert.equal(changeWords(picture([row('one', 5)])), null);
});

test('a row says what was done with it, and how it differs', () => {
  assert.equal(stateWords(row('a', 1, { edit: 'omitted', change: 'removed' })), 'left out');
  assert.equal(stateWords(row('a', 1, { change: 'removed' })), 'no longer sent');
  assert.equal(stateWords(row('a', 9, { change: 'changed', before: 4 })), 'was 4, is 9 tokens');
  assert.equal(
    stateWords(row('a', 1, { pending: 'omit', change: 'new' })),
    'changes when this turn has ended, new',
  );
  assert.equal(stateWords(row('a', 1)), '');
});
