import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedTurn, PlanRequest } from '../../shared/changes.ts';
import { ABSENT, hashOf, unknown, type FileState } from './contents/file-state.ts';
import { callAt, file, LATER, TURN } from './fixtures/records.ts';
import { foldRecords } from './journal/history.ts';
import type { JournalRecord } from './journal/journal.ts';
import type { RecordedChange } from './remaining-changes.ts';
import { TurnList } from './turn-list.ts';

interface Listed {
  texts?: string[];
  isRunning?: boolean;
  session?: string;
}

/** The files on disk are not compared: the list shows what was recorded. */
const RECORDED = {
  of: ({ changes }: RecordedChange) =>
    Promise.resolve({ left: changes.length > 0 ? null : ('gone' as const), version: 'v' }),
};

async function list(
  records: readonly JournalRecord[],
  { texts = [], isRunning = false, session = 's' }: Listed = {},
) {
  const stored = new Map(texts.map((text) => [hashOf(Buffer.from(text)), Buffer.from(text)]));
  const turns = new TurnList((hash) => Promise.resolve(stored.get(hash) ?? null), RECORDED);
  return (await turns.list({ history: foldRecords(records), session, isRunning, commits: null })).turns;
}

async function listFiles(changes: Record<string, readonly [FileState, FileState]>, texts: string[] = []) {
  return (await list(callAt(10, changes), { texts }))[0]!.files;
}

const ids = (turns: readonly ChangedTurn[]): string[] => turns.map(({ id }) => id);

test('the turns are listed oldest first, without those in which no tool could change anything', async () => {
  const branch: JournalRecord = {
    at: 1,
    type: 'branch',
    session: 's',
    turns: [TURN, { id: 'e0', at: 1500 }, LATER],
  };
  const turns = await list([
    branch,
    ...callAt(30, { a: [ABSENT, file('x')] }, { turn: LATER }),
    ...callAt(10, {}),
    ...callAt(40, {}, { session: 't', turn: { id: 'e9', at: 9 } }),
  ]);
  assert.deepEqual(ids(turns), ['user-1000', 'user-2000']);
  assert.deepEqual([turns[0]!.at, turns[0]!.files], [1000, []]);
  assert.deepEqual(await list([branch], { session: 'nobody' }), []);
});

test('each file is listed with the kind of its change and the lines that came and went', async () => {
  const files = await listFiles(
    {
      b: [file('1\n2\n3\n'), file('1\nnew\nnewer\n3\n')],
      a: [ABSENT, file('1\n2\n')],
      c: [file('1\n'), ABSENT],
      d: [file('x', 0o644), file('x', 0o755)],
    },
    ['1\n2\n3\n', '1\nnew\nnewer\n3\n', '1\n2\n', '1\n', 'x'],
  );
  assert.deepEqual(
    files.map(({ path, kind, added, removed }) => [path, kind, added, removed]),
    [
      ['a', 'created', 2, 0],
      ['b', 'modified', 2, 1],
      ['c', 'deleted', 0, 1],
      ['d', 'mode', 0, 0],
    ],
  );
  assert.deepEqual(files[0], {
    path: 'a',
    kind: 'created',
    added: 2,
    removed: 0,
    version: 'v',
    calls: ['call-10'],
    shared: false,
    known: true,
    undone: false,
  });
});

test('several changes of a file are one, from its first state to its last, with the calls that made them', async () => {
  const records = [
    ...callAt(10, { a: [ABSENT, file('1\n')] }),
    ...callAt(20, { a: [file('1\n'), file('1\n2\n')], b: [ABSENT, file('x')] }),
    ...callAt(30, { a: [file('1\n2\n'), file('1\n2\n3\n')] }),
    { at: 31, type: 'save' as const, path: 'a', after: file('1\n2\n3\n') },
  ];
  const [turn] = await list(records, { texts: ['1\n2\n3\n', 'x'] });
  assert.deepEqual(
    turn!.files.map(({ path, kind, added, calls, shared }) => [path, kind, added, calls, shared]),
    [
      ['a', 'created', 3, ['call-10', 'call-20', 'call-30'], true],
      ['b', 'created', 1, ['call-20'], false],
    ],
  );
});

test('a file that was changed and changed back is not listed', async () => {
  const [one, two] = [file('1'), file('2')];
  assert.deepEqual(
    (await list([...callAt(10, { a: [one, two] }), ...callAt(20, { a: [two, one] })]))[0]!.files,
    [],
  );
  const made = [...callAt(10, { a: [ABSENT, two] }), ...callAt(20, { a: [two, ABSENT] })];
  assert.deepEqual((await list(made))[0]!.files, []);
});

test('a renamed file is one row with both names and no lines', async () => {
  const files = await listFiles({ old: [file('1\n'), ABSENT], new: [ABSENT, file('1\n')] }, ['1\n']);
  assert.deepEqual(
    files.map(({ path, from, kind, added, removed }) => [path, from, kind, added, removed]),
    [['new', 'old', 'renamed', 0, 0]],
  );
  assert.equal('from' in (await listFiles({ a: [ABSENT, file('x')] }))[0]!, false);
});

