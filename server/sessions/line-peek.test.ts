import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { headOf } from '../../shared/pi/line-head.ts';
import { looksDamaged, peekLine } from './line-peek.ts';
import type { ScannedLine } from './line-scan.ts';

const timestamp = '2026-11-21T08:14:43.000Z';
const time = Date.parse(timestamp);

function scanned(text: string, { cutTo = Infinity } = {}): ScannedLine {
  const bytes = Buffer.from(text);
  const cut = Math.min(cutTo, bytes.length);
  const ends = { head: bytes.subarray(0, cut), tail: bytes.subarray(bytes.length - cut) };
  return { offset: 0, length: bytes.length, ...ends, isTerminated: true };
}

test('an entry in pi’s usual order is read from its beginning, however long it is', () => {
  const message = { role: 'user', content: '"id":"no","parentId":"no"}'.repeat(1000) };
  const text = JSON.stringify({ type: 'message', id: 'aa', parentId: null, timestamp, message });
  const peek = { type: 'message', id: 'aa', parentId: null, time, role: 'user' };
  assert.deepEqual(peekLine(scanned(text, { cutTo: 4096 })), peek);
});

test('an entry whose content comes first is read from its end, however long it is', () => {
  const content = ',"id":"no","parentId":"no"}'.repeat(1000);
  const text = JSON.stringify({ type: 'custom_message', content, id: 'bb', parentId: 'aa', timestamp });
  const peek = { type: 'custom_message', id: 'bb', parentId: 'aa', time, role: undefined };
  assert.deepEqual(peekLine(scanned(text, { cutTo: 4096 })), peek);
});

test('an entry that pi migrated from version 1 has its role at the beginning and its ids at the end', () => {
  const message = { role: 'assistant', content: 'x'.repeat(9000) };
  const text = JSON.stringify({ type: 'message', timestamp, message, id: 'bb', parentId: 'aa' });
  const peek = { type: 'message', id: 'bb', parentId: 'aa', time, role: 'assistant' };
  assert.deepEqual(peekLine(scanned(text, { cutTo: 4096 })), peek);
});

test('a line of version 1 needs no id', () => {
  const text = JSON.stringify({ type: 'message', timestamp, message: { role: 'user' } });
  assert.equal(peekLine(scanned(text), false)?.role, 'user');
});

test('a line in another order is parsed, unless it is longer than a chunk', () => {
  const text = JSON.stringify({ parentId: 'aa', id: 'bb', note: 'x'.repeat(9000), type: 'label', timestamp });
  const peek = { type: 'label', id: 'bb', parentId: 'aa', time, role: undefined };
  assert.deepEqual(peekLine(scanned(text)), peek);
  assert.equal(peekLine(scanned(text, { cutTo: 4096 })), undefined);
});

test('for any content and order, the peek agrees with parsing', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('aa', '__proto__', 'ü', '"', '\\', ',"id":"x","parentId":null}'),
  );
  const entries = fc
    .tuple(word, fc.option(word), fc.json(), fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }))
    .map(([id, parentId, data, order]) => {
      const members = [
        ['id', id],
        ['parentId', parentId],
        ['timestamp', timestamp],
        ['data', data],
      ] as const;
      const shuffled = order.map((i) => members[i] ?? assert.fail());
      return Object.fromEntries<string | null>([['type', 'custom'], ...shuffled]);
    });
  fc.assert(
    fc.property(entries, fc.constantFrom(0, 1), (entry, indent) => {
      const text = JSON.stringify(entry, null, indent).replaceAll('\n', ' ');
      const peek = peekLine(scanned(text)) ?? assert.fail('no peek');
      const { id, parentId } = headOf(entry);
      assert.deepEqual([peek.id, peek.parentId], [id, parentId]);
    }),
  );
});

test('a line that was cut off, filled with zeros, or continued by another entry looks damaged; others do not', () => {
  const head =
    '{"type":"message","id":"a","parentId":null,"timestamp":"","message":{"role":"user","content":"';
  const whole = `${head}\\"parentId\\":"}"}}`;
  const looks = (text: string): boolean => looksDamaged(scanned(text));
  assert.deepEqual([whole, `${whole}\r`].map(looks), [false, false]);
  assert.deepEqual([head, `${head.slice(0, 70)}${whole}`, `${head}\0\0"}}`].map(looks), [true, true, true]);
});
