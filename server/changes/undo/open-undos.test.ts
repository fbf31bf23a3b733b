import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, PlanRequest } from '../../../shared/changes.ts';
import { callAt, file, LATER, TURN } from '../fixtures/records.ts';
import { foldRecords } from '../journal/history.ts';
import type { JournalRecord } from '../journal/journal.ts';
import { openUndos } from './open-undos.ts';

interface UndoOptions {
  request?: PlanRequest;
  session?: string;
  steps?: string[];
}

/** An undo or redo with the outcome of each file. */
function undo(
  id: string,
  outcomes: Record<string, Outcome>,
  { request = { undo: { session: true } }, session = 's', steps = [] }: UndoOptions = {},
): JournalRecord[] {
  const at = Number(id.replace(/\D/g, ''));
  const change = { before: file('new'), after: file('old'), steps };
  const files = Object.keys(outcomes).map((path) => ({ path, ...change }));
  const ended = Object.entries(outcomes).map(([path, outcome]) => ({ path, outcome }));
  return [
    { at, type: 'undo', id, session, request, files },
    { at: at + 1, type: 'undone', id, files: ended },
  ];
}

const shown = (...records: JournalRecord[][]): unknown =>
  openUndos(foldRecords(records.flat()), 's').map(({ entry, at, paths }) => [entry, at, paths.join()]);

const idsIn = (session: string, records: JournalRecord[][]): string[] =>
  openUndos(foldRecords(records.flat()), session).map(({ entry }) => entry);

/** `fork` begins with the first turn of `origin`. */
function forkAt(at: number, fork: string, origin = 's'): JournalRecord[] {
  return [{ at, type: 'branch', session: fork, turns: [TURN], origin }];
}

/** A later turn that changes `name`, and the id of its step. */
const workAt = (at: number, name: string): JournalRecord[] =>
  callAt(at, { [name]: [file('old'), file('new')] }, { turn: LATER });

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

test('after a redo of some files, the undo is still listed with the others', () => {
  const undone = undo('u10', { a: 'restored', b: 'deleted', c: 'merged' });
  const redo = (id: string, outcomes: Record<string, Outcome>): JournalRecord[] =>
    undo(id, outcomes, { request: { redo: 'u10' } });
  const [unchecked, failed] = [redo('r20', { a: 'restored' }), redo('r30', { b: 'restored', c: 'failed' })];
  assert.deepEqual(shown(undone, unchecked), [['u10', 10, 'b,c']]);
  assert.deepEqual(shown(undone, unchecked, failed), [['u10', 10, 'c']]);
  assert.deepEqual(shown(undone, unchecked, failed, redo('r40', { c: 'restored' })), []);
});

test('a change that was undone again after its redo belongs to the later undo, until either of them is redone', () => {
  const records = [workAt(5, 'a')];
  const act = (id: string, request?: PlanRequest): number =>
    records.push(undo(id, { a: 'restored' }, { steps: ['5 call-5 a'], ...(request && { request }) }));
  act('u10');
  act('r20', { redo: 'u10' });
  assert.deepEqual(shown(...records), []);
  act('u30');
  assert.deepEqual(shown(...records), [['u30', 30, 'a']]);
  act('r40', { redo: 'u10' });
  assert.deepEqual(shown(...records), []);
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

test('a fork lists the undos made just before it, until they are redone there', () => {
  const before = [
    workAt(5, 'a'),
    undo('u10', { a: 'restored' }),
    forkAt(20, 'fork'),
    forkAt(30, 'clone', 'fork'),
  ];
  assert.deepEqual(idsIn('fork', before), ['u10']);
  assert.deepEqual(idsIn('clone', before), ['u10'], 'a fork of the fork');
  const redo = undo('r40', { a: 'restored' }, { request: { redo: 'u10' }, session: 'fork' });
  for (const session of ['s', 'fork', 'clone'])
    assert.deepEqual(idsIn(session, [...before, redo]), [], session);
});

test('a fork does not list undos that its origin made later, or before further work that the fork does not have', () => {
  const late = [forkAt(8, 'fork'), undo('u10', { a: 'restored' })];
  assert.deepEqual(idsIn('fork', late), [], 'later');
  const worked = [undo('u10', { a: 'restored' }), workAt(15, 'b'), forkAt(20, 'fork')];
  assert.deepEqual(idsIn('fork', worked), [], 'before further work');
  assert.deepEqual(idsIn('s', worked), ['u10']);
});

test('a fork lists the undos of the changes that it has, whenever they were made', () => {
  const shared = callAt(5, { a: [file('old'), file('new')] });
  const records = (steps: string[]): JournalRecord[][] => [
    shared,
    workAt(7, 'a'),
    undo('u10', { a: 'restored' }, { steps }),
    workAt(15, 'b'),
    forkAt(20, 'fork'),
  ];
  assert.deepEqual(idsIn('fork', records(['5 call-5 a'])), ['u10']);
  assert.deepEqual(idsIn('fork', records(['5 call-5 a', '7 call-7 a'])), [], 'some of them');
});
