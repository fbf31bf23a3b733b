import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrawnRow, RowToDraw } from '../../../shared/view/renders.ts';
import { DrawnRows } from './drawn-rows.svelte.ts';

const row = (id: string, isExpanded = false): RowToDraw => ({ kind: 'entry', id, isExpanded });

/** Requests the rows and resolves once all of them are shown. */
function show(rows: DrawnRows, ...requests: [owner: string, row: RowToDraw][]): Promise<DrawnRow[]> {
  const shown = requests.map(
    ([owner, row]) => new Promise<DrawnRow>((show) => rows.draw(owner, { row, columns: 80, show })),
  );
  return Promise.all(shown);
}

test('rows that are shown together are drawn with one request, which has at most forty rows', async () => {
  const sizes: number[] = [];
  const rows = new DrawnRows((_columns, all) => {
    sizes.push(all.length);
    return Promise.resolve(all.map((one) => ({ lines: ['id' in one ? one.id : ''], omitted: 0 })));
  });
  const all = Array.from({ length: 50 }, (_, n): [string, RowToDraw] => [`o${n}`, row(`e${n}`)]);
  const drawn = await show(rows, ...all);
  assert.deepEqual(sizes, [40, 10]);
  assert.deepEqual(drawn[49], { lines: ['e49'], omitted: 0 });
  assert.deepEqual(rows.find(row('e3'), 80), { lines: ['e3'], omitted: 0 });
  assert.equal(rows.find(row('e3', true), 80), undefined);
});

test('a row that changes before its request is sent is drawn once, and a failed request leads to the page’s own form', async () => {
  let count = 0;
  const rows = new DrawnRows((_columns, all) => {
    count += all.length;
    return Promise.resolve(null);
  });
  rows.draw('o1', { row: row('a'), columns: 80, show: () => assert.fail('replaced') });
  const drawn = await show(rows, ['o1', row('b')]);
  assert.deepEqual([drawn, count], [[null], 1]);
});

test('rows of different widths are drawn with requests of their own, and a later row with the next one', async () => {
  const asked: [number, number][] = [];
  const rows = new DrawnRows((columns, all) => {
    asked.push([columns, all.length]);
    return Promise.resolve(all.map(() => ({ lines: [`${columns}`], omitted: 0 })));
  });
  const draw = (owner: string, columns: number): Promise<DrawnRow> =>
    new Promise((show) => rows.draw(owner, { row: row(owner), columns, show }));
  const drawn = await Promise.all([draw('a', 80), draw('b', 40), draw('c', 80)]);
  assert.deepEqual(
    drawn.map((one) => one && 'lines' in one && one.lines),
    [['80'], ['40'], ['80']],
  );
  rows.draw('gone', { row: row('gone'), columns: 80, show: () => assert.fail('it left the page') });
  rows.cancel('gone');
  await draw('d', 80);
  assert.deepEqual(asked, [
    [80, 2],
    [40, 1],
    [80, 1],
  ]);
});
