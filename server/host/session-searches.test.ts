import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { writeFileIn } from '../sessions/session-fixture.ts';
import { SessionSearches } from './session-searches.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** In the middle of today, so that a day before is yesterday. */
const NOON = new Date().setHours(12, 0, 0, 0);

function answer(id: string, at: number, cost: number): object {
  const usage = { input: 10, output: 5, cacheRead: 2, cacheWrite: 1, cost: { total: cost } };
  const content = [{ type: 'text', text: 'the zebra' }];
  const message = { role: 'assistant', content, provider: 'p', model: 'm', usage, timestamp: at };
  return { type: 'message', id, parentId: null, timestamp: new Date(at).toISOString(), message };
}

/** A session with an answer of yesterday and two of today. */
async function setUp(t: TestContext, { withState }: { withState: boolean }) {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-searches-'));
  const agentDir = path.join(root, 'agent');
  const searches = new SessionSearches({
    findPlace: () => Promise.resolve({ agentDir }),
    stateFolder: withState ? path.join(root, 'state') : undefined,
    onTrouble: (error) => assert.fail(String(error)),
  });
  t.after(async () => {
    await searches.close();
    await rm(root, { recursive: true });
  });
  const lines = [
    { type: 'session', version: 3, id: 's', timestamp: new Date(NOON).toISOString(), cwd: '/shop' },
    answer('a', NOON - DAY_MS, 1),
    answer('b', NOON, 2),
    answer('c', NOON + 1, 4),
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFileIn(path.join(agentDir, 'sessions', '--shop--'), 's.jsonl', text);
  const find = async (query: string): Promise<number> =>
    (await searches.search({ query, limit: 9, signal: new AbortController().signal })).hits.length;
  return { searches, find };
}

test('the usage of today leaves out other days, and text is found', async (t) => {
  const { searches, find } = await setUp(t, { withState: true });
  assert.deepEqual(await searches.spentToday(), { cost: 6, tokens: 36 });
  assert.equal((await searches.usage({ workspace: '/shop' })).rows.length, 2);
  assert.deepEqual(await searches.usage({ workspace: '/elsewhere' }), { rows: [] });
  assert.equal(await find('zebra'), 3);
});

test('without a state folder text is found, but usage is refused and nothing counts as spent', async (t) => {
  const { searches, find } = await setUp(t, { withState: false });
  assert.equal(await find('zebra'), 3);
  await assert.rejects(searches.usage({}), { status: 409, code: 'no_state' });
  assert.deepEqual(await searches.spentToday(), { cost: 0, tokens: 0 });
});