test('another file at the old path of a renamed one is listed, too', async () => {
  const turns = await list(
    [
      ...callAt(10, { old: [file('1\n'), ABSENT], new: [ABSENT, file('1\n')] }),
      ...callAt(20, { old: [ABSENT, file('2\n3\n')] }),
    ],
    { texts: ['1\n', '2\n3\n'] },
  );
  assert.deepEqual(
    turns[0]!.files.map(({ path, from, kind, added, removed }) => [path, from, kind, added, removed]),
    [
      ['new', 'old', 'renamed', 0, 0],
      ['old', undefined, 'modified', 2, 1],
    ],
  );
});

test('lines are not counted in contents that are lost or not text, and a link has none', async () => {
  const link: FileState = { kind: 'link', target: 'x' };
  const files = await listFiles(
    {
      binary: [file('1\n'), file('\0')],
      link: [link, file('1\n')],
      lost: [file('lost'), file('1\n')],
      unknown: [unknown('Not read.'), file('1\n')],
      unread: [file('1\n'), unknown('Too large.')],
    },
    ['1\n', '\0'],
  );
  assert.deepEqual(
    files.map(({ path, isBinary = false, added, removed, known }) => [path, isBinary, added, removed, known]),
    [
      ['binary', true, 0, 0, true],
      ['link', false, 1, 0, true],
      ['lost', true, 0, 0, true],
      ['unknown', false, 0, 0, false],
      ['unread', false, 0, 0, true],
    ],
  );
  assert.equal('isBinary' in files[1]!, false);
});

test('contents are read once for each pair', async () => {
  let reads = 0;
  const turns = new TurnList(() => {
    reads += 1;
    return Promise.resolve(Buffer.from('1\n'));
  }, RECORDED);
  const history = foldRecords([
    ...callAt(10, { a: [file('1'), file('2')] }),
    ...callAt(20, { a: [file('1'), file('3')] }, { turn: LATER }),
  ]);
  const listed = { history, session: 's', isRunning: false, commits: null };
  await turns.list(listed);
  await turns.list(listed);
  // The third pair is that of both turns together.
  assert.equal(reads, 4);
});

test('a file counts as undone when all of its changes were taken back', async () => {
  const undo = (steps: string[]): JournalRecord[] => {
    const request: PlanRequest = { undo: { session: true } };
    const files = [{ path: 'a', before: file('3'), after: file('1'), steps }];
    return [
      { at: 50, type: 'undo', id: 'u', session: 's', request, files },
      { at: 51, type: 'undone', id: 'u', files: [{ path: 'a', outcome: 'restored' }] },
    ];
  };
  const wrote = [...callAt(10, { a: [file('1'), file('2')] }), ...callAt(20, { a: [file('2'), file('3')] })];
  const isUndone = async (...steps: string[]): Promise<boolean> =>
    (await list([...wrote, ...undo(steps)]))[0]!.files[0]!.undone;
  assert.equal(await isUndone('10 call-10 a'), false);
  assert.equal(await isUndone('10 call-10 a', '20 call-20 a'), true);
});

test('a turn is covered in full unless some of it is not recorded, and then it gives each reason once', async () => {
  const [call, result] = callAt(10, { a: [file('1'), file('2')] }) as [JournalRecord, JournalRecord];
  const full = (await list([call, result]))[0]!;
  assert.deepEqual([full.coverage, 'why' in full], ['full', false]);
  const withGap = (record: JournalRecord, words: string): JournalRecord =>
    ({ ...record, gap: words }) as JournalRecord;
  const [twice] = await list([
    withGap(call, 'One.'),
    withGap(result, 'One.'),
    ...callAt(20, {}).map((each) => withGap(each, 'Two.')),
  ]);
  assert.deepEqual([twice!.coverage, twice!.why], ['partial', 'One. Two.']);
});

test('a call without an end lacks its changes once nothing is running', async () => {
  const [call] = callAt(10, {}) as [JournalRecord];
  assert.equal((await list([call], { isRunning: true }))[0]!.coverage, 'full');
  assert.equal((await list([call]))[0]!.coverage, 'partial');
  assert.equal((await list([call, ...callAt(20, {})]))[0]!.coverage, 'partial');
});

test('a file whose content before is not known makes the coverage partial', async () => {
  const one = { a: [unknown('x'), file('2')] as const };
  const two = { ...one, b: [unknown('x'), file('2')] as const };
  const [singular, plural] = [(await list(callAt(10, one)))[0]!, (await list(callAt(10, two)))[0]!];
  assert.deepEqual([singular.coverage, plural.coverage], ['partial', 'partial']);
  assert.match(plural.why!, /2 files/);
  assert.doesNotMatch(singular.why!, /\d/);
});
