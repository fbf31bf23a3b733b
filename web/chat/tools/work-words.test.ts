import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import { changedFiles, mostChanged, spanOf, workWords, type ChangedFile } from './work-words.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const run = (more: Partial<ToolRun>): ToolRun => ({
  id: 'c',
  name: 'edit',
  args: {},
  state: 'ok',
  output: { bytes: 0, tail: '' },
  ...more,
});

test('calls are counted by kind in a fixed order, and calls of other tools by name', () => {
  assert.equal(workWords(named('bash', 'read', 'read', 'edit', 'write')), '2 reads, 2 edits, 1 command');
  assert.equal(workWords(named('grep', 'ls', 'find')), '3 searches');
  assert.equal(workWords(named('web', 'ask', 'web')), '2 web, ask');
});

test('the duration of work is the time from the first start to the last end or to now, if these are known', () => {
  const runs = [run({ startedAt: 10, endedAt: 30 }), run({ startedAt: 20, endedAt: 50 }), undefined];
  assert.equal(spanOf(runs), 40);
  assert.equal(spanOf(runs, { since: 5 }), 45);
  assert.equal(spanOf(runs, { now: 110 }), 100);
  assert.equal(spanOf([run({})]), undefined);
  assert.equal(spanOf([]), undefined);
});

test('each changed file is listed once with the sum of its changes; failed edits and reads are ignored', () => {
  const patch = '--- a\n+++ b\n@@ -1,1 +1,2 @@\n-one\n+two\n+three\n';
  const edit = (id: string, path: string) => run({ id, args: { path }, details: { patch } });
  const runs = [
    edit('1', '/w/a.ts'),
    edit('2', 'a.ts'),
    run({ id: '3', name: 'write', args: { path: 'b.ts', content: 'x' } }),
    run({ id: '4', args: { path: 'c.ts' }, state: 'failed' }),
    run({ id: '5', name: 'read', args: { path: 'd.ts' } }),
  ];
  assert.deepEqual(changedFiles(runs, '/w'), [
    { path: 'a.ts', counts: { added: 4, removed: 2 }, run: '2', hasDiff: true },
    { path: 'b.ts', counts: null, run: '3', hasDiff: false },
  ]);
});

test('a group names the two files with the most changed lines, and keeps their order if they are equal', () => {
  const file = (path: string, added: number | null): ChangedFile => ({
    path,
    counts: added === null ? null : { added, removed: 1 },
    run: path,
    hasDiff: true,
  });
  const named = (...files: ChangedFile[]): string =>
    mostChanged(files)
      .map(({ path }) => path)
      .join(' ');
  assert.equal(named(file('a', 1), file('b', 30), file('c', null), file('d', 2)), 'b d');
  assert.equal(named(file('a', 3), file('b', 3), file('c', 3)), 'a b');
  assert.equal(named(file('new', null)), 'new');
  assert.equal(named(), '');
});
