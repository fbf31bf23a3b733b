import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { findSessionFiles } from '../list.ts';
import { sessionText, writeFileIn } from '../session-fixture.ts';
import { foldText } from '../../../shared/folded.ts';
import { SearchIndex } from './search-index.ts';
import { searchSessions, type FindParts } from './search.ts';

async function setUp(t: TestContext, blockBytes?: number) {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-index-'));
  t.after(() => rm(root, { recursive: true }));
  const [agentDir, folder] = [path.join(root, 'agent'), path.join(root, 'index')];
  const index = new SearchIndex(folder, blockBytes);
  const write = (text: string, name = 'a.jsonl') =>
    writeFileIn(path.join(agentDir, 'sessions', 'x'), name, text);
  const update = async (): Promise<void> => {
    const files = await findSessionFiles({ agentDir });
    for (const file of files) await index.update(file);
    await index.keepOnly(files);
  };
  const scan = (query: string) => searchSessions({ agentDir, query, limit: 50 });
  /** With how many bytes were read for it. */
  const search = async (query: string) => {
    let bytes = 0;
    const findParts: FindParts = async (file, folded) => {
      const found = await index.findParts(file, folded);
      bytes += found.parts.reduce((sum, { from, to }) => sum + to - from, 0);
      return found;
    };
    return { ...(await searchSessions({ agentDir, query, limit: 50 }, findParts)), bytes };
  };
  return { folder, write, update, scan, search };
}

/** Lines of a session, without its header. */
const linesOf = (messages: string[], from = 0): string =>
  sessionText({ messages })
    .split('\n')
    .slice(1 + from)
    .join('\n');

test('a search with the index finds what a plain scan of the files finds, whatever was appended since', async (t) => {
  const { write, update, scan, search } = await setUp(t, 300);
  const char = fc.constantFrom(
    ...['a', 'B', 'c', ' ', '\n', '"', '\\', 'é', 'e\u0301', 'ﬁ', 'Ａ', 'ﾃ', 'ｽ', '漢', '字', 'Σ', 'ς'],
    ...['İ', '😀', '\u0303', 'ß', '한'],
  );
  const text = fc.array(char, { minLength: 1, maxLength: 40 }).map((chars) => chars.join(''));
  const texts = fc.array(text, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.record({ texts, indexed: fc.nat(8), half: fc.boolean(), from: fc.nat(), length: fc.nat(6) }),
      async ({ texts: messages, indexed, half, from, length }) => {
        const source = foldText(messages[from % messages.length]!);
        const start = from % source.length;
        const query = source.slice(start, start + 1 + length);
        fc.pre(query.isWellFormed() && foldText(query).trim() !== '');
        const before = sessionText({ messages: messages.slice(0, indexed) });
        const file = await write(before + (half ? '{"type":"message","id":"x' : ''));
        await update();
        if (half) await writeFile(file, before);
        await appendFile(file, linesOf(messages, indexed));
        assert.deepEqual((await search(query)).hits, (await scan(query)).hits);
        await update();
        assert.deepEqual((await search(query)).hits, (await scan(query)).hits);
      },
    ),
    { numRuns: 300 },
  );
});

test('only the blocks that may contain the text are read, and of a file that has grown also what is new', async (t) => {
  const { write, update, search } = await setUp(t, 2000);
  const words = (n: number): string => `Message ${n} about the ${'weather '.repeat(40)}`;
  const messages = Array.from({ length: 60 }, (_, n) => (n === 20 ? `${words(n)} zebra 修复` : words(n)));
  const file = await write(sessionText({ messages }));
  assert.ok((await search('zebra')).bytes > 20_000, 'without an index the whole file is read');
  await update();
  for (const query of ['zebra', 'ZEBRA 修', '复']) {
    const { hits, bytes } = await search(query);
    assert.deepEqual(
      hits.map(({ entry }) => entry),
      ['entry-20'],
    );
    assert.ok(bytes < 5000, `${bytes} bytes were read for ${query}`);
  }
  assert.deepEqual(await search('xylophone'), { hits: [], more: false, bytes: 0 });
  const more = [...messages, `${words(60)} zebra`];
  await appendFile(file, linesOf(more, 60));
  const { hits, bytes } = await search('zebra');
  assert.deepEqual(
    hits.map(({ entry }) => entry),
    ['entry-60', 'entry-20'],
  );
  assert.ok(bytes < 6000, `${bytes} bytes were read`);
});

test('a rewritten file is searched in its present state, even if it was rewritten in place with the same length', async (t) => {
  const { write, update, search } = await setUp(t);
  const file = await write(sessionText({ messages: ['the zebra'] }));
  await update();
  await write(sessionText({ messages: ['a giraffe'] }));
  await utimes(file, new Date(), new Date(Date.now() + 5000));
  assert.equal((await search('giraffe')).hits.length, 1);
  assert.equal((await search('zebra')).hits.length, 0);
  await update();
  assert.equal((await search('giraffe')).hits.length, 1);
});

test('an index may be damaged, deleted or left behind: nothing is missed', async (t) => {
  const { folder, write, update, search } = await setUp(t);
  const file = await write(sessionText({ messages: ['the zebra'] }));
  await write('{"type":"foreign"}\nzebra\n', 'b.jsonl');
  await update();
  const names = await readdir(folder);
  assert.equal(names.length, 2);
  for (const name of names) {
    const bytes = await readFile(path.join(folder, name));
    await writeFile(path.join(folder, name), bytes.subarray(0, -1));
  }
  assert.equal((await search('zebra')).hits.length, 1);
  await update();
  assert.equal((await search('zebra')).hits.length, 1);
  await rm(folder, { recursive: true });
  assert.equal((await search('zebra')).hits.length, 1);
  await update();
  await rm(file);
  await update();
  assert.equal((await readdir(folder)).length, 1);
});

test('the index takes less than a fifth of the bytes of the texts, even of random digits', async (t) => {
  const { folder, write, update } = await setUp(t);
  let seed = 1;
  const next = (): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31);
  const random = Array.from({ length: 300 }, () =>
    Array.from({ length: 400 }, () => next().toString(36).slice(0, 4)).join(''),
  );
  const chinese = Array.from({ length: 300 }, () =>
    Array.from({ length: 400 }, () => String.fromCharCode(0x4e00 + (next() % 3000))).join(''),
  );
  for (const [name, messages] of Object.entries({ random, chinese })) {
    await rm(folder, { recursive: true, force: true });
    await write(sessionText({ messages }));
    await update();
    const [index] = await readdir(folder);
    const { size } = await stat(path.join(folder, index!));
    const share = size / Buffer.byteLength(messages.join(''));
    assert.ok(share < 0.2, `${name}: ${share}`);
  }
});
