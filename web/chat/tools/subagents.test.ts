import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveChild } from '../../../shared/view/live-child.ts';
import { reportsIn, subagentsOf, withReports } from './subagents.ts';

const call = { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a.txt' } };
const asking = {
  role: 'assistant',
  model: 'm',
  stopReason: 'toolUse',
  content: [{ type: 'text', text: 'I look.' }, call],
};
const read = {
  role: 'toolResult',
  toolCallId: 'c1',
  isError: false,
  content: [{ type: 'text', text: 'alpha' }],
};
const said = { role: 'assistant', stopReason: 'stop', content: [{ type: 'text', text: 'Found it.' }] };
const scout = {
  agent: 'scout',
  task: 'Look',
  exitCode: 0,
  messages: [asking, read, said],
  usage: { cost: 0.5 },
};
const of = (results: unknown[], state: 'ok' | 'running' = 'ok') =>
  subagentsOf({ id: 'r', state, details: { results } });

test('an agent that a tool started has its task, its texts and its tool runs', () => {
  const [agent] = of([scout]);
  const { name, task, turns, cost, model, failure, run } = agent!;
  assert.deepEqual([name, task, turns, cost, model, failure], ['scout', 'Look', 2, 0.5, '', '']);
  assert.deepEqual([run.id, run.state], ['r/agent-1', 'ok']);
  const steps = agent!.steps.map((step) =>
    'text' in step
      ? step.text
      : [step.run.name, step.run.state, step.run.args.path, step.run.output.tail].join(' '),
  );
  assert.deepEqual(steps, ['I look.', 'read ok a.txt alpha', 'Found it.']);
});

test('an agent runs until its last answer, failed with its reason, or was cut short with the tool', () => {
  const states = (results: unknown[], state?: 'running') => of(results, state).map(({ run }) => run.state);
  const [waiting, single] = [
    { ...scout, exitCode: -1, messages: [] },
    { ...scout, messages: [asking] },
  ];
  const failed = { ...scout, exitCode: 1, stderr: 'No such model\n' };
  assert.deepEqual(states([waiting, single, scout, failed], 'running'), [
    'running',
    'running',
    'ok',
    'failed',
  ]);
  assert.deepEqual(states([waiting, { ...scout, stopReason: 'aborted' }]), ['interrupted', 'aborted']);
  assert.equal(of([failed])[0]?.failure, 'No such model');
  // pi ends without an error after one of its model.
  const [refused] = of([{ ...scout, stopReason: 'error', errorMessage: 'Overloaded' }]);
  assert.deepEqual([refused?.run.state, refused?.failure], ['failed', 'Overloaded']);
  const [step] = of([single], 'running')[0]!.steps.slice(1);
  assert.equal(step && 'run' in step && step.run.state, 'running');
});

test('each tool run of an agent has its own result, in whatever order they arrived', () => {
  const calls = ['c1', 'c2'].map((id) => ({ ...call, id, arguments: { path: id } }));
  const results = ['c2', 'c1'].map((id) => ({
    ...read,
    toolCallId: id,
    content: [{ type: 'text', text: id }],
  }));
  const [agent] = of([{ ...scout, messages: [{ ...asking, content: calls }, ...results, said] }]);
  const outputs = agent!.steps.flatMap((step) =>
    'run' in step ? [[step.run.args.path, step.run.output.tail]] : [],
  );
  assert.deepEqual(outputs, [
    ['c1', 'c1'],
    ['c2', 'c2'],
  ]);
});

test('details of any other kind, or cut for their size, are no agents', () => {
  for (const details of [undefined, null, 'text', [], { results: 3 }, { results: [{ agent: 'x' }, 'more'] }])
    assert.deepEqual(subagentsOf({ id: 'r', state: 'ok', details }), []);
  const [agent] = of([{ ...scout, messages: [asking, '… (2 more)'] }]);
  assert.equal(agent?.steps.length, 2);
});

test('an agent in the background ends with what a later message reports about it', () => {
  const details = { subagentType: 'Explore', toolUses: 0, status: 'background', agentId: 'a1' };
  const [agent] = subagentsOf({ id: 'r', state: 'ok', details });
  assert.equal(agent?.run.state, 'running');
  const notice = { id: 'a1', status: 'error', resultPreview: 'Half', error: 'No', totalTokens: 9 };
  const message = {
    role: 'custom',
    customType: 'n',
    content: '',
    display: true,
    details: notice,
    timestamp: 1,
  } as const;
  const [ended] = withReports([agent], reportsIn([{ message }]));
  assert.deepEqual(
    [ended?.run.state, ended?.last, ended?.failure, ended?.tokens],
    ['failed', 'Half', 'No', 9],
  );
  const [other] = withReports(
    [agent],
    reportsIn([{ message: { ...message, details: { ...notice, id: 'a2' } } }]),
  );
  assert.equal(other?.run.state, 'running');
});

const live: LiveChild = {
  ...{
    id: 'r:0',
    group: 'r',
    name: 'scout',
    task: 'Look',
    model: 'p/m',
    state: 'running',
    turns: 2,
    tokens: 30,
  },
  ...{
    cost: 1.5,
    last: 'read: a',
    failure: '',
    file: '/s.jsonl',
    question: 'Which?',
    acts: ['steer', 'stop'],
  },
};

test('agents that the result names only by their run are those that their package knows', () => {
  const details = { mode: 'parallel', results: [], runId: 'r', asyncId: 'r' };
  const [agent] = subagentsOf({ id: 'c', state: 'ok', details }, [live]);
  const { name, cost, file, question, acts, run } = agent!;
  assert.deepEqual(
    [name, cost, file, question, acts, run.state],
    ['scout', 1.5, '/s.jsonl', 'Which?', ['steer', 'stop'], 'running'],
  );
  assert.deepEqual(subagentsOf({ id: 'c', state: 'ok', details }, []), []);
});

test('what a package knows of an agent counts more than what its call said at the start', () => {
  const details = {
    subagentType: 'Explore',
    toolUses: 0,
    status: 'background',
    agentId: 'a1',
    description: 'Look',
  };
  const known: LiveChild = { ...live, id: 'a1', state: 'aborted', acts: [] };
  const [agent] = subagentsOf({ id: 'r', state: 'ok', details }, [known]);
  assert.deepEqual([agent?.name, agent?.run.state, agent?.tokens], ['Explore', 'aborted', 30]);
  const [lost] = subagentsOf({ id: 'r', state: 'ok', details }, []);
  assert.equal(lost?.run.state, 'interrupted');
  const [waiting] = subagentsOf({ id: 'r', state: 'running', details }, []);
  assert.equal(waiting?.run.state, 'running', 'its tool still runs, so it has not ended with an earlier pi');
});
