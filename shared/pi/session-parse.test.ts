import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEntry, parseHeader, parseSession } from './session-parse.ts';

const header = {
  type: 'session',
  version: 3,
  id: 'a-session',
  timestamp: '2026-11-21T08:14:42.548Z',
  cwd: '/w',
};
const base = { id: 'aaaa0001', parentId: null, timestamp: '2026-11-21T08:14:43.000Z' };

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

test('every property of a known entry is kept as pi wrote it', () => {
  const entry = {
    type: 'compaction',
    ...base,
    summary: 's',
    firstKeptEntryId: 'x',
    tokensBefore: 7,
    details: {},
  };
  assert.deepEqual(parseEntry(line(entry)), entry);
});

test('an entry of an unknown type is kept whole', () => {
  const entry = { type: 'from_the_future', ...base, payload: [1, 2] };
  assert.deepEqual(parseEntry(line(entry)), entry);
});

test('lines that are not entries are skipped: half a line, a blank line, a number, a header, no type, no id', () => {
  const lines = [
    '{"type":"message","id":"a',
    '',
    '42',
    'null',
    '[]',
    line(header),
    '{"id":"a"}',
    '{"type":"label"}',
  ];
  assert.deepEqual(
    lines.map((text) => parseEntry(text)),
    lines.map(() => undefined),
  );
});

test('a message without content gets empty content, and an invalid message gets another type', () => {
  const empty = parseEntry(line({ type: 'message', ...base, message: { role: 'assistant', content: null } }));
  assert.deepEqual(empty, { type: 'message', ...base, message: { role: 'assistant', content: [] } });
  const foreign = parseEntry(line({ type: 'message', ...base, message: null }));
  assert.equal(foreign?.type, 'unreadable_message');
});

test('a header keeps unknown properties, and a half-written line differs from a line that is not a header', () => {
  assert.deepEqual(parseHeader(line({ ...header, provider: 'lab' })), { ...header, provider: 'lab' });
  assert.equal(parseHeader('{"type":"sess'), undefined);
  assert.equal(parseHeader('{"type":"message"}'), null);
});

test('a session is parsed despite broken lines, CRLF and a missing last line break', () => {
  const entry = { type: 'label', ...base, targetId: 'x', label: 'here' };
  const text = `\n${line(header)}{"type":"mess\r\n\r\n${JSON.stringify(entry)}`;
  assert.deepEqual(parseSession(text), { header, entries: [entry] });
});

test('a text whose first JSON line is not a header is not a session', () => {
  assert.equal(parseSession(`{"hello":1}\n${line(header)}`), undefined);
  assert.equal(parseSession('plain words\n'), undefined);
});
