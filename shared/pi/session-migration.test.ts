import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSession } from './session-parse.ts';

const timestamp = '2025-11-20T23:33:50.805Z';
const user = { type: 'message', timestamp, message: { role: 'user', content: 'hi', timestamp: 1 } };
const hook = {
  type: 'message',
  timestamp,
  message: { role: 'hookMessage', customType: 'h', content: 'c', display: true, timestamp: 1 },
};
const compaction = { type: 'compaction', timestamp, summary: 's', firstKeptEntryIndex: 2, tokensBefore: 5 };

function session(header: object, ...entries: object[]): string {
  return [{ type: 'session', id: 's', timestamp, cwd: '/w', ...header }, ...entries]
    .map((value) => JSON.stringify(value))
    .join('\n');
}

test('version 1 gets ids and one chain of parents, and its compaction refers to an entry by id', () => {
  const entries = parseSession(session({}, user, user, compaction))?.entries ?? [];
  assert.deepEqual(
    entries.map(({ id, parentId }) => [id, parentId]),
    [
      ['00000001', null],
      ['00000002', '00000001'],
      ['00000003', '00000002'],
    ],
  );
  const { firstKeptEntryIndex: _, ...rest } = compaction;
  assert.deepEqual(entries[2], {
    ...rest,
    id: '00000003',
    parentId: '00000002',
    firstKeptEntryId: '00000002',
  });
});

test('a second header in a version 1 file does not split the conversation', () => {
  const entries = parseSession(session({}, user, { type: 'session', id: 'again', timestamp }, user))?.entries;
  assert.deepEqual(
    entries?.map(({ id, parentId }) => [id, parentId]),
    [
      ['00000001', null],
      ['00000003', '00000001'],
    ],
  );
});

test('version 2 keeps its ids, and the role hookMessage becomes custom', () => {
  const entries =
    parseSession(session({ version: 2 }, { ...hook, id: 'abc', parentId: null }))?.entries ?? [];
  assert.deepEqual(entries, [
    { ...hook, id: 'abc', parentId: null, message: { ...hook.message, role: 'custom' } },
  ]);
});

test('files of version 3 and of later versions are not changed', () => {
  for (const version of [3, 99]) {
    const entry = { ...hook, id: 'abc', parentId: null };
    assert.deepEqual(parseSession(session({ version }, entry))?.entries, [entry]);
  }
});
