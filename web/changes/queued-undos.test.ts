import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UndoOutcome } from '../../shared/changes.ts';
import { ApiError } from '../lib/requests/api.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { hasFailed, queuedFiles, queuedWords, removeQueued } from './queued-undos.ts';

const QUEUED = { at: 0, isRedo: false, files: 2, paths: ['a', 'b'], outcome: null };
const DONE: UndoOutcome = { undone: 2, left: [] };
const words = (more: object): string => queuedWords({ ...QUEUED, ...more });

test('an undo says that it waits, and then what became of its files', () => {
  assert.equal(words({}), 'Undo of 2 files waits for the end of the turn');
  assert.equal(words({ isRedo: true, files: 1 }), 'Redo of 1 file waits for the end of the turn');
  assert.equal(words({ outcome: DONE }), '2 files undone.');
  assert.equal(words({ isRedo: true, outcome: { undone: 1, left: [] } }), '1 file redone.');
  assert.match(words({ outcome: { undone: 0, left: [] } }), /nothing left to undo/);
  assert.match(words({ isRedo: true, outcome: { undone: 0, left: [] } }), /nothing left to redo/);
  const left = [{ path: 'a', why: 'changed since' }];
  assert.equal(words({ outcome: { undone: 0, left } }), '0 files undone.', 'what was left alone is listed');
  assert.match(
    words({ outcome: { ...DONE, failure: 'The disk is full.' } }),
    /not carried out: The disk is full/,
  );
});

test('an undo that left files alone, failed or could not be recorded stands out, one that waits or worked does not', () => {
  const failed = (outcome: UndoOutcome | null): boolean => hasFailed({ outcome });
  assert.deepEqual([failed(null), failed(DONE)], [false, false]);
  assert.deepEqual(
    [
      { ...DONE, left: [{ path: 'a' }] },
      { ...DONE, failure: 'x' },
      { ...DONE, unrecorded: 'x' },
    ].map(failed),
    [true, true, true],
  );
});

test('an undo is told from the others by its lines, its change, or its first files', () => {
  assert.equal(queuedFiles({ paths: ['a'], lines: { before: [0, 0], after: [1, 3] } }), 'lines 2–3 of a');
  assert.equal(queuedFiles({ paths: ['a'], hunk: 'h' }), 'one change in a');
  assert.equal(queuedFiles({ paths: ['a', 'b', 'c'] }), 'a, b, c');
  assert.equal(queuedFiles({ paths: ['a', 'b', 'c', 'd', 'e'] }), 'a, b, c and 2 more');
});

test('an undo that could not be canceled says why, and the list is read again in any case', async () => {
  for (const failure of [null, new ApiError(409, 'started', 'It has begun.')]) {
    const acts: string[] = [];
    const agent = {
      path: 'api/agents/1',
      api: {
        fetch: (path: string, { method }: RequestInit) => {
          acts.push(`${method} ${path}`);
          return failure ? Promise.reject(failure) : Promise.resolve(new Response());
        },
      },
      changes: { fetch: () => acts.push('read') },
    } as unknown as Agent;
    await removeQueued(agent, 'u1', { show: (kind, message) => void acts.push(`${kind}: ${message}`) });
    assert.deepEqual(acts, [
      'DELETE api/agents/1/changes/queued/u1',
      ...(failure ? ['warning: Undo: It has begun.'] : []),
      'read',
    ]);
  }
});
