import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Entry } from '../../../shared/view/conversation.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { MAX_ENTRIES } from '../../../shared/view/transcript.ts';
import { changeText } from '../../../shared/view/queue-changes.ts';
import { EMPTY_QUEUE, type Queue } from '../../../shared/view/queue.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import { ApiError, type Api } from '../../lib/requests/api.ts';
import { Agent } from './agent.svelte.ts';

const frames: (() => void)[] = [];

before(() => {
  Object.assign(globalThis, {
    document: { hidden: false },
    requestAnimationFrame: (frame: () => void) => frames.push(frame),
    cancelAnimationFrame: () => undefined,
  });
});

const paint = (): void => frames.splice(0).forEach((frame) => frame());

const entry = (n: number): Entry => ({
  key: `user-${n}`,
  message: { role: 'user', content: `${n}`, timestamp: n },
});

const say = (agent: Agent, n: number): void =>
  agent.apply({ type: 'message_end', message: { role: 'user', content: `${n}`, timestamp: n } });

/** An agent whose view has the entries from `from` to `to`. The entries before `from` can be loaded. */
function agentWith(from: number, to: number): Agent {
  const json = async (): Promise<EntriesPage> => ({
    entries: Array.from({ length: from }, (_, n) => entry(n)),
    toolRuns: {},
    hasOlder: false,
  });
  const agent = new Agent('a', { json } as unknown as Api);
  const entries = Array.from({ length: to - from }, (_, i) => entry(from + i));
  agent.snapshot({ ...emptyView('/home/me/project'), entries, hasOlder: from > 0 });
  return agent;
}

const keys = (agent: Agent): string[] => agent.entries.map(({ key }) => key);

test('loaded entries come before those of the view, without repetitions', async () => {
  const agent = agentWith(5, 10);
  assert.equal(agent.hasOlder, true);
  await agent.loadOlder();
  assert.deepEqual(
    keys(agent),
    Array.from({ length: 10 }, (_, n) => `user-${n}`),
  );
  assert.equal(agent.hasOlder, false);
});

test('entries that the view drops stay loaded while the user reads older ones', () => {
  const agent = agentWith(0, MAX_ENTRIES);
  agent.keepOlder();
  say(agent, MAX_ENTRIES);
  paint();
  assert.equal(agent.view!.entries.length < MAX_ENTRIES, true);
  assert.equal(keys(agent).length, MAX_ENTRIES + 1);
  assert.equal(keys(agent)[0], 'user-0');
});

test('a label on the first entry of the view does not duplicate the entry while older ones are kept', () => {
  const agent = agentWith(0, 3);
  agent.keepOlder();
  const row = { role: 'user', timestamp: 0 };
  agent.apply({ type: 'panel_label', entryId: 'abcd', label: 'here', row });
  paint();
  assert.deepEqual(keys(agent), ['user-0', 'user-1', 'user-2']);
  assert.equal(agent.entries[0]?.label, 'here');
});

test('a first entry that moved to the end does not count as dropped', () => {
  const agent = agentWith(0, 0);
  agent.keepOlder();
  agent.apply({ type: 'panel_bash_start', call: 'b', command: 'ls', excludeFromContext: false, panel_at: 1 });
  const end = { type: 'panel_bash_end', call: 'b', bytes: 0, cancelled: false, truncated: false } as const;
  agent.apply({ ...end, panel_at: 2 });
  say(agent, 3);
  agent.apply({ ...end, panel_at: 4 });
  paint();
  assert.deepEqual(keys(agent), ['user-3', 'bashExecution-1']);
});

test('older entries are dropped when the user is back at the end', () => {
  const agent = agentWith(0, MAX_ENTRIES);
  agent.keepOlder();
  say(agent, MAX_ENTRIES);
  agent.dropOlder();
  paint();
  assert.deepEqual(
    keys(agent),
    agent.view!.entries.map(({ key }) => key),
  );
  assert.equal(agent.hasOlder, true);
});

