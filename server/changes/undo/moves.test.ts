import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABSENT, type FileState } from '../contents/file-state.ts';
import { file } from '../fixtures/records.ts';
import { movesIn } from './moves.ts';

const [A, B, C] = [file('a'), file('b'), file('c')] as const;
const LINK: FileState = { kind: 'link', target: 'x' };

type Changes = Record<string, [before: FileState, after: FileState, from?: string]>;

function moves(changes: Changes, canMove?: (path: string) => boolean): string[] {
  const all = Object.entries(changes).map(([path, [before, after, from]]) => ({
    path,
    before,
    after,
    ...(from !== undefined && { from }),
  }));
  return movesIn(all, canMove && (({ path }) => canMove(path))).map(
    ({ from, to }) => `${from.path} ${to.path}`,
  );
}

test('a file that left one path and came to another was moved, also over another file', () => {
  assert.deepEqual(moves({ x: [A, ABSENT], y: [ABSENT, A], z: [B, C] }), ['x y']);
  assert.deepEqual(moves({ x: [A, ABSENT], y: [B, A] }), ['x y']);
  assert.deepEqual(moves({ x: [A, LINK], y: [ABSENT, A] }), ['x y']);
});

test('swaps and circles are moves', () => {
  assert.deepEqual(moves({ x: [A, B], y: [B, A] }), ['y x', 'x y']);
  assert.deepEqual(moves({ x: [A, B], y: [B, C], z: [C, A] }), ['y x', 'z y', 'x z']);
});

test('a copy, an empty file, a link, and a file that was only written are not moves', () => {
  assert.deepEqual(moves({ x: [A, B], y: [ABSENT, A] }), []);
  assert.deepEqual(moves({ x: [file(''), ABSENT], y: [ABSENT, file('')] }), []);
  assert.deepEqual(moves({ x: [LINK, ABSENT], y: [ABSENT, LINK] }), []);
  assert.deepEqual(moves({ x: [A, B] }), []);
});

test('of two files with one content, the one that keeps its name is preferred, and each moves once', () => {
  assert.deepEqual(
    moves({ 'a/x': [A, ABSENT], 'a/y': [A, ABSENT], 'b/y': [ABSENT, A], 'b/x': [ABSENT, A] }),
    ['a/y b/y', 'a/x b/x'],
  );
  // One that was only written is not preferred to one that is gone.
  assert.deepEqual(moves({ x: [A, B], y: [A, ABSENT], z: [ABSENT, A] }), ['y z']);
  assert.deepEqual(moves({ x: [A, ABSENT], y: [ABSENT, A], z: [ABSENT, A] }), ['x y']);
});

test('a known origin counts even if the content differs', () => {
  assert.deepEqual(moves({ x: [A, ABSENT], y: [ABSENT, B, 'x'] }), ['x y']);
  assert.deepEqual(moves({ y: [ABSENT, B, 'x'] }), [], 'the origin is not part of the call');
});

test('a swap with a file that cannot move is not one', () => {
  assert.deepEqual(
    moves({ x: [A, B], y: [B, A] }, (path) => path !== 'x'),
    [],
  );
});
