import assert from 'node:assert/strict';
import { appendFile, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { DecodedFile } from './decoded-file.ts';

async function temporaryPath(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'decoded-file-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'output.log');
}

async function readAll(file: DecodedFile, from: number, step: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let at = from; at < file.length; at += parts.at(-1)?.length ?? 0)
    parts.push(await file.read(at, step));
  return Buffer.concat(parts);
}

/** As pi decodes what a program prints. */
function decoded(bytes: Uint8Array): Buffer {
  return Buffer.from(new TextDecoder().decode(bytes));
}

const piece = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from([0xef, 0xbb, 0xbf])),
);

test('a file that grows by any bytes in any pieces reads as what pi decodes, from every offset', async (t) => {
  const path = await temporaryPath(t);
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 12 }),
      fc.nat(),
      fc.integer({ min: 1, max: 40 }),
      async (...args) => {
        const [pieces, position, step] = args;
        await writeFile(path, '');
        const file = new DecodedFile(() => open(path));
        await file.keepOpen();
        const seen: Buffer[] = [];
        for (const bytes of pieces) {
          await appendFile(path, bytes);
          const text = await file.scan();
          if (text) seen.push(text);
        }
        const expected = decoded(Buffer.concat(pieces));
        assert.equal(file.lengthAtEnd, expected.length);
        const rest = await file.scan(true);
        if (rest) seen.push(rest);
        assert.deepEqual(Buffer.concat(seen), expected);
        await file.close();
        const from = expected.length === 0 ? 0 : position % expected.length;
        assert.deepEqual(await readAll(file, from, step), expected.subarray(from));
        assert.deepEqual(await file.end(30), expected.subarray(-30));
      },
    ),
    { numRuns: 150 },
  );
});

test('a megabyte that is no text is decoded again where it is read, and takes no second file', async (t) => {
  const path = await temporaryPath(t);
  const bytes = Buffer.from(Array.from({ length: 1_000_000 }, (_, n) => (n * n * 31 + (n >> 7)) & 0xff));
  await writeFile(path, bytes);
  const file = new DecodedFile(() => open(path));
  await file.keepOpen();
  while (await file.scan());
  await file.scan(true);
  await file.close();
  const expected = decoded(bytes);
  assert.ok(expected.length > 1_500_000);
  for (const from of [0, 1, 700_001, expected.length - 3]) {
    assert.ok((await readAll(file, from, 50_000)).equals(expected.subarray(from)));
  }
});

test('a file that was deleted, replaced or cut short is refused as gone', async (t) => {
  const path = await temporaryPath(t);
  await writeFile(path, 'all of it');
  const file = new DecodedFile(() => open(path));
  await file.keepOpen();
  await file.scan();
  await file.close();

  await truncate(path, 3);
  await assert.rejects(file.read(0, 9), { status: 410, message: /cut short/ });
  await writeFile(`${path}.new`, 'all of it');
  await rm(path);
  await assert.rejects(file.read(0, 9), { status: 410, message: /no longer there/ });
});
