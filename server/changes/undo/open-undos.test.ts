import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, PlanRequest } from '../../../shared/changes.ts';
import { file } from '../fixtures/records.ts';
import { foldRecords } from '../journal/history.ts';
import type { JournalRecord } from '../journal/journal.ts';
import { openUndos } from './open-undos.ts';

/** An undo or redo with the outcome of each file. */
function undo(
  id: string,
  outcomes: Record<string, Outcome>,
  { request = { undo: { session: true } }, session = 's' }: { request?: PlanRequest; session?: string } = {},
): JournalRecord[] {
  const at = Number(id.replace(/\D/g, ''));
  const change = { before: file('new'), after: file('old'), steps: [] };
  const files = Object.keys(outcomes).map((path) => ({ path, ...change }));
  const ended = Object.entries(outcomes).map(([path, outcome]) => ({ path, outcome }));
  return [
    { at, type: 'undo', id, session, request, files },
    { at: at + 1, type: 'undone', id, files: ended },
  ];
}

const shown = (...records: JournalRecord[][]): unknown =>
  openUndos(foldRecords(records.flat()), 's').map(({ entry, at, paths }) => [entry, at, paths.join()]);

test('undos that were not redone are listed, newest first, with the files that they changed', () => {
  const first = undo('u10', { a: 'restored', b: 'deleted', c: 'failed', d: 'changed' });
  const second = undo('u20', { e: 'merged' });
  assert.deepEqual(shown(first, second), [
    ['u20', 20, 'e'],
    ['u10', 10, 'a,b'],
  ]);
  const redo = (outcome: Outcome): JournalRecord[] =>
    undo('r30', { e: outcome }, { request: { redo: 'u20' } });
  assert.deepEqual(shown(first, second, redo('restored')), [['u10', 10, 'a,b']]);
  assert.equal((shown(first, second, redo('failed')) as unknown[]).length, 2, 'nothing was redone');
});

test('undos of other sessions, those that changed nothing, and those that have not ended are left out', () => {
  const others = undo('u10', { a: 'restored' }, { session: 'other' });
  const [begun] = undo('u30', { a: 'restored' });
  assert.deepEqual(shown(others, undo('u20', { a: 'failed' }), [begun!]), []);
});

test('only the newest twenty are listed', () => {
  const many = Array.from({ length: 25 }, (_, i) => undo(`u${100 + i}`, { a: 'restored' }));
  const all = shown(...many) as unknown[][];
  assert.deepEqual([all.length, all[0]![0], all.at(-1)![0]], [20, 'u124', 'u105']);
});
