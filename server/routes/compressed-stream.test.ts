import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { constants, createGunzip } from 'node:zlib';
import { compressStream, mayCompress } from './compressed-stream.ts';

/** A body that has these pieces and counts how many were taken. */
function bodyOf(pieces: readonly string[]) {
  const state = { taken: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[state.taken++];
        if (piece === undefined) controller.close();
        else controller.enqueue(Buffer.from(piece));
      },
      cancel: () => void (state.isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

test('each piece can be read when it arrives, and nothing is taken before it is needed', async () => {
  const pieces = ['+one\n', '+two\n', randomBytes(300_000).toString('hex'), '+three\n'];
  const { body, state } = bodyOf(pieces);
  const reader = compressStream(body).getReader();
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  let text = '';
  gunzip.setEncoding('utf8').on('data', (part: string) => (text += part));
  for (const [n, piece] of pieces.entries()) {
    assert.equal(state.taken, n);
    const { value } = await reader.read();
    const before = text.length;
    await new Promise<void>((resolve) => {
      gunzip.write(value, () => setImmediate(resolve));
    });
    assert.equal(text.slice(before), piece);
  }
  const last = await reader.read();
  assert.equal(last.done, false);
  assert.equal((await reader.read()).done, true);
});

test('a snapshot shrinks to a tenth, and even the small pieces of an answer are at most 0.75 of their bytes', async () => {
  const words = 'the panel reads each line of the file and keeps the index until the file changes'.split(' ');
  const pieces = Array.from(
    { length: 2000 },
    (_, n) => `+ ${words[(n * n) % words.length]} ${words[n % 7]}\n`,
  );
  const shareOf = async (sent: readonly string[]): Promise<number> => {
    const { length } = await new Response(compressStream(bodyOf(sent).body)).bytes();
    return length / sent.join('').length;
  };
  const rows = pieces.slice(0, 200).map((text, n) => JSON.stringify({ key: `user-${n}`, message: { text } }));
  assert.ok((await shareOf([rows.join(',').repeat(4)])) < 0.1);
  assert.ok((await shareOf(pieces)) < 0.75);
});

test('a page that leaves ends the stream behind it', async () => {
  const { body, state } = bodyOf(['a', 'b']);
  const reader = compressStream(body).getReader();
  await reader.read();
  await reader.cancel();
  assert.equal(state.isCancelled, true);
});

test('other machines and declared proxies get a compressed stream, this machine never does', () => {
  const isTrue = (from: string, isBehindProxy = false, acceptedEncodings = 'gzip, deflate, br'): boolean =>
    mayCompress({ from, isBehindProxy, acceptedEncodings });
  for (const from of ['192.168.1.7', '::ffff:10.0.0.2', 'fd00::1', '1.2.3.4'])
    assert.equal(isTrue(from), true, from);
  for (const from of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', ''])
    assert.equal(isTrue(from), false, from);
  assert.equal(isTrue('127.0.0.1', true), true);
  for (const encodings of ['', 'br', 'identity', 'gzip;q=0', 'xgzip'])
    assert.equal(isTrue('192.168.1.7', false, encodings), false, encodings);
});
