import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Usage } from '../../../shared/usage.ts';
import type { SessionFile } from '../list.ts';
import { UsageIndex, usageOfSession } from './usage-index.ts';

/** In the middle of a day, wherever the test runs: a day of the test is a day of the clock. */
const noon = (day: number): number => new Date(2026, 0, day, 12).getTime();
const iso = (at: number): string => new Date(at).toISOString();

interface Answer {
  day: number;
  output: number;
  cost: number;
  model?: string;
}

function answer({ day, output, cost, model = 'm1' }: Answer, id = `e${day}-${output}`): object {
  const usage = { input: 10, output, cacheRead: 1, cacheWrite: 2, cost: { total: cost } };
  const message = { role: 'assistant', content: [], provider: 'p', model, usage, timestamp: noon(day) };
  return { type: 'message', id, parentId: null, timestamp: iso(noon(day)), message };
}

const header = (id: string, cwd: string, more: object = {}): object => ({
  type: 'session',
  version: 3,
  id,
  timestamp: iso(noon(1)),
  cwd,
  ...more,
});
const text = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const inShort = ({ rows }: Usage): string[] =>
  rows.map(({ day, workspace, model, output, cost, answers }) =>
    [day.slice(8), workspace, model, output, cost, answers].join(' '),
  );

async function makeFolder(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-usage-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const kept = path.join(folder, 'usage.json');
  const file = (name: string): string => path.join(folder, name);
  const files = async (...names: string[]): Promise<SessionFile[]> =>
    Promise.all(names.map(async (name) => ({ path: file(name), stats: await stat(file(name)) })));
  return { kept, file, files };
}

test('usage is summed by day, folder and model, including summaries and usage without a message', async (t) => {
  const { kept, file, files } = await makeFolder(t);
  const usage = { input: 1, output: 5, cacheRead: 0, cacheWrite: 0, cost: { total: 0.5 } };
  const at = { parentId: null, timestamp: iso(noon(2)) };
  await writeFile(
    file('a.jsonl'),
    text([
      header('a', '/a'),
      answer({ day: 1, output: 1, cost: 1 }),
      answer({ day: 1, output: 2, cost: 2 }),
      answer({ day: 2, output: 4, cost: 4, model: 'm2' }),
      { type: 'compaction', id: 'c', ...at, summary: '', firstKeptEntryId: 'x', tokensBefore: 1, usage },
      { type: 'usage', id: 'u', ...at, kind: 'x', provider: 'p', model: 'm2', usage },
      { type: 'message', id: 'x', ...at, message: { role: 'user', content: 'Hi', usage } },
    ]),
  );
  await writeFile(file('b.jsonl'), text([header('b', '/b'), answer({ day: 1, output: 8, cost: 8 })]));
  const index = new UsageIndex(kept);
  const both = await files('a.jsonl', 'b.jsonl');
  assert.deepEqual(inShort(await index.sum(both)), [
    '01 /b p/m1 8 8 1',
    '01 /a p/m1 3 3 2',
    '02 /a p/m2 4 4 1',
    '02 /a  5 0.5 0',
    '02 /a p/m2 5 0.5 0',
  ]);
  assert.deepEqual(inShort(await index.sum(both, { workspace: '/b' })), ['01 /b p/m1 8 8 1']);
});

test('days are those of the reader’s clock, wherever the panel runs, also after a restart', async (t) => {
  const { kept, file, files } = await makeFolder(t);
  const at = (time: string, output: number): object => ({
    ...answer({ day: 1, output, cost: 0 }, `e${output}`),
    timestamp: time,
  });
  await writeFile(
    file('a.jsonl'),
    text([header('a', '/a'), at('2026-03-01T18:29:59.999Z', 1), at('2026-03-01T18:30:00.000Z', 2)]),
  );
  const daysIn = async (zone: string): Promise<string[]> => {
    const { rows } = await new UsageIndex(kept).sum(await files('a.jsonl'), { zone });
    return rows.map(({ day, output }) => `${day} ${output}`);
  };
  assert.deepEqual(await daysIn('Asia/Kolkata'), ['2026-03-01 1', '2026-03-02 2']);
  assert.deepEqual(await daysIn('America/New_York'), ['2026-03-01 3']);
  assert.deepEqual(await daysIn('Pacific/Kiritimati'), ['2026-03-02 3']);
  await assert.rejects(daysIn('Nowhere/At_All'), RangeError);
});

test('an answer of a model that chose another one counts for the one that answered, as in pi’s own sums', async (t) => {
  const { kept, file, files } = await makeFolder(t);
  const chosen = answer({ day: 1, output: 1, cost: 1, model: 'auto' }) as { message: object };
  const routed = { ...chosen, message: { ...chosen.message, responseModel: 'm1' } };
  await writeFile(file('a.jsonl'), text([header('a', '/a'), routed, answer({ day: 1, output: 2, cost: 2 })]));
  assert.deepEqual(inShort(await new UsageIndex(kept).sum(await files('a.jsonl'))), ['01 /a p/m1 3 3 2']);
});

