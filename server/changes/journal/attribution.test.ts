import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABSENT, hashOf } from '../contents/file-state.ts';
import { callAt, file, LATER, TURN } from '../fixtures/records.ts';
import { foldRecords } from './history.ts';
import type { JournalRecord } from './journal.ts';

const WRITTEN = [ABSENT, file('x')] as const;

/** The steps as `<path of the call>`, with `?` where something else may have written. */
function shown(...records: JournalRecord[]): string[] {
  return foldRecords(records.toSorted((a, b) => a.at - b.at)).steps.map(
    ({ call, path, isShared }) => `${call.id} ${path}${isShared ? '?' : ''}`,
  );
}

const found = { isFound: true, ms: 10 };
const elsewhere = { session: 't', turn: LATER };

test('a file that a command changed while nothing else ran is its own change', () => {
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, found)), ['call-10 a']);
});

test('a file that a command found is not its own if another call was asked to write it at that time', () => {
  const records = [
    ...callAt(10, { a: WRITTEN, b: WRITTEN }, found),
    ...callAt(12, { a: WRITTEN }, elsewhere),
  ];
  assert.deepEqual(shown(...records), ['call-12 a', 'call-10 b']);
  const earlier = callAt(5, { a: WRITTEN }, elsewhere);
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, found), ...earlier), ['call-5 a', 'call-10 a']);
});

test('a file that two commands found is shared between different turns, but not within one turn', () => {
  const other = (turn = LATER) => callAt(15, { a: WRITTEN }, { ...found, session: 't', turn });
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, found), ...other()), ['call-10 a?', 'call-15 a?']);
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, found), ...other(TURN)), ['call-10 a', 'call-15 a']);
});

test('a call that was asked to write one path shares no other path', () => {
  const asked = callAt(12, { b: WRITTEN }, elsewhere);
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, found), ...asked), ['call-12 b', 'call-10 a']);
});

test('a call that was asked to write the path and left it unchanged may have written it in between', () => {
  const same = callAt(12, { a: [file('x'), file('x')] }, elsewhere);
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, found), ...same), ['call-10 a?']);
});

test('calls overlap if one begins before the other has ended, to the millisecond', () => {
  const first = callAt(10, { a: WRITTEN }, found);
  assert.deepEqual(shown(...first, ...callAt(20, { a: WRITTEN }, { ...found, ...elsewhere })), [
    'call-10 a?',
    'call-20 a?',
  ]);
  assert.deepEqual(shown(...first, ...callAt(21, { a: WRITTEN }, { ...found, ...elsewhere })), [
    'call-10 a',
    'call-21 a',
  ]);
});

test('three overlapping calls each know both others', () => {
  const records = [
    ...callAt(10, { a: WRITTEN }, { isFound: true, ms: 20 }),
    ...callAt(11, {}, { isFound: true, ms: 20 }),
    ...callAt(12, {}, { ...elsewhere, isFound: true, ms: 1 }),
  ];
  assert.deepEqual(shown(...records), ['call-10 a?']);
});

test('a call that was cut off overlaps calls of other sessions, but not the next call of its own session', () => {
  const [cutOff] = callAt(10, { a: WRITTEN }, { isFound: true, turn: LATER }) as [JournalRecord];
  assert.deepEqual(shown(cutOff, ...callAt(20, { a: WRITTEN }, found)), ['call-20 a']);
  assert.deepEqual(shown(cutOff, ...callAt(20, { a: WRITTEN }, { ...found, session: 't' })), ['call-20 a?']);
});

test('a file that the user saved during a call is shared, even if the call was asked for it', () => {
  const save = (at: number, path = 'a'): JournalRecord => ({ at, type: 'save', path, after: file('y') });
  const asked = callAt(10, { a: WRITTEN }, { ms: 10 });
  for (const at of [10, 15, 20]) assert.deepEqual(shown(...asked, save(at)), ['call-10 a?'], String(at));
  for (const at of [9, 21]) assert.deepEqual(shown(...asked, save(at)), ['call-10 a'], String(at));
  assert.deepEqual(shown(...asked, save(15, 'b')), ['call-10 a']);
});

