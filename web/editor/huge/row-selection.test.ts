import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { selectedText } from './row-selection.ts';

/** A point of the page: the row, and the character in its text. */
type Point = [row: number, at: number];

const compare = (a: Point, b: Point): number => a[0] - b[0] || a[1] - b[1];

interface Row {
  at: number;
  text: string;
  isContinued?: boolean;
}

/** Like a browser's, for rows with one text each. */
class FakeRange {
  static readonly START_TO_START = 0;
  static readonly END_TO_END = 2;
  start: Point;
  end: Point;
  readonly #rows: readonly Row[];

  constructor(rows: readonly Row[], start: Point, end: Point) {
    this.#rows = rows;
    this.start = start;
    this.end = end;
  }

  get startContainer(): number {
    return this.start[0];
  }

  get startOffset(): number {
    return this.start[1];
  }

  get endContainer(): number {
    return this.end[0];
  }

  get endOffset(): number {
    return this.end[1];
  }

  setStart(row: number, at: number): void {
    this.start = [row, at];
  }

  setEnd(row: number, at: number): void {
    this.end = [row, at];
  }

  selectNodeContents({ at, text }: Row): void {
    this.start = [at, 0];
    this.end = [at, text.length];
  }

  intersectsNode({ row: { at, text } }: { row: Row }): boolean {
    return compare(this.start, [at, text.length]) <= 0 && compare(this.end, [at, 0]) >= 0;
  }

  compareBoundaryPoints(how: number, other: FakeRange): number {
    return how === FakeRange.START_TO_START ? compare(this.start, other.start) : compare(this.end, other.end);
  }

  toString(): string {
    const { text } = this.#rows[this.start[0]]!;
    return text.slice(this.start[1], this.end[1]);
  }
}

function open(t: TestContext, rows: readonly Row[]) {
  Object.defineProperty(globalThis, 'Range', { value: FakeRange, configurable: true });
  const document = { createRange: () => new FakeRange(rows, [0, 0], [0, 0]) };
  Object.defineProperty(globalThis, 'document', { value: document, configurable: true });
  t.after(() => ['Range', 'document'].forEach((name) => Reflect.deleteProperty(globalThis, name)));
  const elements = rows.map((row) => ({
    row,
    lastElementChild: row,
    dataset: row.isContinued ? { continued: '' } : {},
  }));
  const root = { querySelectorAll: () => elements } as unknown as HTMLElement;
  return (start: Point, end: Point): string =>
    selectedText(root, new FakeRange(rows, start, end) as unknown as Range);
}

test('what is copied is the text of the selected rows: no line numbers, and a long line in one piece', (t) => {
  const select = open(t, [
    { at: 0, text: 'first' },
    { at: 1, text: 'a very lo' },
    { at: 2, text: 'ng line', isContinued: true },
    { at: 3, text: 'last' },
  ]);
  assert.equal(select([0, 0], [3, 4]), 'first\na very long line\nlast');
  assert.equal(select([0, 2], [1, 6]), 'rst\na very');
  assert.equal(select([2, 3], [3, 2]), 'line\nla', 'it may begin in the middle of a line');
  assert.equal(select([1, 2], [1, 6]), 'very');
});