test('of the cost, the part that providers have billed is told apart from what pi estimated', async (t) => {
  const { kept, file, files } = await makeFolder(t);
  const billed = answer({ day: 1, output: 1, cost: 1 }) as { message: { usage: { cost: object } } };
  Object.assign(billed.message.usage.cost, { totalFromProvider: true });
  await writeFile(file('a.jsonl'), text([header('a', '/a'), billed, answer({ day: 1, output: 2, cost: 2 })]));
  const { rows } = await new UsageIndex(kept).sum(await files('a.jsonl'));
  assert.deepEqual([rows[0]?.cost, rows[0]?.billed], [3, 1]);
});

test('entries that a fork has in common with its parent are counted once', async (t) => {
  const { kept, file, files } = await makeFolder(t);
  const first = answer({ day: 1, output: 1, cost: 1 });
  await writeFile(file('a.jsonl'), text([header('a', '/a'), first]));
  const fork = header('f', '/a', { timestamp: iso(noon(2)), parentSession: file('a.jsonl') });
  await writeFile(file('f.jsonl'), text([fork, first, answer({ day: 3, output: 2, cost: 2 })]));
  const sums = await new UsageIndex(kept).sum(await files('a.jsonl', 'f.jsonl'));
  assert.deepEqual(inShort(sums), ['01 /a p/m1 1 1 1', '03 /a p/m1 2 2 1']);
});

test('a session that is in two files counts once, with what the first of them has', async (t) => {
  const { kept, file, files } = await makeFolder(t);
  const first = answer({ day: 1, output: 1, cost: 1 });
  const second = answer({ day: 2, output: 2, cost: 2 });
  await writeFile(file('a.jsonl'), text([header('a', '/a'), first, second]));
  await writeFile(file('copy.jsonl'), text([header('a', '/a'), first]));
  const index = new UsageIndex(kept);
  assert.deepEqual(inShort(await index.sum(await files('a.jsonl', 'copy.jsonl'))), [
    '01 /a p/m1 1 1 1',
    '02 /a p/m1 2 2 1',
  ]);
  assert.deepEqual(inShort(await index.sum(await files('copy.jsonl', 'a.jsonl'))), ['01 /a p/m1 1 1 1']);
});

test('only appended lines are read, even after a restart, and half a line waits for its end', async (t) => {
  const { kept, file, files } = await makeFolder(t);
  await writeFile(file('a.jsonl'), text([header('a', '/a'), answer({ day: 1, output: 1, cost: 1 })]));
  await new UsageIndex(kept).sum(await files('a.jsonl'));
  // The counted entries are no longer in the file, which keeps its length: only what follows is read.
  const before = await readFile(file('a.jsonl'), 'utf8');
  await writeFile(file('a.jsonl'), before.replace('"output":1', '"output":7'));
  const line = text([answer({ day: 2, output: 2, cost: 2 })]);
  await appendFile(file('a.jsonl'), line.slice(0, 50));
  const index = new UsageIndex(kept);
  assert.deepEqual(inShort(await index.sum(await files('a.jsonl'))), ['01 /a p/m1 1 1 1']);
  await appendFile(file('a.jsonl'), line.slice(50));
  assert.deepEqual(inShort(await index.sum(await files('a.jsonl'))), [
    '01 /a p/m1 1 1 1',
    '02 /a p/m1 2 2 1',
  ]);
});

test('a deleted session no longer counts, and neither a damaged index nor a foreign file is a failure', async (t) => {
  const { kept, file, files } = await makeFolder(t);
  await writeFile(file('a.jsonl'), text([header('a', '/a'), answer({ day: 1, output: 1, cost: 1 })]));
  await writeFile(file('x.jsonl'), '{"some":"thing"}\nelse\n');
  await writeFile(kept, 'no index');
  const index = new UsageIndex(kept);
  assert.equal((await index.sum(await files('a.jsonl', 'x.jsonl'))).rows.length, 1);
  assert.deepEqual(await index.sum(await files('x.jsonl')), { rows: [] });
});

test('a session file that cannot be read is said not to be counted, and one that is gone is none', async (t) => {
  const { kept, file, files } = await makeFolder(t);
  await writeFile(file('a.jsonl'), text([header('a', '/a'), answer({ day: 1, output: 1, cost: 1 })]));
  const [known] = await files('a.jsonl');
  const { stats } = known!;
  const others = [file('a.jsonl/inside.jsonl'), file('gone.jsonl')].map((path) => ({ path, stats }));
  const { rows, unread } = await new UsageIndex(kept).sum([known!, ...others]);
  assert.deepEqual([rows.length, unread], [1, 1]);
});

