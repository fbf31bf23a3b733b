import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../shared/changes.ts';
import { ABSENT, fileState, hashOf } from './contents/file-state.ts';
import { callAt, file, LATER } from './fixtures/records.ts';
import { foldRecords } from './journal/history.ts';
import type { JournalRecord } from './journal/journal.ts';
import { lineAuthors, runsOf } from './line-authors.ts';

test('successive lines of one author are one run', () => {
  const turn = { turn: 'user-1' };
  assert.deepEqual(runsOf([turn, { ...turn }, 'user', 'unknown', 'unknown']), [
    { lines: 2, by: turn },
    { lines: 1, by: 'user' },
    { lines: 2, by: 'unknown' },
  ]);
});

/** These texts as the store has them. */
function reader(...texts: string[]) {
  const stored = new Map(texts.map((text) => [hashOf(Buffer.from(text)), Buffer.from(text)]));
  return (hash: string) => Promise.resolve(stored.get(hash) ?? null);
}

function authorsOf(records: readonly JournalRecord[], now: string, ...texts: string[]) {
  const bytes = Buffer.from(now);
  const current = { state: fileState(bytes, 0o644), bytes };
  const sorted = records.toSorted((a, b) => a.at - b.at);
  return lineAuthors(foldRecords(sorted), { path: 'a', session: 's', current }, reader(now, ...texts));
}

const AGENT = { turn: 'user-1000' };

test('changes, saves and undos of other files say nothing about this one', async () => {
  const [old, now] = ['1\n', '1\n2\n'];
  const other: JournalRecord[] = [
    ...callAt(10, { b: [file(old), file(now)] }),
    { at: 20, type: 'save', path: 'b', after: file(now) },
  ];
  assert.deepEqual(await authorsOf(other, now, old), ['unknown', 'unknown']);
  const wrote = callAt(30, { a: [file(old), file(now)] });
  assert.deepEqual(await authorsOf([...other, ...wrote], now, old), ['unknown', AGENT]);
});

test('the versions count in the order of time: a save after a change is of the user', async () => {
  const [one, two, three] = ['1\n', '1\n2\n', '1\n2\n3\n'];
  const save: JournalRecord = { at: 50, type: 'save', path: 'a', after: file(three) };
  assert.deepEqual(await authorsOf([save, ...callAt(10, { a: [file(one), file(two)] })], three, one, two), [
    'unknown',
    AGENT,
    'user',
  ]);
});

test('lines that an undo brings back have the authors that they had', async () => {
  const [one, two] = ['1\n', '2\n'];
  const undo: JournalRecord[] = [
    {
      at: 30,
      type: 'undo',
      id: 'u',
      session: 's',
      request: { undo: { session: true } },
      files: [{ path: 'a', before: file(two), after: file(one), steps: [] }],
    },
    { at: 31, type: 'undone', id: 'u', files: [{ path: 'a', outcome: 'restored' }] },
  ];
  const records = [
    ...callAt(10, { a: [ABSENT, file(one)] }),
    ...callAt(20, { a: [file(one), file(two)] }),
    ...undo,
  ];
  assert.deepEqual(await authorsOf(records, one, two), [AGENT]);
});

/** The undo of a change of `path` from the first text to the second. */
function undoOf(path: string, [old, now]: [string, string], outcome: Outcome): JournalRecord[] {
  const files = [{ path, before: file(now), after: file(old), steps: [] }];
  return [
    { at: 30, type: 'undo', id: path, session: 's', request: { undo: { session: true } }, files },
    { at: 31, type: 'undone', id: path, files: [{ path, outcome }] },
  ];
}

test("a line that an undo removed is not the agent's when somebody writes it again", async () => {
  const [old, now] = ['x\n', 'x\nline\n'];
  const wrote = callAt(10, { a: [file(old), file(now)] });
  const authors = (undo: JournalRecord[]) => authorsOf([...wrote, ...undo], 'x\nline\ny\n', old, now);
  assert.deepEqual(await authors(undoOf('a', [old, now], 'restored')), ['unknown', 'unknown', 'unknown']);
  for (const undo of [undoOf('a', [old, now], 'failed'), undoOf('b', [old, now], 'restored')])
    assert.deepEqual(await authors(undo), ['unknown', AGENT, 'unknown']);
});

