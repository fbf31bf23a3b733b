import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import type { Entry, ToolRun } from '../../../shared/view/conversation.ts';
import { failuresLeft, openFailures, runsOf } from './open-failures.ts';

type Step = readonly [state: ToolRun['state'], name: string, args: Record<string, unknown>];

const open = (...steps: Step[]): string[] =>
  openFailures(
    steps.map(([state, name, args], at) => ({
      id: String(at),
      name,
      args,
      state,
      output: { bytes: 0, tail: '' },
    })),
  ).map(({ id }) => id);
const bash = (state: ToolRun['state'], command: string): Step => [state, 'bash', { command }];

test('a failed command is settled by a later success of the same command, whatever its arguments are', () => {
  assert.deepEqual(open(bash('failed', 'npm test')), ['0']);
  assert.deepEqual(open(bash('failed', 'npm test'), bash('ok', 'cd web && npm test -- --bail 2>&1')), []);
  assert.deepEqual(open(bash('failed', 'tsc -p .'), bash('ok', 'tsc -p web')), []);
  assert.deepEqual(open(bash('timed-out', 'npm test'), bash('ok', 'npm run build')), ['0']);
  assert.deepEqual(
    open(bash('ok', 'npm test'), bash('failed', 'npm test')),
    ['1'],
    'the success came before',
  );
});

test('a failed edit is settled by a later change of the same file', () => {
  const edit = (state: ToolRun['state'], path: string): Step => [state, 'edit', { path }];
  assert.deepEqual(open(edit('failed', 'a.ts'), edit('ok', 'b.ts')), ['0']);
  assert.deepEqual(open(edit('failed', 'a.ts'), ['ok', 'write', { path: 'a.ts' }]), []);
});

test('a file that is not found is settled by any later look, and a stopped or blocked run is not a failure', () => {
  assert.deepEqual(open(['failed', 'read', { path: 'a.ts' }], ['ok', 'grep', { pattern: 'a' }]), []);
  assert.deepEqual(open(['failed', 'read', { path: 'a.ts' }]), ['0']);
  assert.deepEqual(open(bash('aborted', 'npm test'), bash('blocked', 'rm -rf /')), []);
  assert.deepEqual(openFailures([undefined]), []);
});

test('the runs of messages are in the order of their calls, and a call that never ran keeps its place', () => {
  const call = (id: string): object => ({ type: 'toolCall', id, name: 'bash', arguments: {} });
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'text', text: 'so' }, call('b'), call('a')] },
    { role: 'toolResult', content: [] },
    { role: 'assistant', content: [call('c')] },
  ] as unknown as AgentMessage[];
  const find = (id: string): ToolRun | undefined => (id === 'a' ? undefined : ({ id } as ToolRun));
  assert.deepEqual(
    runsOf(messages, find).map((run) => run?.id),
    ['b', undefined, 'c'],
  );
});

test('a failure is past once a later message has the same step with success, and no message before it counts', () => {
  const run = (id: string, state: ToolRun['state']): ToolRun =>
    ({ id, name: 'bash', args: { command: 'make' }, state }) as unknown as ToolRun;
  const answer = (key: string, id: string): Entry =>
    ({ key, message: { role: 'assistant', content: [{ type: 'toolCall', id }] } }) as unknown as Entry;
  const failed = run('2', 'failed');
  const left = (...entries: Entry[]): string[] => {
    const all = [run('1', 'ok'), failed, run('3', 'ok')];
    const conversation = { entries, toolRun: (id: string) => all.find((one) => one.id === id) };
    return failuresLeft([failed], 'own', conversation).map(({ id }) => id);
  };
  const [before, own, after] = [answer('before', '1'), answer('own', '2'), answer('after', '3')];
  assert.deepEqual(left(before, own), ['2']);
  assert.deepEqual(left(before, own, after), []);
});
