import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineTitle, showPlace, type CommentPlace } from './comment.ts';

test('a comment is named by its lines, or by its only line', () => {
  assert.deepEqual([lineTitle('a.ts', 3), lineTitle('a.ts', 3, 3)], ['a.ts:3', 'a.ts:3']);
  assert.equal(lineTitle('a.ts', 3, 5), 'a.ts:3-5');
});

test('a comment leads to where it was written: an output, an answer, a file, or a change in its review', () => {
  const shown: unknown[] = [];
  const note =
    (what: string) =>
    (...args: unknown[]): void =>
      void shown.push([what, ...args]);
  const workbench = {
    showRun: note('run'),
    showInChat: note('chat'),
    showFile: note('file'),
    showCover: () => undefined,
    focus: { find: () => ({ enter: note('preview') }) },
    showReview: note('review'),
  };
  const places: CommentPlace[] = [
    { run: 'r' },
    { message: 'm' },
    { preview: { file: 'a.html' } },
    { path: 'a', line: 2 },
    { path: 'a', line: 2, hunk: 'h' },
    { path: 'a', line: 2, hunk: 'h', turn: 't' },
  ];
  for (const place of places) showPlace(workbench, place);
  assert.deepEqual(shown, [
    ['run', 'r'],
    ['chat', { key: 'm' }],
    ['preview', 'preview'],
    ['file', 'a', { line: 2 }],
    ['review', { path: 'a', hunk: 'h' }],
    ['review', { path: 'a', hunk: 'h', turn: 't' }],
  ]);
});
