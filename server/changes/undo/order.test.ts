import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABSENT, type FileState } from '../contents/file-state.ts';
import { file } from '../fixtures/records.ts';
import { fold, isInTheWay, withLifts, type SetWrite } from './order.ts';

const FOLDER: FileState = { kind: 'folder', mode: 0o755 };

function write(path: string, [before, after]: readonly [FileState, FileState], from?: string): SetWrite {
  return { path, before, after: { state: after }, ...(from !== undefined && { from }) };
}

test('only what leaves is in the way of what comes, at its path, in its folder, or under its name', () => {
  const [a, b] = [file('a'), file('b')];
  const cases: [string, SetWrite, SetWrite, boolean][] = [
    ['another content', write('x', [a, b]), write('x', [a, b]), false],
    ['a file that another one comes to', write('x', [a, b]), write('x', [a, b], 'y'), true],
    ['a folder where a file comes', write('x', [FOLDER, a]), write('x', [FOLDER, a]), true],
    ['a file where a folder comes', write('x', [a, FOLDER]), write('x', [a, FOLDER]), true],
    [
      'a file that leaves, in whose place a folder comes',
      write('x', [a, ABSENT]),
      write('x/y', [ABSENT, b]),
      true,
    ],
    ['a folder that leaves', write('x', [FOLDER, ABSENT]), write('x/y', [ABSENT, b]), false],
    ['a file with a similar name', write('x', [a, ABSENT]), write('xy/z', [ABSENT, b]), false],
    ['a file that stays', write('x', [a, b]), write('x/y', [ABSENT, b]), false],
    ['nothing', write('x', [ABSENT, a]), write('x/y', [ABSENT, b]), false],
    ['a deletion', write('x', [a, ABSENT]), write('x/y', [b, ABSENT]), false],
    ['another spelling that leaves', write('X', [a, ABSENT]), write('x', [ABSENT, b]), true],
    ['another spelling that stays', write('X', [a, b]), write('x', [ABSENT, b]), false],
    [
      'another spelling that is the file itself',
      write('X', [a, ABSENT]),
      write('x', [ABSENT, a], 'X'),
      false,
    ],
    ['another spelling of a folder', write('X', [FOLDER, ABSENT]), write('x', [ABSENT, FOLDER]), false],
    [
      'a folder under another spelling of a file',
      write('X', [FOLDER, ABSENT]),
      write('x', [ABSENT, a]),
      true,
    ],
  ];
  for (const [words, other, one, expected] of cases) assert.equal(isInTheWay(other, one), expected, words);
  assert.equal(fold('A\u0308/B'), fold('\u00e4/b'));
});

test('files that swap are lifted, beside where they were, and a file that only moves is not', () => {
  const [a, b] = [file('a'), file('b')];
  const lifts = (...writes: SetWrite[]): (string | undefined)[] =>
    withLifts(writes).map(({ lift }) => lift?.replace(/[^/]+$/, '*'));
  assert.deepEqual(lifts(write('d/x', [a, b], 'd/y'), write('d/y', [b, a], 'd/x')), ['d/*', 'd/*']);
  assert.deepEqual(lifts(write('d/x', [ABSENT, b], 'd/y'), write('d/y', [b, ABSENT])), [
    undefined,
    undefined,
  ]);
  assert.deepEqual(lifts(write('x', [ABSENT, b], 'y')), [undefined], 'its old path is no part of the undo');
});

test('a file that leaves a folder in whose place it comes is lifted to a folder that stays', () => {
  const a = file('a');
  const inner = write('top/d', [FOLDER, a], 'top/d/e/x');
  const others = [write('top/d/e', [FOLDER, ABSENT]), write('top/d/e/x', [a, ABSENT])];
  const [lifted] = withLifts([inner, ...others]);
  assert.match(lifted!.lift!, /^top\/[^/]+$/);
  const all = [write('top', [FOLDER, a], 'top/x'), write('top/x', [a, ABSENT])];
  const gone = [write('d', [FOLDER, ABSENT]), write('d/x', [a, file('b')]), write('x', [ABSENT, a], 'd/x')];
  assert.match(withLifts(gone)[2]!.lift!, /^[^/]+$/, 'the only folder above it leaves');
  assert.match(withLifts(all)[0]!.lift!, /^[^/]+$/);
});

test('a lifted file is beside nothing that the undo removes, however deep it is in that', () => {
  const [a, b] = [file('a'), file('b')];
  for (const depth of [1, 2, 3]) {
    const folders = ['gone', 'gone/b', 'gone/b/c'].slice(0, depth);
    const from = `${folders.at(-1)}/x`;
    // Only the outermost folder is written: what is in it goes with it.
    for (const left of [folders, folders.slice(0, 1)]) {
      const writes = [
        ...left.map((folder) => write(folder, [FOLDER, ABSENT])),
        write(from, [a, b], 'y'),
        write('y', [b, a], from),
      ];
      const { lift } = withLifts(writes).find(({ path }) => path === 'y')!;
      assert.match(lift!, /^[^/]+$/, `${from}, of ${left.length} folders`);
    }
  }
});