test('each amount says what it was for, and what the cache had lost', async (t) => {
  const { file, files } = await makeFolder(t);
  const cost = (input: number, cacheRead: number) => ({ input, output: 0, cacheRead, cacheWrite: 0 });
  const asked = (at: number, fields: object, usage: object): object => ({
    type: 'message',
    id: `e${at}`,
    parentId: null,
    timestamp: iso(noon(1) + at),
    message: {
      role: 'assistant',
      content: [],
      stopReason: 'stop',
      provider: 'p',
      model: 'm',
      timestamp: noon(1) + at,
      usage,
      ...fields,
    },
  });
  const used = { output: 1, cacheWrite: 0 };
  const warm = { ...used, input: 0, cacheRead: 50_000, cost: { ...cost(0, 0.05), total: 0.05 } };
  const lost = { ...used, input: 50_000, cacheRead: 0, cost: { ...cost(0.5, 0), total: 0.5 } };
  await writeFile(
    file('a.jsonl'),
    text([
      header('a', '/a'),
      asked(1, {}, warm),
      asked(2, {}, lost),
      asked(3, { stopReason: 'error' }, { ...lost, cost: { ...cost(0, 0), total: 0.25 } }),
      { type: 'usage', id: 'u', parentId: null, timestamp: iso(noon(1)), kind: 'cache_warm', usage: warm },
    ]),
  );
  const [stored] = await files('a.jsonl');
  const { rows } = await usageOfSession(stored!);
  assert.deepEqual(
    rows.map(({ source, cost: total, missed, missedCost }) => [
      source,
      total,
      missed,
      +missedCost.toFixed(3),
    ]),
    [
      ['answer', 0.55, 50_000, 0.45],
      ['failed', 0.25, 50_000, 0],
      ['warming', 0.05, 0, 0],
    ],
  );
  const { rows: since } = await usageOfSession(stored!, { since: noon(1) + 3 });
  assert.deepEqual(
    since.map(({ source }) => source),
    ['failed'],
  );
});

test('of one session each row tells the prompt before it, also one too large to parse; all sessions do not', async (t) => {
  const { file, files } = await makeFolder(t);
  const prompt = (content: unknown): object => ({
    ...{ type: 'message', id: 'p', parentId: null, timestamp: iso(noon(1)) },
    message: { role: 'user', content, timestamp: noon(1) },
  });
  const text1 = { type: 'text', text: '  Look at\n\nthis ' };
  const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(5 * 1024 * 1024) };
  const spent = (cost: number): object => answer({ day: 1, output: 1, cost });
  const lines = [spent(1), prompt('a'.repeat(500)), spent(2), spent(3), prompt([text1, image]), spent(4)];
  await writeFile(file('a.jsonl'), text([header('a', '/a'), ...lines, prompt([image]), spent(5)]));
  const stored = await files('a.jsonl');
  const told = ({ rows }: Usage): unknown[] => rows.map(({ cost, prompt: one }) => [cost, one]);
  assert.deepEqual(told(await usageOfSession(stored[0]!)), [
    [5, { number: 1, text: 'a'.repeat(120) }],
    [5, { number: 3, text: '' }],
    [4, { number: 2, text: 'Look at this' }],
    [1, undefined],
  ]);
  assert.deepEqual(told(await new UsageIndex(file('usage.json')).sum(stored)), [[15, undefined]]);
});

test('what sub-agents have used is told by the result of the tool that started them', async (t) => {
  const { file, files } = await makeFolder(t);
  const usage = { input: 7, output: 3, cacheRead: 0, cacheWrite: 0, cost: 0.25, turns: 1 };
  const child = { agent: 'scout', task: 'Look', model: 'p/small', exitCode: 0, messages: [], usage };
  const result = {
    role: 'toolResult',
    toolCallId: 'c',
    toolName: 'subagent',
    content: [{ type: 'text', text: 'Found.' }],
    details: { mode: 'parallel', results: [child, child] },
    isError: false,
    timestamp: noon(1),
  };
  const entry = { type: 'message', id: 'r', parentId: null, timestamp: iso(noon(1)), message: result };
  await writeFile(file('a.jsonl'), text([header('a', '/a'), answer({ day: 1, output: 1, cost: 1 }), entry]));
  const [stored] = await files('a.jsonl');
  const { rows } = await usageOfSession(stored!);
  assert.deepEqual(
    rows.map(({ source, model, input, cost, answers }) => [source, model, input, cost, answers]),
    [
      ['answer', 'p/m1', 10, 1, 1],
      ['child', 'p/small', 14, 0.5, 0],
    ],
  );
});