test('lines that the user saved, and that the agent wrote then, keep their authors under an edit elsewhere', async () => {
  const [one, two, three] = ['1\n', '1\n2\n', '1\n2\n3\n'];
  const save: JournalRecord = { at: 10, type: 'save', path: 'a', after: file(two) };
  const records = [
    ...callAt(5, { a: [ABSENT, file(one)] }),
    save,
    ...callAt(20, { a: [file(two), file(three)] }),
  ];
  assert.deepEqual(await authorsOf(records, `${three}4\n`, one, two, three), [
    AGENT,
    'user',
    AGENT,
    'unknown',
  ]);
  assert.deepEqual(await authorsOf(records.slice(0, 3), `${two}3\n`, one, two), [AGENT, 'user', 'unknown']);
});

test("a save is the user's, although the agent read the file before it was recorded", async () => {
  const [one, two, three] = ['1\n', '1\n2\n', '1\n2\n3\n'];
  const save: JournalRecord = { at: 21, type: 'save', path: 'a', after: file(two) };
  const records = [
    ...callAt(5, { a: [ABSENT, file(one)] }),
    ...callAt(19, { a: [file(two), file(three)] }),
    save,
  ];
  assert.deepEqual(await authorsOf(records, three, one, two, three), [AGENT, 'user', AGENT]);
});

test('lines that a call wrote while the user saved the file have no known author', async () => {
  const [one, two] = ['1\n', '1\n2\n'];
  const save: JournalRecord = { at: 15, type: 'save', path: 'a', after: file(two) };
  const records = [...callAt(10, { a: [file(one), file(two)] }, { ms: 10 }), save];
  assert.deepEqual(await authorsOf(records, two, one), ['unknown', 'unknown']);
});

test('if a file has hundreds of versions, lines that are older than the last ones have no known author', async () => {
  const [one, two] = ['old\n', 'old\nnew\n'];
  const records = (count: number): JournalRecord[] => {
    const changes = Array.from({ length: count }, (_, i): [string, string] =>
      i % 2 ? [two, one] : [one, two],
    );
    return [
      ...callAt(1, { a: [ABSENT, file(one)] }),
      ...changes.flatMap(([from, to], i) => callAt(10 + i * 2, { a: [file(from), file(to)] })),
    ];
  };
  assert.deepEqual(await authorsOf(records(100), two, one), [AGENT, AGENT]);
  assert.deepEqual(await authorsOf(records(300), two, one), ['unknown', AGENT]);
});

test('a file that was deleted and created again has the authors of its new lines', async () => {
  const [one, two] = ['1\n2\n', '2\n'];
  const records = [
    ...callAt(10, { a: [file(one), ABSENT] }),
    ...callAt(20, { a: [ABSENT, file(two)] }, { turn: LATER }),
  ];
  assert.deepEqual(await authorsOf(records, two, one), [{ turn: 'user-2000' }]);
});

test('a content that is not text, or no longer stored, does not change the authors; a file that is gone has none', async () => {
  const [one, two] = ['1\n', '1\n2\n'];
  const records = [
    ...callAt(10, { a: [ABSENT, file(one)] }),
    ...callAt(20, { a: [file(one), file('binary\0')] }),
    ...callAt(30, { a: [file('lost'), file(two)] }),
  ];
  assert.deepEqual(await authorsOf(records, two, one, 'binary\0'), [AGENT, AGENT]);
  assert.deepEqual(await authorsOf(records, 'binary\0', one), null);
  const gone = { state: ABSENT };
  const history = foldRecords(records);
  assert.deepEqual(await lineAuthors(history, { path: 'a', session: 's', current: gone }, reader(one)), []);
});

test('runs join the lines of one author, and of one turn, only', () => {
  const other = { turn: 'user-2000' };
  assert.deepEqual(runsOf(['user', 'user', AGENT, { ...AGENT }, other, 'unknown']), [
    { lines: 2, by: 'user' },
    { lines: 2, by: AGENT },
    { lines: 1, by: other },
    { lines: 1, by: 'unknown' },
  ]);
});
