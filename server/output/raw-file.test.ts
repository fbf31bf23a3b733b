// A growing file: its bytes, the text they decode to, and where a decoder can be cut.
import assert from 'node:assert/strict';
import { appendFile, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { cleanCut, RawFile, rawLength } from './raw-file.ts';

async function temporaryPath(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'raw-file-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'output.log');
}

async function readAll(file: RawFile, from: number, step: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let at = from; at < file.length; at += parts.at(-1)?.length ?? 0)
    parts.push(await file.read(at, step));
  return Buffer.concat(parts);
}

const piece = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from([0xef, 0xbb, 0xbf])),
);

test('a file that grows by any bytes in any pieces is read as its bytes, and as the text that pi decodes', async (t) => {
  const path = await temporaryPath(t);
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 12 }),
      fc.nat(),
      fc.integer({ min: 1, max: 40 }),
      async (pieces, position, step) => {
        await writeFile(path, '');
        const file = new RawFile(() => open(path));
        await file.keepOpen();
        const texts: Buffer[] = [];
        for (const bytes of pieces) {
          await appendFile(path, bytes);
          const scan = await file.scan();
          if (scan) texts.push(scan.text);
        }
        const bytes = Buffer.concat(pieces);
        const text = Buffer.from(new TextDecoder().decode(bytes));
        assert.equal(file.textLengthAtEnd, text.length);
        const rest = await file.scan(true);
        if (rest) texts.push(rest.text);
        assert.deepEqual(Buffer.concat(texts), text);
        assert.equal(file.textLength, text.length);
        await file.close();
        const from = bytes.length === 0 ? 0 : position % bytes.length;
        assert.deepEqual(await readAll(file, from, step), bytes.subarray(from));
        assert.deepEqual((await file.textAtEnd(30)).toString(), bytes.subarray(-30).toString());
      },
    ),
    { numRuns: 150 },
  );
});

test('the text that pi showed first is found in the bytes of the file, even among invalid ones', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(), (pieces, position) => {
      const bytes = Buffer.concat(pieces);
      // pi shows what its decoder gives for some of the bytes, and keeps half a character back.
      const shown = bytes.subarray(0, bytes.length === 0 ? 0 : position % bytes.length);
      const head = Buffer.from(new TextDecoder().decode(shown, { stream: true }));
      const length = rawLength(bytes, head.length, true);
      const text = Buffer.from(new TextDecoder().decode(bytes.subarray(0, length)));
      assert.deepEqual(text, head);
    }),
    { numRuns: 1000 },
  );
});

test('a file that was deleted, replaced, or truncated is refused with 410', async (t) => {
  const path = await temporaryPath(t);
  await writeFile(path, 'all of it');
  const file = new RawFile(() => open(path));
  await file.keepOpen();
  await file.scan();
  await file.close();

  await truncate(path, 3);
  await assert.rejects(async () => file.read(0, 9), { status: 410, message: /cut short/ });
  await writeFile(`${path}.new`, 'all of it');
  await rm(path);
  await assert.rejects(async () => file.read(0, 9), { status: 410, message: /no longer exists/ });
});

/** Bytes on which decoders disagree: leads of every length, invalid ones, surrogates, marks, continuations. */
const trickyBytes = fc
  .array(
    fc.constantFrom(
      ...[0x41, 0x0a, 0x00, 0x80, 0xbf, 0xc0, 0xc2, 0xe0, 0xa0, 0xed, 0xef, 0xbb, 0xbf],
      ...[0xf0, 0x90, 0x9f, 0x98, 0xf4, 0x8f, 0xf5, 0xff, 0xe2, 0x82, 0xac],
    ),
    { maxLength: 60 },
  )
  .map((bytes) => Buffer.from(bytes));

test('decoding in pieces gives the same text as one streaming decoder, wherever the pieces end', () => {
  fc.assert(
    fc.property(trickyBytes, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), (bytes, sizes) => {
      // Without this, Node 24 also removes a mark that follows an invalid first chunk.
      const streaming = new TextDecoder('utf-8', { ignoreBOM: true });
      const single = new TextDecoder('utf-8', { ignoreBOM: true });
      let expected = '';
      let decoded = '';
      let waiting = Buffer.alloc(0);
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const chunk = bytes.subarray(at, (at += sizes[n % sizes.length] ?? 1));
        expected += streaming.decode(chunk, { stream: true });
        waiting = Buffer.concat([waiting, chunk]);
        const cut = cleanCut(waiting);
        assert.ok(waiting.length - cut <= 3);
        decoded += single.decode(waiting.subarray(0, cut));
        waiting = waiting.subarray(cut);
      }
      expected += streaming.decode();
      decoded += single.decode(waiting);
      assert.equal(decoded, expected);
    }),
    { numRuns: 2000, examples: [[Buffer.from([0xf0, 0xef, 0xbb, 0xbf]), [1, 3]]] },
  );
});

test('an incomplete character at the end is left out, a complete one is not', () => {
  const euro = Buffer.from('a€');
  assert.deepEqual(
    [1, 2, 3, 4].map((length) => cleanCut(euro.subarray(0, length))),
    [1, 1, 1, 4],
  );
});
