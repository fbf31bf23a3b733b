import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveCell, type Cell } from './cell-keys.ts';
import { MOST_ROWS } from './table.ts';
import { TableDesk, type TableRequest, type TableState } from './table-desk.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function load(desk: TableDesk, ...parts: (string | Uint8Array)[]): TableState {
  desk.answer({ do: 'start', separator: null, kept: 0 });
  for (const part of parts) desk.answer({ do: 'append', part });
  return desk.answer({ do: 'end', isCut: false }).state;
}

function rows(desk: TableDesk, from = 0, count = 100): string[] {
  const answer = desk.answer({ do: 'rows', from, count });
  return answer.rows!.map(({ number, cells }) => `${number} ${cells.join(' ')}`);
}

const arrange = (desk: TableDesk, change: Partial<Extract<TableRequest, { do: 'arrange' }>['arrangement']>) =>
  desk.answer({ do: 'arrange', arrangement: { query: '', order: null, hasHeader: null, ...change } }).state;

test('the first row names the columns if it has no numbers, which the user can change', () => {
  const desk = new TableDesk();
  const state = load(desk, 'name,age\nAda,36\nGrace,85\n');
  assert.deepEqual(
    [state.columns, state.total, state.hasHeader, state.isComplete],
    [['name', 'age'], 2, true, true],
  );
  assert.deepEqual(rows(desk), ['1 Ada 36', '2 Grace 85']);
  const without = arrange(desk, { hasHeader: false });
  assert.deepEqual([without.columns, without.total], [['A', 'B'], 3]);
  assert.equal(rows(desk)[0], '1 name age');
  assert.equal(load(new TableDesk(), '1,2\n3,4\n').hasHeader, false);
  assert.equal(load(new TableDesk(), 'a,a\nb,c\n').hasHeader, false);
});

test('a column of numbers is sorted by their size, one of words by the letters, and empty values come last', () => {
  const desk = new TableDesk();
  load(desk, 'word,size\nb,10\nA,"1,200"\nc,9\nä,\nB,9\n');
  arrange(desk, { order: { column: 1, isDescending: false } });
  assert.deepEqual(rows(desk), ['3 c 9', '5 B 9', '1 b 10', '2 A 1,200', '4 ä ']);
  arrange(desk, { order: { column: 1, isDescending: true } });
  assert.deepEqual(rows(desk), ['2 A 1,200', '1 b 10', '3 c 9', '5 B 9', '4 ä ']);
  arrange(desk, { order: { column: 0, isDescending: false } });
  assert.deepEqual(
    rows(desk).map((row) => row.split(' ')[1]),
    ['A', 'ä', 'b', 'B', 'c'],
  );
});

test('the filter finds text in any field, in any case, also where the file doubles its quotes', () => {
  const desk = new TableDesk();
  load(desk, 'name,note\nAda,"say ""hi"", twice"\nGrace,hi\n');
  assert.equal(arrange(desk, { query: 'HI' }).shown, 2);
  assert.equal(arrange(desk, { query: '"hi", t' }).shown, 1);
  assert.deepEqual(rows(desk), ['1 Ada say "hi", twice']);
  // No field has both.
  assert.equal(arrange(desk, { query: 'grace,hi' }).shown, 0);
  assert.equal(desk.answer({ do: 'value', at: -1, column: 1 }).value, 'note');
});

test('while a changed file is read, its last version is shown until the new one reaches as far', () => {
  const desk = new TableDesk();
  const before = load(desk, 'n\n1\n2\n3\n');
  desk.answer({ do: 'start', separator: null, kept: 3 });
  const during = desk.answer({ do: 'append', part: 'n\n10\n20\n' }).state;
  assert.deepEqual([during.revision, during.total, during.isComplete], [before.revision, 3, false]);
  assert.deepEqual(rows(desk), ['1 1', '2 2', '3 3']);
  const after = desk.answer({ do: 'append', part: '30\n40\n' }).state;
  assert.ok(after.revision > before.revision);
  assert.deepEqual(rows(desk), ['1 10', '2 20', '3 30', '4 40']);
  assert.equal(desk.answer({ do: 'end', isCut: false }).state.isComplete, true);
});

test('a changed file is sorted and filtered as the last one was', () => {
  const desk = new TableDesk();
  load(desk, 'n\n1\n2\n');
  arrange(desk, { query: '1', order: { column: 0, isDescending: true } });
  load(desk, 'n\n1\n12\n3\n');
  assert.deepEqual(rows(desk), ['2 12', '1 1']);
});

test('a long value is cut in the grid and whole where it is asked for', () => {
  const desk = new TableDesk();
  const long = 'x'.repeat(5000);
  load(desk, `name\n${long}\n`);
  assert.ok(rows(desk)[0]!.length < 400);
  assert.equal(desk.answer({ do: 'value', at: 0, column: 0 }).value, long);
});

test('a question alone does not change the state, whose id says so', () => {
  const desk = new TableDesk();
  const { id } = load(desk, 'a,b\n1,2\n');
  assert.equal(desk.answer({ do: 'value', at: 0, column: 0 }).state.id, id);
  assert.equal(desk.answer({ do: 'rows', from: 0, count: 9 }).state.id, id);
  assert.notEqual(arrange(desk, { query: '1' }).id, id);
});

test('bytes of an odd encoding are read as what they are', () => {
  const desk = new TableDesk();
  const state = load(desk, Uint8Array.from([...bytesOf('name\nJ'), 0xf6, ...bytesOf('rg\n')]));
  assert.equal(state.encoding, 'windows-1252');
  assert.deepEqual(rows(desk), ['1 Jörg']);
});

test('of a longer file, a million rows are shown, and that there are more', () => {
  const desk = new TableDesk();
  const part = Array.from({ length: 100_001 }, (_, at) => `${at},x\n`).join('');
  const state = load(desk, 'n,word\n', ...Array.from({ length: 10 }, () => part));
  assert.deepEqual([state.total, state.isCut], [MOST_ROWS, true]);
  assert.deepEqual(rows(desk, MOST_ROWS - 1, 10), [`${MOST_ROWS} 99990 x`]);
});

test('an empty file has no rows and no columns', () => {
  const state = load(new TableDesk());
  assert.deepEqual([state.total, state.columns, state.isComplete], [0, [], true]);
});

test('keys move from cell to cell, to the names above and to the ends, and no further', () => {
  const size = { rows: 50, columns: 3, page: 10 };
  const press = (cell: Cell, key: string, ctrlKey = false): Cell | null =>
    moveCell({ key, ctrlKey, metaKey: false, altKey: false, shiftKey: false }, cell, size);
  const start = { row: 0, column: 0 };
  assert.deepEqual(press(start, 'ArrowUp'), { row: -1, column: 0 });
  assert.deepEqual(press({ row: -1, column: 0 }, 'ArrowUp'), { row: -1, column: 0 });
  assert.deepEqual(press(start, 'ArrowDown'), { row: 1, column: 0 });
  assert.deepEqual(press(start, 'PageDown'), { row: 10, column: 0 });
  assert.deepEqual(press({ row: 45, column: 1 }, 'PageDown'), { row: 49, column: 1 });
  assert.deepEqual(press(start, 'End'), { row: 0, column: 2 });
  assert.deepEqual(press(start, 'End', true), { row: 49, column: 2 });
  assert.deepEqual(press({ row: 9, column: 2 }, 'ArrowRight'), { row: 9, column: 2 });
  assert.deepEqual(press({ row: 9, column: 2 }, 'Home', true), start);
  assert.equal(press(start, 'a'), null);
});
