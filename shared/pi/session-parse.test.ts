import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDamaged, parseEntry, parseHeader, parseSession } from './session-parse.ts';

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

test('a blank line and a header are not entries', () => {
  assert.deepEqual([parseEntry(' '), parseEntry(line(header))], [undefined, undefined]);
});

test('a line that is not an object of JSON is a damaged entry, with what its beginning says', () => {
  const place = { version: 3, position: 4, parentPosition: 3, line: 77 };
  for (const raw of ['{"type":"message","id":"a', '42', 'null', '[]']) {
    const entry = parseEntry(raw, place)!;
    const panel_flaw = { fields: [], raw, isDamaged: true };
    assert.deepEqual(entry, { type: 'unreadable', id: 'line-77', parentId: '', timestamp: '', panel_flaw });
    assert.ok(isDamaged(entry));
  }
  const torn = parseEntry(`{"type":"message","id":"b","parentId":"a","timestamp":"2026-1{"type":"x"}`)!;
  assert.deepEqual([torn.id, torn.parentId, isDamaged(torn)], ['b', 'a', true]);
});

test('an entry without a type, an id or a parent is kept in its place and names what does not fit', () => {
  const place = { version: 3, position: 4, parentPosition: 3, line: 77 };
  const untyped = parseEntry('{"id":"a","parentId":"b"}', place);
  assert.deepEqual([untyped?.type, untyped?.id, untyped?.parentId], ['unreadable', 'a', 'b']);
  assert.deepEqual(untyped?.panel_flaw?.fields, ['type']);
  const bare = parseEntry('{"type":"from_the_future"}', place);
  assert.deepEqual([bare?.id, bare?.parentId, bare?.panel_flaw], ['line-77', '', undefined]);
});

test('a message whose content is missing or null cannot be shown, and neither can one that is not an object', () => {
  const flawsOf = (message: unknown): string[] | undefined => {
    const entry = parseEntry(line({ type: 'message', ...base, message }));
    return entry?.type === 'unreadable' ? entry.panel_flaw.fields : undefined;
  };
  assert.deepEqual(flawsOf({ role: 'user', content: null, timestamp: 1 }), ['message.content']);
  assert.deepEqual(flawsOf({ role: 'assistant', timestamp: 1 }), ['message.content']);
  assert.deepEqual(flawsOf(null), ['message']);
  assert.deepEqual(flawsOf({ role: 7 }), ['message.role']);
});

test('the parts of an answer that fit are kept, and the others are named with the raw line', () => {
  const content = [
    { type: 'thinking' },
    { type: 'text', text: 'a' },
    null,
    { type: 'toolCall', id: 'c', name: 'x' },
  ];
  const raw = JSON.stringify({
    type: 'message',
    ...base,
    message: { role: 'assistant', content, timestamp: 5 },
  });
  const entry = parseEntry(raw);
  assert.equal(entry?.type, 'message');
  const message = entry?.type === 'message' ? entry.message : null;
  assert.deepEqual(message, {
    role: 'assistant',
    content: [
      { type: 'text', text: 'a' },
      { type: 'toolCall', id: 'c', name: 'x', arguments: {} },
    ],
    stopReason: 'stop',
    timestamp: 5,
  });
  const fields = ['message.content[0].thinking', 'message.content[2]', 'message.content[3].arguments'];
  assert.deepEqual(entry?.panel_flaw, { fields, raw });
});

test('a message without a time has that of its entry, and a message from outside cannot claim to be unreadable', () => {
  const entry = parseEntry(line({ type: 'message', ...base, message: { role: 'user', content: 'x' } }));
  assert.deepEqual(entry?.type === 'message' && entry.message.timestamp, Date.parse(base.timestamp));
  assert.equal(entry?.panel_flaw, undefined);
  const forged = { role: 'unreadable', fields: [], raw: '', timestamp: 1 };
  assert.equal(parseEntry(line({ type: 'message', ...base, message: forged }))?.type, 'unreadable');
});

test('a header with odd values is still a header', () => {
  const odd = { ...header, version: '3', timestamp: 1, cwd: null, parentSession: {} };
  assert.deepEqual(parseHeader(line(odd)), {
    type: 'session',
    version: 3,
    id: 'a-session',
    timestamp: '',
    cwd: '',
  });
});

test('a header keeps unknown properties, and a half-written line differs from a line that is not a header', () => {
  assert.deepEqual(parseHeader(line({ ...header, provider: 'lab' })), { ...header, provider: 'lab' });
  assert.equal(parseHeader('{"type":"sess'), undefined);
  assert.equal(parseHeader('{"type":"message"}'), null);
});

test('a session is parsed despite broken lines, CRLF and a missing last line break', () => {
  const entry = { type: 'label', ...base, targetId: 'x', label: 'here' };
  const text = `\n${line(header)}{"type":"mess\r\n\r\n${JSON.stringify(entry)}`;
  const session = parseSession(text);
  assert.deepEqual(session?.header, header);
  assert.deepEqual(session?.entries.map(isDamaged), [true, false]);
  assert.deepEqual(session?.entries[1], entry);
});

test('a text whose first JSON line is not a header is not a session', () => {
  assert.equal(parseSession(`{"hello":1}\n${line(header)}`), undefined);
  assert.equal(parseSession('plain words\n'), undefined);
});
