import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRunState } from '../view/conversation.ts';
import { childrenIn } from './read-children.ts';

const inShort = (details: unknown, parent: ToolRunState = 'ok') =>
  childrenIn(details, parent).map(({ name, task, state, turns, tokens, cost, last, failure }) =>
    [name, task, state, turns, tokens, cost, last, failure].join(' | '),
  );

test('pi-subagents: what each child does while it runs, and its result, in the order of the launch', () => {
  const usage = { input: 10, output: 5, cacheRead: 3, cacheWrite: 2, cost: 0.5, turns: 3 };
  const now = {
    agent: 'scout',
    task: 'Look',
    recentTools: [],
    recentOutput: [],
    toolCount: 1,
    durationMs: 5,
  };
  const progress = [
    { ...now, index: 1, status: 'running', currentTool: 'read', currentToolArgs: 'a.txt', tokens: 900 },
    { ...now, index: 2, status: 'pending', tokens: 0 },
  ];
  const done = { index: 0, agent: 'worker', task: 'Work', exitCode: 0, usage, finalOutput: 'Done.' };
  const details = { mode: 'parallel', results: [done], progress };
  assert.deepEqual(inShort(details, 'running'), [
    'worker | Work | ok | 3 | 20 | 0.5 | Done. | ',
    'scout | Look | running | 0 | 900 | 0 | read: a.txt | ',
    'scout | Look | running | 0 |  | 0 |  | ',
  ]);
  const ended = [
    { ...done, exitCode: 1, error: 'No model' },
    { ...done, index: 1, interrupted: true },
    { ...done, index: 2, exitCode: 1, error: 'Subagent stopped before completion.' },
  ];
  assert.deepEqual(
    childrenIn({ mode: 'parallel', results: ended }, 'ok').map(({ state, failure }) => [state, failure]),
    [
      ['failed', 'No model'],
      ['aborted', ''],
      ['aborted', ''],
    ],
  );
});

test('pi-subagents: a child that went on without its call is running, and what it used is told elsewhere', () => {
  const usage = { input: 10, output: 5, cost: 0.5, turns: 1 };
  const result = { index: 0, agent: 'scout', task: '[prompt redacted]', sessionName: 'scout: Look', usage };
  const details = { mode: 'single', runId: 'r', results: [{ ...result, exitCode: -2, detached: true }] };
  const [child] = childrenIn(details, 'ok');
  assert.deepEqual(
    [child?.id, child?.task, child?.state, child?.tokens, child?.cost, child?.usage],
    ['r:0', 'Look', 'running', null, 0, {}],
  );
});

test('pi-subagents: runs in the background are reported by the call that waits for them', () => {
  const results = [{ agent: 'scout', success: false, error: 'Gone', model: 'p/m' }];
  const [child] = childrenIn(
    { mode: 'management', results: [], completions: [{ runId: 'r', results }] },
    'ok',
  );
  assert.deepEqual(
    [child?.name, child?.state, child?.failure, child?.model],
    ['scout', 'failed', 'Gone', 'p/m'],
  );
});

test('@tintinweb/pi-subagents: a call has the activity and the tokens, without a price', () => {
  const details = {
    displayName: 'Explore',
    description: 'Find the parser',
    subagentType: 'Explore',
    toolUses: 2,
    tokens: '12.3k token (40%)',
    turnCount: 4,
    durationMs: 10,
    status: 'running',
    activity: 'reading a.ts',
  };
  assert.deepEqual(inShort(details, 'running'), [
    'Explore | Find the parser | running | 4 | 12300 | 0 | reading a.ts | ',
  ]);
  assert.deepEqual(inShort({ ...details, status: 'error', error: 'No' }), [
    'Explore | Find the parser | failed | 4 | 12300 | 0 | reading a.ts | No',
  ]);
  // The tool has ended, but its agent goes on.
  const [background] = childrenIn({ ...details, status: 'background', agentId: 'a1' }, 'ok');
  assert.deepEqual([background?.state, background?.id], ['running', 'a1']);
});

test('@tintinweb/pi-subagents: a notification reports several agents by their ids', () => {
  const notice = {
    description: 'One',
    status: 'completed',
    toolUses: 1,
    totalTokens: 50,
    resultPreview: 'Found.',
  };
  const details = { ...notice, id: 'a1', others: [{ ...notice, id: 'a2', status: 'stopped' }] };
  assert.deepEqual(
    childrenIn(details, 'ok').map(({ id, state, tokens, last }) => [id, state, tokens, last]),
    [
      ['a1', 'ok', 50, 'Found.'],
      ['a2', 'aborted', 50, 'Found.'],
    ],
  );
});

test('@baochunli/pi-collaborating-agents: each result has its name, its task and its output', () => {
  const result = {
    agent: 'worker',
    name: 'SwiftFox',
    task: 'Work',
    exitCode: 0,
    output: 'Done.',
    launchMode: 'process',
    resolvedModel: 'p/m',
  };
  const details = { mode: 'subagent', results: [result, { ...result, exitCode: 1, error: 'No' }] };
  assert.deepEqual(inShort(details), [
    'SwiftFox | Work | ok | 0 |  | 0 | Done. | ',
    'SwiftFox | Work | failed | 0 |  | 0 | Done. | No',
  ]);
});

test('pi’s example of 1.6 says the state of each agent in a word', () => {
  const result = { agent: 'scout', task: 'Look', exitCode: null, messages: [], usage: {} };
  const states = ['pending', 'running', 'completed', 'failed', 'aborted'].map((status) => ({
    ...result,
    status,
  }));
  assert.deepEqual(
    childrenIn({ mode: 'parallel', results: states }, 'running').map(({ state }) => state),
    ['running', 'running', 'ok', 'failed', 'aborted'],
  );
});

test('details of any other form have no sub-agents', () => {
  for (const details of [
    undefined,
    null,
    'text',
    [],
    { mode: 'x' },
    { results: [{ agent: 1 }] },
    { status: 'ok' },
  ])
    assert.deepEqual(childrenIn(details, 'ok'), []);
});
