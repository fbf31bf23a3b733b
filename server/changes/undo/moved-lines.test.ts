import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABSENT, fileState, type FileState } from '../contents/file-state.ts';
import type { ScopedFile } from '../journal/scoped-file.ts';
import { findTakenLines } from './moved-lines.ts';
import type { PlannedRow } from './planned.ts';

/** Each change as the call that made it, and the texts before and after it; null is no file. */
type Changes = Record<string, [call: string, before: string | null, after: string | null][]>;

/**
 * Returns the paths from which an undo of `undone` would take lines of `kept`. `now`: what is on disk. `then`: what the
 * undo makes of its files.
 */
async function taken(
  {
    undone,
    kept,
    lost = [],
    known = {},
  }: { undone: Changes; kept: Changes; lost?: string[]; known?: Changes },
  now: Record<string, string>,
  then: Record<string, string> = {},
): Promise<string[]> {
  const contents = new Map<string, Buffer>();
  const stateOf = (text: string | null): FileState => {
    if (text === null) return ABSENT;
    const state = fileState(Buffer.from(text), 0o644);
    if (state.kind === 'file' && !lost.includes(text)) contents.set(state.hash, Buffer.from(text));
    return state;
  };
  const filesOf = (changes: Changes): ScopedFile[] =>
    Object.entries(changes).map(([path, all]) => ({
      ...{ path, steps: [], isShared: false },
      changes: all.map(([call, before, after]) => ({ call, before: stateOf(before), after: stateOf(after) })),
    }));
  const rowOf = (source: ScopedFile, isUndone: boolean): PlannedRow => {
    const { path } = source;
    const text = then[path] ?? null;
    const after = { state: stateOf(text), ...(text !== null && { bytes: Buffer.from(text) }) };
    const write = { path, before: stateOf(now[path] ?? null), after, steps: [] };
    return isUndone
      ? { path, action: 'restore', writes: [write], sources: [source] }
      : { path, action: 'conflict', writes: [], sources: [source] };
  };
  const rows = [
    ...filesOf(undone).map((source) => rowOf(source, true)),
    ...filesOf(kept).map((source) => rowOf(source, false)),
  ];
  return findTakenLines(rows, {
    known: filesOf(known),
    read: (path) => {
      const text = now[path];
      return Promise.resolve(
        text === undefined ? { state: ABSENT } : { state: stateOf(text), bytes: Buffer.from(text) },
      );
    },
    readContent: (hash) => Promise.resolve(contents.get(hash) ?? null),
  });
}

const MOVED = {
  kept: { a: [['1', 'mine\nrest\n', 'rest\n']] },
  undone: { b: [['1', null, 'mine\n']] },
} satisfies Record<string, Changes>;

test('lines that a call moved out of a file that stays are not taken from where they are now', async () => {
  assert.deepEqual(await taken(MOVED, { a: 'rest\n', b: 'mine\n' }), ['b']);
  assert.deepEqual(await taken(MOVED, { a: 'mine\nrest\n', b: 'mine\n' }), [], 'they are back');
  assert.deepEqual(await taken(MOVED, { a: 'rest\n', b: 'other\n' }), [], 'they are not there');
  assert.deepEqual(await taken(MOVED, { a: 'rest\n', b: 'mine\n' }, { b: 'mine\n' }), [], 'they stay');
});

test('lines of another call, and lines of spaces, were not moved', async () => {
  const other = { ...MOVED, undone: { b: [['2', null, 'mine\n']] } } satisfies Record<string, Changes>;
  assert.deepEqual(await taken(other, { a: 'rest\n', b: 'mine\n' }), []);
  const blank: Record<'kept' | 'undone', Changes> = {
    kept: { a: [['1', '  \nrest\n', 'rest\n']] },
    undone: { b: [['1', null, '  \nnew\n']] },
  };
  assert.deepEqual(await taken(blank, { a: 'rest\n', b: '  \nnew\n' }), []);
});

test('lines are followed through later calls, also through some that were undone before', async () => {
  const further: Record<'kept' | 'undone' | 'known', Changes> = {
    kept: { a: [['1', 'mine\nrest\n', 'rest\n']] },
    undone: { c: [['2', null, 'mine\n']] },
    known: {
      b: [
        ['1', null, 'mine\n'],
        ['2', 'mine\n', null],
      ],
    },
  };
  assert.deepEqual(await taken(further, { a: 'rest\n', c: 'mine\n' }), ['c']);
  assert.deepEqual(await taken({ ...further, known: {} }, { a: 'rest\n', c: 'mine\n' }), []);
});

test('a content that is no longer stored may have had any line', async () => {
  const lost = { ...MOVED, lost: ['mine\nrest\n'] };
  assert.deepEqual(await taken(lost, { a: 'rest\n', b: 'mine\n' }), ['b']);
});
