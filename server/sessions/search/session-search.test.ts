import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { sessionText, writeFileIn } from '../session-fixture.ts';
import { SessionSearch } from './session-search.ts';

async function setUp(t: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-thread-'));
  const [agentDir, folder] = [path.join(root, 'agent'), path.join(root, 'index')];
  const troubles: unknown[] = [];
  const search = new SessionSearch(folder, (error) => troubles.push(error));
  t.after(async () => {
    await search.close();
    await rm(root, { recursive: true });
  });
  const text = sessionText({ messages: ['the zebra'] });
  await writeFileIn(path.join(agentDir, 'sessions', 'x'), 'a.jsonl', text);
  return { agentDir, folder, search, troubles };
}

test('searches run in a thread, beside each other, and make the index', async (t) => {
  const { agentDir, folder, search, troubles } = await setUp(t);
  const queries = ['zebra', 'giraffe', 'the'];
  const found = await Promise.all(queries.map((query) => search.search({ agentDir, query, limit: 9 })));
  assert.deepEqual(
    found.map(({ hits }) => hits.length),
    [1, 0, 1],
  );
  while ((await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.new')).length === 0);
  assert.equal((await search.search({ agentDir, query: 'zebra', limit: 9 })).hits.length, 1);
  assert.deepEqual(troubles, []);
});

test('under `node --watch`, the reports of Node about the thread are not taken for results', async (t) => {
  process.env.WATCH_REPORT_DEPENDENCIES = '1';
  t.after(() => delete process.env.WATCH_REPORT_DEPENDENCIES);
  const { agentDir, search, troubles } = await setUp(t);
  assert.equal((await search.search({ agentDir, query: 'zebra', limit: 9 })).hits.length, 1);
  assert.deepEqual(troubles, []);
});

test('an abandoned search ends early, and a search while the panel ends is refused', async (t) => {
  const { agentDir, search } = await setUp(t);
  const signal = AbortSignal.abort();
  assert.equal((await search.search({ agentDir, query: 'zebra', limit: 9, signal })).hits.length, 0);
  const late = search.search({ agentDir, query: 'zebra', limit: 9 });
  await Promise.all([assert.rejects(late, /ended early/), search.close()]);
});
