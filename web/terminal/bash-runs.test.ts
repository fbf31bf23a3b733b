import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, ToolRun } from '../../shared/view/conversation.ts';
import { bashRuns, currentRun, listedRuns, MAX_TABS, titleOf } from './bash-runs.ts';

function run(id: string, more: Partial<ToolRun> = {}): ToolRun {
  return { id, name: 'bash', args: {}, state: 'ok', output: { bytes: 0, tail: '' }, ...more };
}

function viewOf(runs: ToolRun[], entries: Entry[] = []) {
  return { entries, toolRuns: Object.fromEntries(runs.map((each) => [each.id, each])) };
}

/** An assistant entry with these tool calls. */
function calls(...ids: string[]): Entry {
  const content = ids.map((id) => ({ type: 'toolCall' as const, id, name: 'bash', arguments: {} }));
  const message = { role: 'assistant' as const, content, stopReason: 'toolUse' as const, timestamp: 1 };
  return { key: ids.join(), message };
}

const ids = (runs: ToolRun[]): string[] => runs.map(({ id }) => id);

test('the newest run comes first, and the order is that of the conversation', () => {
  const view = viewOf([run('b'), run('a')], [calls('a'), calls('b')]);
  assert.deepEqual(ids(bashRuns(view)), ['b', 'a']);
});

test('ids that look like numbers do not change the order', () => {
  const view = viewOf([run('2'), run('1')], [calls('2'), calls('1')]);
  assert.deepEqual(ids(bashRuns(view)), ['1', '2']);
});

test('a run without a row yet is newer than every run that has one', () => {
  const view = viewOf([run('live', { startedAt: 5 }), run('old', { startedAt: 9 })], [calls('old')]);
  assert.deepEqual(ids(bashRuns(view)), ['live', 'old']);
});

test('runs of one row are ordered by their start, and a run of a sub-agent is placed with its parent', () => {
  const runs = [
    run('child', { parentId: 'a', startedAt: 3 }),
    run('a', { startedAt: 1 }),
    run('b', { startedAt: 2 }),
    run('later', { startedAt: 4 }),
  ];
  const view = viewOf(runs, [calls('a', 'b'), calls('later')]);
  assert.deepEqual(ids(bashRuns(view)), ['later', 'child', 'b', 'a']);
});

test('a user bash command is placed by its row', () => {
  const message = {
    role: 'bashExecution' as const,
    command: 'ls',
    output: '',
    cancelled: false,
    truncated: false,
    timestamp: 1,
  };
  const entry: Entry = { key: 'user', call: 'user-bash', message };
  const view = viewOf([run('after'), run('user-bash')], [entry, calls('after')]);
  assert.deepEqual(ids(bashRuns(view)), ['after', 'user-bash']);
});

test('tools other than bash have no tab', () => {
  assert.deepEqual(bashRuns(viewOf([run('r', { name: 'read' })])), []);
});

test('the number of tabs is bounded, and a pinned older run is always among them', () => {
  const many = Array.from({ length: MAX_TABS + 5 }, (_, n) => run(`r${n}`, { startedAt: n }));
  assert.equal(bashRuns(viewOf(many)).length, MAX_TABS);
  const pinned = run('from long ago');
  const withPinned = bashRuns(viewOf(many), pinned);
  assert.equal(withPinned.length, MAX_TABS + 1);
  assert.equal(withPinned.at(-1), pinned);
  assert.equal(bashRuns(viewOf(many), many.at(-1)).length, MAX_TABS);
});

test('the current run is the newest one that is running; if none is, it is the newest run', () => {
  const [a, b, c] = [run('a'), run('b', { state: 'running' }), run('c', { state: 'running' })];
  assert.equal(currentRun([a, b, c]), b);
  assert.equal(currentRun([a, run('d')]), a);
  assert.equal(currentRun([]), undefined);
});

test('the list contains the runs of every tool: running ones first, then the newest', () => {
  const view = viewOf(
    [
      run('a', { state: 'running' }),
      run('b', { name: 'read' }),
      run('c', { state: 'running' }),
      run('d', { state: 'failed' }),
    ],
    [calls('a'), calls('b'), calls('c'), calls('d')],
  );
  assert.deepEqual(ids(listedRuns(view)), ['c', 'a', 'd', 'b']);
});

test('a run of another tool has a tab while it is pinned', () => {
  const read = run('r', { name: 'read' });
  const view = viewOf([run('a'), read], [calls('a'), calls('r')]);
  assert.deepEqual(ids(bashRuns(view)), ['a']);
  assert.deepEqual(ids(bashRuns(view, read)), ['a', 'r']);
});

test('a title is the command, or the tool with its file or pattern', () => {
  assert.equal(titleOf(run('a', { args: { command: 'cd web && npm test' } })), 'npm test');
  assert.equal(
    titleOf(run('a', { name: 'ask', args: { about: `${'x'.repeat(80)}\ny` } })),
    `ask ${'x'.repeat(56)}…`,
  );
  assert.equal(titleOf(run('a', { name: 'read', args: { offset: 3, path: 'src/a.ts' } })), 'read src/a.ts');
  assert.equal(titleOf(run('a', { name: 'lookup', args: { n: 1, topic: 'owls' } })), 'lookup owls');
  assert.equal(titleOf(run('a', { name: 'noop' })), 'noop');
});