test('the list of entries stays the same object while a message is streamed', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const agent = agentWith(0, 3);
  agent.keepOlder();
  agent.apply({
    type: 'message_start',
    message: { role: 'assistant', content: [], stopReason: 'pending', timestamp: 9 },
  });
  paint();
  const before = agent.view!.entries;
  const delta = { type: 'text_delta', contentIndex: 0, delta: 'Hello' } as const;
  agent.apply({ type: 'message_update', assistantMessageEvent: delta });
  t.mock.timers.tick(48);
  paint();
  assert.equal(agent.view!.entries, before);
  assert.deepEqual(agent.view!.live?.blocks, [{ type: 'text', text: 'Hello' }]);
});

test('older entries stay after a reconnection, unless entries between them and the snapshot are missing', async () => {
  const snapshot = (agent: Agent, from: number, session?: string): void => {
    const entries = Array.from({ length: 10 }, (_, i) => entry(from + i));
    const view = { ...emptyView('/home/me/project'), entries, hasOlder: true };
    agent.snapshot(session === undefined ? view : { ...view, session: { id: session } });
  };
  const agent = agentWith(5, 10);
  await agent.loadOlder();
  snapshot(agent, 5);
  assert.deepEqual([keys(agent).length, keys(agent)[0], agent.hasOlder], [15, 'user-0', false]);
  snapshot(agent, 8);
  assert.deepEqual([keys(agent).length, keys(agent)[0], agent.hasOlder], [10, 'user-8', true]);

  const other = agentWith(5, 10);
  await other.loadOlder();
  snapshot(other, 5, 'another');
  assert.equal(keys(other)[0], 'user-5');
});

test('if the queue has changed in the meantime, the change is derived again from the new queue', async () => {
  const waiting = { id: 'm', text: 'go', state: 'waiting' } as const;
  const current: Queue = { ...EMPTY_QUEUE, revision: 8, steering: [waiting] };
  const sent: (string | undefined)[] = [];
  const fetch = async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['if-match']);
    if (sent.length === 1) throw new ApiError(412, 'queue_changed', 'The queue has changed meanwhile.');
    return Response.json({ success: true, data: { missed: [] } });
  };
  const agent = new Agent('a', { fetch, json: async () => current } as unknown as Api);
  agent.snapshot({ ...emptyView('/home/me/project'), queue: { ...current, revision: 7 } });
  const answer = await agent.changeQueue((queue) => ({
    ...changeText(queue, 'm', 'go on')!,
    start: false,
  }));
  assert.deepEqual(answer, { success: true, data: { missed: [] } });
  assert.deepEqual(sent, ['"7"', '"8"']);
});

test('a bash command whose response is lost is sent again with the same key', async () => {
  const sent: Record<string, string>[] = [];
  const fetch = async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers);
    if (sent.length === 1) throw new ApiError(0, 'unreachable', "The panel can't be reached.");
    return Response.json({ success: true, data: { call: 'bash-1' } }, { status: 202 });
  };
  const agent = new Agent('a', { fetch } as unknown as Api);
  const answer = await agent.bash('make', false);
  assert.deepEqual(answer, { success: true, data: { call: 'bash-1' } });
  assert.equal(sent[0]?.prefer, 'respond-async');
  assert.deepEqual(sent, [sent[0], sent[0]]);
});

test('a listener finds the arguments of a tool run that started and ended within one frame', () => {
  const agent = agentWith(0, 1);
  const run = { toolCallId: 'call-1', toolName: 'edit', panel_at: 1 };
  const paths: unknown[] = [];
  agent.onEvent((event) => {
    if (event.type === 'tool_execution_end') paths.push(agent.toolRun(event.toolCallId)?.args.path);
  });
  agent.apply({ type: 'tool_execution_start', ...run, args: { path: 'a.ts' } });
  agent.apply({ type: 'tool_execution_end', ...run, isError: false, panel_bytes: 0 });
  assert.deepEqual(paths, ['a.ts']);
});