test('what a tool used itself counts once, also if it tells of its sub-agents, and leaves the cache as it is', async (t) => {
  const { file, files } = await makeFolder(t);
  const usage = {
    ...{ input: 7, output: 3, cacheRead: 0, cacheWrite: 0 },
    cost: { input: 0.1, output: 0.15, cacheRead: 0, cacheWrite: 0, total: 0.25 },
  };
  const used = { input: 7, output: 3, cacheRead: 0, cacheWrite: 0, cost: 0.25, turns: 1 };
  const told = { agent: 'scout', task: 'Look', model: 'p/small', exitCode: 0, messages: [], usage: used };
  const result = (id: string, details?: object): object => ({
    ...{ type: 'message', id, parentId: null, timestamp: iso(noon(1)) },
    message: {
      ...{ role: 'toolResult', toolCallId: id, toolName: 'codemode', content: [], isError: false },
      ...{ usage, details, timestamp: noon(1) },
    },
  });
  const cached = (n: number): object => {
    const tokens = { input: 0, output: 1, cacheRead: 50_000, cacheWrite: 0, cost: { total: 1 } };
    const message = { role: 'assistant', content: [], provider: 'p', model: 'm1', timestamp: noon(1) + n };
    return {
      ...{ type: 'message', id: `a${n}`, parentId: null, timestamp: iso(noon(1)) },
      message: { ...message, usage: n === 1 ? tokens : { ...tokens, input: 50_000, cacheRead: 0 } },
    };
  };
  const lines = [
    header('a', '/a'),
    cached(1),
    result('r'),
    result('s', { mode: 'parallel', results: [told] }),
    cached(2),
  ];
  await writeFile(file('a.jsonl'), text(lines));
  const { rows } = await usageOfSession((await files('a.jsonl'))[0]!);
  assert.deepEqual(
    rows.map(({ source, model, input, cost, answers, missed }) => [
      source,
      model,
      input,
      cost,
      answers,
      missed,
    ]),
    [
      ['answer', 'p/m1', 50_000, 2, 2, 50_000],
      ['tool', '', 7, 0.25, 0, 0],
      ['child', '', 7, 0.25, 0, 0],
    ],
  );
});

test('a sub-agent with a session of its own counts in that of its agent, and once among all sessions', async (t) => {
  const { file, files } = await makeFolder(t);
  const usage = { input: 10, output: 1, cacheRead: 1, cacheWrite: 2, cost: { total: 2 } };
  const own = {
    ...{ type: 'custom', customType: 'pi-panel', id: 'o', parentId: null, timestamp: iso(noon(1)) },
    data: { child: { id: 'c', name: 'scout', model: 'p/m1', usage, session: 'b' } },
  };
  await writeFile(file('a.jsonl'), text([header('a', '/a'), own]));
  await writeFile(file('b.jsonl'), text([header('b', '/a'), answer({ day: 1, output: 1, cost: 2 })]));
  const costs = ({ rows }: Usage): [string, number][] => rows.map(({ source, cost }) => [source, cost]);
  assert.deepEqual(costs(await usageOfSession((await files('a.jsonl'))[0]!)), [['child', 2]]);
  const index = new UsageIndex(file('usage.json'));
  assert.deepEqual(costs(await index.sum(await files('a.jsonl', 'b.jsonl'))), [['answer', 2]]);
});

test('what the panel stored about a sub-agent counts once, also if a call tells it again', async (t) => {
  const { file, files } = await makeFolder(t);
  const usage = {
    ...{ input: 7, output: 3, cacheRead: 1, cacheWrite: 0 },
    cost: { input: 0, output: 0.25, cacheRead: 0, cacheWrite: 0, total: 0.25 },
  };
  const own = {
    ...{ type: 'custom', customType: 'pi-panel', id: 'o', parentId: null, timestamp: iso(noon(1)) },
    data: { child: { id: 'r:0', name: 'scout', model: 'p/small', usage } },
  };
  const told = { agent: 'scout', model: 'p/small', usage: { input: 7, output: 3, cacheRead: 1, cost: 0.25 } };
  const details = { mode: 'management', results: [], completions: [{ runId: 'r', results: [told, told] }] };
  const message = {
    role: 'toolResult',
    toolCallId: 'c',
    toolName: 'subagent',
    content: [],
    details,
    isError: false,
  };
  const result = {
    ...{ type: 'message', id: 'm', parentId: null, timestamp: iso(noon(1)) },
    message: { ...message, timestamp: noon(1) },
  };
  await writeFile(file('a.jsonl'), text([header('a', '/a'), own, own, result]));
  const [stored] = await files('a.jsonl');
  const { rows } = await usageOfSession(stored!);
  assert.deepEqual(
    rows.map(({ source, model, input, cacheRead, cost: total }) => [source, model, input, cacheRead, total]),
    [['child', 'p/small', 14, 2, 0.5]],
  );
});
