import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyFrame, closeDrawn, openDrawn } from './drawn.ts';
import {
  applyChanges,
  changesBetween,
  MAX_DRAWN,
  MAX_DRAWN_LINES,
  takesKeys,
  type Drawn,
  type DrawnKind,
} from './screens.ts';
import { emptyView } from './view.ts';

const SIZE = { columns: 80, rows: 24 };
const SCREEN: Drawn = { id: 'a', kind: 'screen', screen: SIZE, lines: ['one', 'two'] };

test('the changes between two frames lead from one to the other, and contain only what differs', () => {
  const frames = [
    ['score 1', '  ##  ', ''],
    ['score 2', '   ## ', ''],
    ['score 2', '   ## ', '', 'over'],
    ['aaaa'],
    ['aa'],
    ['aaa'],
    ['🐍😀', 'x'],
    ['🐍😁', 'x'],
    [],
  ];
  let lines: string[] = [];
  for (const frame of frames) {
    lines = applyChanges(lines, changesBetween(lines, frame), frame.length);
    assert.deepEqual(lines, frame);
  }
  assert.deepEqual(changesBetween(['score 1 of 9', 'same'], ['score 2 of 9', 'same']), [[0, 6, 1, '2']]);
  assert.deepEqual(changesBetween(frames[0]!, frames[0]!), []);
  // Things that move at both ends of a line do not repeat what is between them.
  const [old, next] = ['#.', '.#'].map((thing) => `${thing}${' '.repeat(70)}${thing}`) as [string, string];
  const parts = changesBetween([old], [next]);
  assert.deepEqual(parts, [
    [0, 0, 2, '.#'],
    [0, 72, 2, '.#'],
  ]);
  assert.deepEqual(applyChanges([old], parts, 1), [next]);
});

test('a frame changes only its screen: the lines, and where the cursor is', () => {
  const view = openDrawn(openDrawn(emptyView('/w'), SCREEN), { ...SCREEN, id: 'b' });
  const screen = { ...SIZE, cursor: { row: 0, column: 2 } };
  const next = applyFrame(view, { id: 'a', count: 1, changes: [[0, 0, 3, 'ONE']], screen });
  assert.deepEqual(next.drawn[0], { ...SCREEN, lines: ['ONE'], screen });
  assert.equal(next.drawn[1], view.drawn[1]);
  const last = applyFrame(next, { id: 'a', count: 0 });
  assert.deepEqual(last.drawn[0], { ...SCREEN, lines: [], screen });
  assert.deepEqual(applyFrame(view, { id: 'x', count: 1 }), view);
});

test('a screen that is opened again replaces the old one, and a closed one is gone', () => {
  const view = openDrawn(openDrawn(emptyView('/w'), SCREEN), { ...SCREEN, lines: [] });
  assert.deepEqual(view.drawn, [{ ...SCREEN, lines: [] }]);
  assert.deepEqual(closeDrawn(view, 'a').drawn, []);
  assert.equal(closeDrawn(view, 'b'), view);
});

test('only a drawing that replaces the editor, or covers everything, takes keys', () => {
  const kinds: DrawnKind[] = [
    'screen',
    'overlay',
    'editor',
    'header',
    'footer',
    'widgetAbove',
    'widgetBelow',
  ];
  assert.deepEqual(
    kinds.filter((kind) => takesKeys({ ...SCREEN, kind })),
    ['screen', 'overlay', 'editor'],
  );
});

test('only the middle of lines with different lengths is sent, without counting a unit twice', () => {
  const change = (old: string, next: string) => changesBetween([old], [next]);
  assert.deepEqual(change('ab', 'aXb'), [[0, 1, 0, 'X']]);
  assert.deepEqual(change('aXb', 'ab'), [[0, 1, 1, '']]);
  assert.deepEqual(change('aa', 'aaa'), [[0, 2, 0, 'a']]);
  assert.deepEqual(change('aaa', 'aa'), [[0, 2, 1, '']]);
  assert.deepEqual(change('', 'new'), [[0, 0, 0, 'new']]);
  assert.deepEqual(changesBetween([], ['new']), [[0, 0, 0, 'new']]);
});

test('two changes of a line are one if fewer than twelve equal units are between them', () => {
  const changes = (gap: number) => {
    const between = '-'.repeat(gap);
    return changesBetween([`a${between}a`], [`b${between}b`]);
  };
  assert.deepEqual(changes(11), [[0, 0, 13, `b${'-'.repeat(11)}b`]]);
  assert.deepEqual(changes(12), [
    [0, 0, 1, 'b'],
    [0, 13, 1, 'b'],
  ]);
});

test('a frame has no more than 300 lines, and a change of a line that is gone is dropped', () => {
  assert.equal(applyChanges([], [], 1000).length, MAX_DRAWN_LINES);
  assert.deepEqual(applyChanges(['a', 'b'], [[5, 0, 0, 'x']], 1), ['a']);
  assert.deepEqual(applyChanges(['a'], [], 2), ['a', '']);
});

test('the oldest of more than forty drawings is dropped', () => {
  let view = emptyView('/w');
  for (let n = 0; n <= MAX_DRAWN; n++) view = openDrawn(view, { ...SCREEN, id: String(n) });
  assert.deepEqual([view.drawn.length, view.drawn[0]?.id], [MAX_DRAWN, '1']);
});

test('closing one drawing leaves the others', () => {
  const view = openDrawn(openDrawn(emptyView('/w'), SCREEN), { ...SCREEN, id: 'b' });
  assert.deepEqual(
    closeDrawn(view, 'a').drawn.map(({ id }) => id),
    ['b'],
  );
});
