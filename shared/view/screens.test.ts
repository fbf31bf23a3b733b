import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyFrame, closeDrawn, openDrawn } from './drawn.ts';
import { applyChanges, changesBetween, type Drawn } from './screens.ts';
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
