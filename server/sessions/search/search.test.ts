import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { foldText } from '../../../shared/folded.ts';
import { searchSessions, type FindParts, type SearchQuery } from './search.ts';
import { sessionText, writeFileIn } from '../session-fixture.ts';

async function setUp(t: TestContext) {
  const agentDir = await mkdtemp(path.join(tmpdir(), 'pi-panel-search-'));
  t.after(() => rm(agentDir, { recursive: true }));
  const write = (name: string, text: string) => writeFileIn(path.join(agentDir, 'sessions', 'x'), name, text);
  const search = (query: string, more: Partial<SearchQuery> = {}, findParts?: FindParts) =>
    searchSessions({ agentDir, query, limit: 50, ...more }, findParts);
  return { write, search };
}

const HEADER = {
  type: 'session',
  version: 3,
  id: 's',
  timestamp: '2026-11-21T00:00:00.000Z',
  cwd: '/home/me/project',
};

function fileOf(...messages: object[]): string {
  const lines = messages.map((message, at) => {
    const timestamp = new Date(Date.UTC(2026, 9, 1 + at)).toISOString();
    return { type: 'message', id: `e${at}`, parentId: null, timestamp, message };
  });
  return [HEADER, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

test('session files that cannot be read are counted, and one that is gone is not', async (t) => {
  const { write, search } = await setUp(t);
  const said = fileOf({ role: 'user', content: 'needle' });
  const [closed, gone] = [await write('closed.jsonl', said), await write('gone.jsonl', said)];
  await write('open.jsonl', said);
  assert.deepEqual((await search('needle')).unread, undefined);
  // They change after they were listed.
  const wholeFile: FindParts = async ({ path: file, stats }) => {
    if (file === closed || file === gone) await rm(file);
    if (file === closed) await symlink(closed, closed);
    return { header: null, parts: [{ from: 0, to: stats.size, position: 0 }] };
  };
  const { hits, unread } = await search('needle', {}, wholeFile);
  assert.deepEqual([hits.length, unread], [1, 1]);
});

test('a text is found in every kind of entry, with its session, entry and time, the newest first', async (t) => {
  const { write, search } = await setUp(t);
  const needle = 'the Needle';
  await write(
    'a.jsonl',
    fileOf(
      { role: 'user', content: `find ${needle}` },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: needle },
          { type: 'toolCall', id: 't', name: 'bash', arguments: { deep: [{ command: `echo "${needle}"` }] } },
        ],
      },
      { role: 'toolResult', toolCallId: 't', content: [{ type: 'text', text: `a\nthe\n\tneedle\n` }] },
      { role: 'bashExecution', command: 'x', output: needle },
      { role: 'custom', customType: 'c', content: needle, display: true },
      { role: 'user', content: 'the needl e' },
    ),
  );
  const { hits, more } = await search('THE  needle');
  assert.deepEqual(
    hits.map(({ entry, kind }) => [entry, kind]),
    [
      ['e4', 'custom'],
      ['e3', 'bash'],
      ['e2', 'tool'],
      ['e1', 'tool'],
      ['e1', 'assistant'],
      ['e0', 'user'],
    ],
  );
  assert.equal(more, false);
  assert.deepEqual(hits.at(-1), {
    session: 's',
    entry: 'e0',
    kind: 'user',
    text: 'find the Needle',
    at: Date.UTC(2026, 9, 1),
  });
  assert.deepEqual(
    (await search('needle', { kind: 'bash' })).hits.map(({ entry }) => entry),
    ['e3'],
  );
  assert.deepEqual(
    (await search('needle', { since: Date.UTC(2026, 9, 4) })).hits.map(({ entry }) => entry),
    ['e4', 'e3'],
  );
});

test('a search can be limited to a folder and to a number of hits', async (t) => {
  const { write, search } = await setUp(t);
  await write(
    '../--one--/a.jsonl',
    sessionText({ id: 'a', cwd: '/one', messages: ['same text', 'same text'] }),
  );
  await write('../--two--/b.jsonl', sessionText({ id: 'b', cwd: '/two', messages: ['same text'] }));
  assert.equal((await search('same text')).hits.length, 3);
  assert.deepEqual(
    (await search('same text', { workspace: '/two' })).hits.map(({ session }) => session),
    ['b'],
  );
  assert.equal((await search('same text', { workspace: '/two', related: ['/one'] })).hits.length, 3);
  const { hits, more } = await search('same text', { limit: 2 });
  assert.deepEqual([hits.length, more], [2, true]);
  assert.equal((await search('same text', { limit: 3 })).more, false);
  assert.deepEqual((await search('same text', { signal: AbortSignal.abort() })).hits, []);
});

test('one Chinese or Japanese word is found, in full and in half width', async (t) => {
  const { write, search } = await setUp(t);
  await write('a.jsonl', sessionText({ messages: ['テストを直して', '修复了ＡＢＣ测试'] }));
  for (const query of ['直', 'ﾃｽﾄ', '测试', 'abc']) assert.equal((await search(query)).hits.length, 1, query);
});

test('a text is found in a file whose writer escaped all characters outside ASCII', async (t) => {
  const { write, search } = await setUp(t);
  const file = fileOf({ role: 'user', content: '検索 in Zürich', timestamp: 1 });
  const escape = (char: string): string => String.raw`\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await write('a.jsonl', file.replaceAll(/[^\0-\x7f]/g, escape));
  for (const query of ['検索', 'zürich', 'in z'])
    assert.equal((await search(query)).hits[0]?.text, '検索 in Zürich', query);
});

test('foreign, half-written and damaged files are passed over', async (t) => {
  const { write, search } = await setUp(t);
  await write('a.jsonl', '{"type":"else"}\n{"needle":1}\n');
  await write(
    'b.jsonl',
    `\n{"half\n${sessionText({ id: 'b', messages: ['needle'] })}{"type":"message","needle`,
  );
  await write('c.jsonl', '');
  assert.deepEqual(
    (await search('needle')).hits.map(({ session }) => session),
    ['b'],
  );
});

test('every part of every text is found, and nothing that is in none of them', async (t) => {
  const { write, search } = await setUp(t);
  const char = fc.constantFrom(
    'a',
    'B',
    ' ',
    '\n',
    '"',
    '\\',
    'n',
    'u',
    'é',
    'e\u0301',
    'ﬁ',
    'Ａ',
    '漢',
    'Σ',
    'ς',
    'İ',
    '\u2028',
    '😀',
    '\u0303',
  );
  const text = fc.array(char, { minLength: 1, maxLength: 30 }).map((chars) => chars.join(''));
  let n = 0;
  await fc.assert(
    fc.asyncProperty(text, text, fc.tuple(fc.nat(), fc.nat()), async (one, other, [from, length]) => {
      const folded = foldText(one);
      const start = from % folded.length;
      const query = folded.slice(start, start + 1 + (length % folded.length));
      fc.pre(query.isWellFormed() && foldText(query) === query);
      await write('p.jsonl', sessionText({ id: `p${n++}`, messages: [one, other] }));
      const found = (await search(query)).hits.map(({ entry }) => entry).sort();
      const expected = [one, other].flatMap((candidate, at) =>
        foldText(candidate).includes(query) ? [`entry-${at}`] : [],
      );
      assert.deepEqual(found, expected);
    }),
    { numRuns: 300 },
  );
});
