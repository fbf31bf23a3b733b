import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileState } from '../contents/file-state.ts';
import { attributeShells, type Others } from './shell-writes.ts';
import type { Step } from './step.ts';

const content = (hash: string, mode = 0o644): FileState => ({ kind: 'file', hash, size: 0, mode });

/** The rest of a change from `a` to `b` that was noticed while a command ran in a shell. */
function left(others: Partial<Others>): string[] {
  const call = { from: 0, endedAt: 100, turn: { at: 0 } };
  const step = {
    ...{ id: 's', path: 'a.txt', call, at: 100, isFound: true },
    ...{ before: content('a'), after: content('b') },
  } as unknown as Step;
  const found = attributeShells([step], { steps: [], undos: [], saves: [], ...others });
  return found.map(({ before, after }) =>
    [before, after].map((state) => (state.kind === 'file' ? state.hash : state.kind)).join(' '),
  );
}

test('what the user saved in the editor while a command ran in a shell is not undone with the shell', () => {
  // A save tells no mode.
  const save = (base: string, after: string, at = 50): Others['saves'][number] => ({
    ...{ at, path: 'a.txt', base, after: content(after, 0) },
  });
  assert.deepEqual(left({}), ['a b']);
  assert.deepEqual(left({ saves: [save('a', 'b')] }), []);
  assert.deepEqual(left({ saves: [save('a', 'c')] }), ['c b'], 'the shell wrote after the save');
  assert.deepEqual(left({ saves: [save('c', 'b')] }), ['a c'], 'the shell wrote before the save');
  assert.deepEqual(left({ saves: [save('a', 'b', 200)] }), ['a b'], 'it was saved later');
  assert.deepEqual(left({ saves: [{ ...save('a', 'b'), path: 'other.txt' }] }), ['a b']);
});

test('an undo while a command ran in a shell is not what the shell did', () => {
  const undo = { at: 50, files: [{ path: 'a.txt', before: content('a'), after: content('b') }] };
  assert.deepEqual(left({ undos: [undo] as unknown as Others['undos'] }), []);
});

test('a write that was recorded after the end of the command is taken out if its content is what was found', () => {
  const call = {
    ...{ id: 'c', session: 's', turn: { id: 'e', at: 0 }, tool: 'write', at: 90, from: 90, endedAt: 120 },
    ...{ before: new Map(), gaps: [] },
  };
  const byTool = (before: string, after: string): Step => ({
    ...{ id: 't', at: 90, call, path: 'a.txt', isFound: false, isShared: false },
    ...{ before: content(before), after: content(after) },
  });
  // The tool had written before the shell's files were read, and its result was recorded 20 ms later.
  assert.deepEqual(left({ steps: [byTool('a', 'b')] }), []);
  assert.deepEqual(left({ steps: [byTool('c', 'b')] }), ['a c'], 'the shell wrote before the tool');
  assert.deepEqual(left({ steps: [byTool('b', 'c')] }), ['a b'], 'the tool wrote later');
});
