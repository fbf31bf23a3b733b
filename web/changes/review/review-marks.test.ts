import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { memoryStorage, Persisted } from '../../lib/storage/persisted.ts';
import type { HunkRow } from '../../markdown/diff/hunk-rows.ts';
import { lineMarks } from '../hunks/kept-lines.ts';
import { MAX_MARKS, ReviewMarks } from './review-marks.svelte.ts';

beforeEach(() =>
  new Persisted<string[]>({ area: 'browser', key: 'pi-panel.reviewed', parse: () => [] }).set([]),
);

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `${from + at}`);

test('what was kept is kept after a reload, until the user takes it back', () => {
  const marks = new ReviewMarks();
  marks.set(['a', 'b'], true);
  marks.set(['b'], false);
  const reloaded = new ReviewMarks();
  assert.deepEqual([marks.has('a'), marks.has('b')], [true, false]);
  assert.deepEqual([reloaded.has('a'), reloaded.has('b')], [true, false]);
});

test('beyond the limit the oldest marks are dropped, and one that is set again is the newest', () => {
  const marks = new ReviewMarks();
  marks.set(numbers(0, MAX_MARKS), true);
  marks.set(['0'], true);
  marks.set(['new'], true);
  for (const shown of [marks, new ReviewMarks()]) {
    assert.deepEqual(
      ['0', '1', '2', `${MAX_MARKS - 1}`, 'new'].map((mark) => shown.has(mark)),
      [true, false, true, true, true],
    );
  }
});

test('lines that were kept one by one are told from whole hunks', () => {
  const rows: HunkRow[] = [
    { kind: 'same', text: 'a', before: 1, after: 1 },
    { kind: 'removed', text: 'b', before: 2, after: null },
    { kind: 'added', text: 'c', before: null, after: 2 },
  ];
  const [, removed, added] = lineMarks('a.ts', rows);
  const marks = new ReviewMarks();
  marks.set(['whole hunk'], true);
  assert.equal(marks.hasLines, false);
  marks.set([added!], true);
  assert.deepEqual([marks.hasLines, marks.hasAll('a.ts', rows)], [true, false]);
  assert.deepEqual([...marks.keptIn('a.ts', rows)], [2]);
  assert.deepEqual([...marks.keptIn('b.ts', rows)], []);
  marks.set([removed!], true);
  assert.equal(marks.hasAll('a.ts', rows), true);
});

test('what one tab has kept stays kept when another tab keeps something else, or takes something back', () => {
  const [one, other] = [new ReviewMarks(), new ReviewMarks()];
  one.set(['a', 'b'], true);
  other.set(['c'], true);
  one.set(['b'], false);
  const reloaded = new ReviewMarks();
  assert.deepEqual(
    ['a', 'b', 'c'].map((mark) => reloaded.has(mark)),
    [true, false, true],
  );
});

test('without room in the browser, the marks last as long as the page', (t) => {
  const full = (): never => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const storage = memoryStorage();
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  const marks = new ReviewMarks();
  marks.set(['a'], true);
  storage.setItem = full;
  marks.set(['b'], true);
  marks.set(['c'], true);
  assert.deepEqual(
    ['a', 'b', 'c'].map((mark) => marks.has(mark)),
    [true, true, true],
  );
});

test('chosen lines are kept together, and are taken back only when all of them are kept already', () => {
  const rows: HunkRow[] = [
    { kind: 'same', text: 'a', before: 1, after: 1 },
    { kind: 'removed', text: 'b', before: 2, after: null },
    { kind: 'added', text: 'B', before: null, after: 2 },
    { kind: 'added', text: 'C', before: null, after: 3 },
  ];
  const marks = new ReviewMarks();
  const toggle = (...chosen: number[]): number[] => {
    marks.toggleLines('a.ts', rows, new Set(chosen));
    return [...marks.keptIn('a.ts', rows)];
  };
  assert.deepEqual(toggle(0, 1), [1], 'an unchanged line has no mark');
  assert.deepEqual(toggle(1, 2), [1, 2]);
  assert.equal(marks.hasAll('a.ts', rows), false);
  assert.deepEqual(toggle(3), [1, 2, 3]);
  assert.equal(marks.hasAll('a.ts', rows), true);
  assert.deepEqual(toggle(2, 3), [1]);
});
