import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABSENT, unknown, type FileState } from '../contents/file-state.ts';
import type { TreeFile } from '../contents/tree-file.ts';
import { file } from '../fixtures/records.ts';
import { followMoves, type FoundChange } from './moved-files.ts';

const START = 1_000_000;
const UNKNOWN = unknown('Its content before the command is not known.');
const HERE = unknown('It was moved here from a place where nothing is recorded.');

/** `born`: in ms since the command began. */
function treeFile(ino: number, born: number, more: Partial<TreeFile> = {}): TreeFile {
  const birthtimeNs = BigInt(START + born) * 1_000_000n;
  const times = { birthtimeNs, mtimeNs: 5n, changedAt: 0, signature: '' };
  return {
    ...times,
    size: 1,
    ino: BigInt(ino),
    names: 1,
    mode: 0o644,
    kind: 'file',
    isFresh: false,
    ...more,
  };
}

type Found = [path: string, from: [TreeFile, FileState] | null, to: [TreeFile, FileState] | null];

/** Returns the recorded states before the command. */
function before(...found: Found[]): FileState[] {
  const changes = found.map(([path, from, to]): FoundChange => ({
    change: { path, before: from?.[0] ?? null, after: to?.[0] ?? null },
    record: { path, before: from?.[1] ?? ABSENT, after: to?.[1] ?? ABSENT },
  }));
  return followMoves(changes, START).map((record) => record.before);
}

test('what a moved file contains at its new path is what it contained at the old one, with its old mode', () => {
  const [old, now] = [treeFile(1, -5000, { mode: 0o600 }), treeFile(1, -5000)];
  assert.deepEqual(before(['a', [old, UNKNOWN], null], ['b', null, [now, file('x')]]), [
    { ...file('x'), mode: 0o600 },
    ABSENT,
  ]);
  const other = treeFile(2, -5000);
  assert.deepEqual(
    before(['a', [old, UNKNOWN], [other, file('y')]], ['b', [other, file('y')], [now, file('x')]]),
    [{ ...file('x'), mode: 0o600 }, file('y')],
    'two files that were swapped',
  );
});

test('a moved file that was written to since does not tell what it contained, and is not new', () => {
  const old = treeFile(1, -5000);
  for (const more of [{ size: 2 }, { mtimeNs: 6n }])
    assert.deepEqual(
      before(['a', [old, UNKNOWN], null], ['b', null, [treeFile(1, -5000, more), file('x')]]),
      [UNKNOWN, HERE],
    );
});

test('a file that is older than the command is not new, unless it came from a path whose file is known', () => {
  const [old, now] = [treeFile(1, -5000), treeFile(1, -5000)];
  assert.deepEqual(before(['b', null, [now, file('x')]]), [HERE]);
  assert.deepEqual(before(['a', [old, file('x')], null], ['b', null, [now, file('x')]]), [file('x'), ABSENT]);
  assert.deepEqual(before(['b', null, [treeFile(1, 0), file('x')]]), [ABSENT]);
  assert.deepEqual(before(['b', null, [treeFile(1, -15), file('x')]]), [ABSENT], 'the clock lags behind');
  assert.deepEqual(before(['b', null, [{ ...now, names: 2 }, file('x')]]), [ABSENT], 'another name of it');
  assert.deepEqual(before(['b', null, [{ ...now, kind: 'link' }, file('x')]]), [ABSENT]);
});

test('without times of birth, a file is only older if the command found it at another path', () => {
  const [old, now] = [treeFile(1, 0), treeFile(1, 0, { birthtimeNs: 0n, size: 2 })];
  assert.deepEqual(before(['b', null, [now, file('x')]]), [ABSENT]);
  assert.deepEqual(before(['a', [old, UNKNOWN], null], ['b', null, [now, file('x')]]), [UNKNOWN, HERE]);
});

test('a file that replaces another by a move is undone as one that was written', () => {
  const [old, now] = [treeFile(1, -5000), treeFile(2, -5000)];
  assert.deepEqual(before(['a', [old, file('a')], [now, file('x')]]), [file('a')]);
  assert.deepEqual(before(['a', [old, UNKNOWN], [treeFile(1, -5000, { size: 3 }), file('x')]]), [UNKNOWN]);
});

test('a folder that was moved with its repository is not new; one with a new repository is', () => {
  const folder = (git?: bigint): TreeFile => treeFile(9, -5000, { kind: 'folder', git });
  const state: FileState = { kind: 'folder', mode: 0o755 };
  const moved = unknown('It was moved with its git repository. Move it back as a whole.');
  assert.deepEqual(before(['b', null, [folder(7n), state]], ['a', [folder(7n), state], null]), [
    moved,
    state,
  ]);
  assert.deepEqual(before(['b', null, [folder(8n), state]], ['a', [folder(7n), state], null]), [
    ABSENT,
    state,
  ]);
  assert.deepEqual(before(['b', null, [folder(), state]], ['a', [folder(), state], null]), [ABSENT, state]);
});