test('a save is taken out of a call in each order in which both may have been read and recorded', () => {
  const save = (at: number, base: string, after: string): JournalRecord => ({
    ...{ at, type: 'save', path: 'a', base: hashOf(Buffer.from(base)), after: file(after, 0) },
  });
  const states = (...records: JournalRecord[]): unknown[] =>
    foldRecords(records.toSorted((a, b) => a.at - b.at)).steps.map(({ before, after, isShared }) => ({
      before,
      after,
      isShared,
    }));
  const asked = callAt(10, { a: [file('saved'), file('tool')] }, { ms: 10 });
  const own = [{ before: file('saved'), after: file('tool'), isShared: false }];
  // The call read what the save had written, and the save was recorded later.
  assert.deepEqual(states(...asked, save(15, 'old', 'saved')), own);
  // The save came after the call had read the file.
  const later = callAt(10, { a: [file('old'), file('tool')] }, { ms: 10 });
  assert.deepEqual(states(...later, save(15, 'old', 'saved')), own);
  // Two saves, of which the call had read the first.
  const between = [save(11, 'old', 'first'), save(15, 'first', 'saved')];
  const first = callAt(10, { a: [file('first'), file('tool')] }, { ms: 10 });
  assert.deepEqual(states(...first, ...between), own);
  assert.deepEqual(states(...later, ...between), own);
  // All that changed was the save.
  assert.deepEqual(states(...callAt(10, { a: [file('old'), file('saved')] }, { ms: 10 }), ...between), []);
  // Something else wrote in between, and its content is missing.
  assert.deepEqual(states(...later, save(15, 'other', 'saved')), [
    { before: file('old'), after: file('tool'), isShared: true },
  ]);
});

test('a change that was found during a command of the user is shared, but a requested write is not', () => {
  const command = (from: number, to?: number): JournalRecord[] => [
    { at: from, type: 'command', call: 'c', from },
    ...(to === undefined ? [] : [{ at: to, type: 'command' as const, call: 'c', from, to }]),
  ];
  const run = callAt(10, { a: WRITTEN }, found);
  for (const [from, to] of [
    [5, 10],
    [12, 13],
    [20, 30],
  ] as const)
    assert.deepEqual(shown(...run, ...command(from, to)), ['call-10 a?'], `${from} to ${to}`);
  assert.deepEqual(shown(...run, ...command(5)), ['call-10 a?'], 'it still runs');
  assert.deepEqual(shown(...run, ...command(5, 9)), ['call-10 a']);
  assert.deepEqual(shown(...run, ...command(21, 22)), ['call-10 a']);
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, { ms: 10 }), ...command(12, 13)), ['call-10 a']);
});

test('one save during a call, or one call beside it, is enough among others that were not', () => {
  const save = (at: number): JournalRecord => ({ at, type: 'save', path: 'a', after: file('y') });
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, { ms: 10 }), save(1), save(15)), ['call-10 a?']);
  const records = [
    ...callAt(1, { a: WRITTEN }),
    ...callAt(10, { a: WRITTEN, b: WRITTEN }, found),
    ...callAt(12, { a: WRITTEN }, elsewhere),
  ];
  assert.deepEqual(shown(...records), ['call-1 a', 'call-12 a', 'call-10 b']);
});

test('only the records of saves and commands count as such', () => {
  const queued: JournalRecord = {
    at: 15,
    type: 'queued',
    id: 'q',
    session: 's',
    request: { redo: 'u' },
    files: [],
  };
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, found), queued), ['call-10 a']);
});

test('the next command of a session, begun in the millisecond in which the previous one ended, does not overlap it', () => {
  const next = callAt(20, { b: WRITTEN }, { ...found, turn: LATER });
  assert.deepEqual(shown(...callAt(10, { a: WRITTEN }, found), ...next), ['call-10 a', 'call-20 b']);
});
