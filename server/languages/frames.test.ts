import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { frame, FrameError, FrameReader } from './frames.ts';

/** Divides the bytes at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [
    0,
    ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b),
    bytes.length,
  ];
  return sorted.slice(1).map((end, at) => bytes.subarray(sorted[at], end));
}

const text = fc.string({ unit: 'binary', maxLength: 40 });

test('messages are read whole and in order, however their bytes are divided', () => {
  const messages = fc.array(fc.record({ method: text, params: fc.jsonValue() }), { maxLength: 6 });
  fc.assert(
    fc.property(messages, fc.array(fc.nat(), { maxLength: 12 }), (all, places) => {
      const reader = new FrameReader();
      const bodies = cut(Buffer.concat(all.map(frame)), places).flatMap((chunk) => reader.push(chunk));
      assert.deepEqual(
        bodies,
        all.map((one) => JSON.stringify(one)),
      );
    }),
  );
});

test('other headers, spaces and the case of a header do not matter', () => {
  const headers = fc.constantFrom(
    'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n',
    'X: 1\r\n',
    '',
  );
  const names = fc.constantFrom('Content-Length:', 'content-length: ', 'CONTENT-LENGTH:\t ');
  fc.assert(
    fc.property(fc.tuple(headers, headers), names, text, ([before, after], name, body) => {
      const length = Buffer.byteLength(body);
      const bytes = Buffer.from(`${before}${name}${length} \r\n${after}\r\n${body}`);
      assert.deepEqual(new FrameReader().push(bytes), [Buffer.from(body).toString()]);
    }),
  );
});

test('a message of many megabytes in small pieces is read once it is complete', () => {
  const body = { text: 'é'.repeat(4_000_000) };
  const bytes = frame(body);
  const reader = new FrameReader();
  const bodies: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096) bodies.push(...reader.push(bytes.subarray(at, at + 4096)));
  assert.equal(bodies.length, 1);
  assert.deepEqual(JSON.parse(bodies[0]!), body);
});

test('what is not a frame is an error, and never a message', () => {
  const hostile = [
    'x'.repeat(20_000),
    'Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
    'Content-Length: -1\r\n\r\n',
    'Content-Length: 1e3\r\n\r\n',
    'Content-Length: 99999999999999999999\r\n\r\n',
    'Content-Length: 40000000\r\n\r\n',
    'Content-Type: text\r\n\r\n{}',
    '\r\n\r\n{}',
  ];
  for (const one of hostile)
    assert.throws(() => new FrameReader().push(Buffer.from(one)), FrameError, one.slice(0, 40));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(), { maxLength: 4 }), (noise, places) => {
      const reader = new FrameReader();
      try {
        const bodies = cut(Buffer.from(noise), places).flatMap((chunk) => reader.push(chunk));
        assert.ok(bodies.every((body) => Buffer.from(noise).toString().includes(body)));
      } catch (error) {
        assert.ok(error instanceof FrameError);
      }
    }),
  );
});
