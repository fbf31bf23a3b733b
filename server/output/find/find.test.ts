import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { FoundInOutput } from '../../../shared/searches.ts';
import { workFolder } from '../fixtures/pi-bash.ts';
import { Outputs } from '../outputs.ts';
import { findInOutput, type FindQuery } from './find.ts';

function open(t: TestContext, text: string): Outputs {
  const outputs = new Outputs({ onGrowth: () => {} });
  t.after(() => outputs.close());
  outputs.start('run');
  outputs.append('run', text);
  return outputs;
}

async function find(outputs: Outputs, query: FindQuery): Promise<FoundInOutput[]> {
  const response = await findInOutput(outputs, 'run', { query });
  const text = await response.text();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FoundInOutput);
}

const ends = (found: FoundInOutput[]): { at: number[]; count: number } => ({
  at: found.flatMap(({ hits }) => hits.map(([at]) => at)),
  count: found.at(-1)?.count ?? -1,
});

test('a search takes its query literally and ignores case, unless the request says otherwise', async (t) => {
  const outputs = open(t, 'a.b\nA.B axb\n');
  assert.deepEqual(ends(await find(outputs, { query: 'a.b' })), { at: [0, 4], count: 2 });
  assert.deepEqual(ends(await find(outputs, { query: 'a.b', case: '1' })), { at: [0], count: 1 });
  assert.deepEqual(ends(await find(outputs, { query: 'a.b', regex: '1' })), { at: [0, 4, 8], count: 3 });
});

test('letters are found however the program stored them', async (t) => {
  const outputs = open(t, `${'ガイド.md'.normalize('NFD')}\nガイド.md\n`);
  assert.equal(ends(await find(outputs, { query: 'ガイド.md' })).count, 2);
  assert.equal(ends(await find(outputs, { query: 'ガイド.md'.normalize('NFD') })).count, 2);
});

test('an invalid query is refused with the reason', async (t) => {
  const outputs = open(t, 'a');
  for (const [query, message] of [
    [{}, /^query: .*missing/],
    [{ query: '(', regex: '1' }, /not a regular expression/],
    [{ query: 'a', case: 'yes' }, /^case: expected 1 or 0/],
    [{ query: 'a', from: '-1' }, /^from: /],
    [{ query: 'a'.repeat(1001) }, /at most 1000/],
  ] as const)
    await assert.rejects(find(outputs, query), { status: 400, message });
  await assert.rejects(findInOutput(outputs, 'other', { query: { query: 'a' } }), { status: 404 });
});

test('during a run, a search continues where the previous one ended', async (t) => {
  const outputs = open(t, 'one\ntwo one\nth');
  const first = await find(outputs, { query: 'one' });
  const { next } = first.at(-1)!;
  assert.equal(next, 12);
  outputs.append('run', 'ree one\n');
  assert.deepEqual(ends(await find(outputs, { query: 'one', from: String(next) })), { at: [18], count: 1 });
});

test('S-73: a search for a slow expression is given up, and delays nothing else', async (t) => {
  const outputs = open(t, `${'a'.repeat(200)}!\n`);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 10);
  const found = await find(outputs, { query: '(a+)+$', regex: '1' });
  clearInterval(timer);
  assert.match(found.at(-1)?.error ?? '', /too long/);
  // If this thread searched, there would be one at the end.
  assert.ok(turns > 5, `${turns} turns`);
});

test('matches beyond the limit are only counted', async (t) => {
  const outputs = open(t, 'x\n'.repeat(120_000));
  const { at, count } = ends(await find(outputs, { query: 'x' }));
  assert.deepEqual([at.length, count], [100_000, 120_000]);
});

test('a hundred megabytes are searched in small pieces, between which the panel has a turn', async (t) => {
  const outputs = new Outputs({ onGrowth: () => {} });
  t.after(() => outputs.close());
  const path = join(workFolder, 'pi-bash-00000000f1f1f1f1.log');
  const block = Array.from({ length: 20_000 }, (_, n) => `line ${n} of the build is of no interest\n`).join(
    '',
  );
  writeFileSync(path, `${block.repeat(100)}needle\n`);
  await outputs.store('run', '', path);
  const found = await find(outputs, { query: 'Needle' });
  assert.deepEqual(ends(found), { at: [block.length * 100], count: 1 });
  // Between two pieces the panel has a turn, and each is searched in another thread.
  const sizes = found.map(({ next }, at) => next - (found[at - 1]?.next ?? 0));
  assert.ok(Math.max(...sizes) <= 2 * 1024 * 1024, `a piece of ${Math.max(...sizes)} bytes`);
});

test('under `node --watch`, the reports of Node about the thread are not taken for matches', async (t) => {
  process.env.WATCH_REPORT_DEPENDENCIES = '1';
  t.after(() => delete process.env.WATCH_REPORT_DEPENDENCIES);
  assert.deepEqual(ends(await find(open(t, 'a.b\n'), { query: 'a.b' })), { at: [0], count: 1 });
});
