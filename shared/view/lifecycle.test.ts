import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLostAnswer } from './lost-answer.ts';
import { reduce } from './reduce.ts';
import type { ViewEvent } from './view-event.ts';
import { emptyView, type View } from './view.ts';

const failure = {
  role: 'assistant',
  content: [],
  stopReason: 'error',
  errorMessage: 'Overloaded',
  timestamp: 2,
};
const failed = [
  { type: 'agent_start', panel_at: 1 },
  { type: 'message_end', message: { role: 'user', content: 'go', timestamp: 1 } },
  { type: 'message_end', message: failure },
] as ViewEvent[];
const retry = { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 50, panel_at: 3 };
const retrying = [...failed, { ...retry, errorMessage: 'Overloaded' }] as ViewEvent[];
const brokenOff = {
  type: 'auto_retry_end',
  success: false,
  attempt: 1,
  finalError: 'Retry cancelled',
} as ViewEvent;
const bash = {
  type: 'panel_bash_start',
  call: 'b',
  command: 'ls',
  excludeFromContext: false,
  panel_at: 2,
} as ViewEvent;

const fold = (events: ViewEvent[]): View => events.reduce(reduce, emptyView('/'));

const answered = {
  type: 'message_end',
  message: { role: 'assistant', content: [], stopReason: 'stop', timestamp: 9 },
} as unknown as ViewEvent;
const stops = (view: View): string[] =>
  view.entries.map(({ message }) => (message.role === 'assistant' ? message.stopReason : message.role));

test('a failed attempt stays until another answer of the same run follows it, also after user bashes', () => {
  assert.deepEqual(stops(fold(retrying)), ['user', 'error']);
  assert.deepEqual(stops(fold([...retrying, answered])), ['user', 'stop']);
  assert.deepEqual(stops(fold([...failed, bash, retrying.at(-1)!, answered])), [
    'user',
    'bashExecution',
    'stop',
  ]);
});

test('the error of a run that ended stays when an extension starts another run', () => {
  const next = [{ type: 'agent_settled' }, { type: 'agent_start', panel_at: 8 }, answered] as ViewEvent[];
  assert.deepEqual(stops(fold([...failed, ...next])), ['user', 'error', 'stop']);
});

test('when the wait for a retry is canceled the error is there, without a notice', () => {
  const view = fold([...retrying, brokenOff]);
  assert.deepEqual([stops(view), view.notices, view.retry], [['user', 'error'], [], null]);
});

test('a failed attempt that pi omits from the context without another attempt does not vanish', () => {
  const omitted = {
    type: 'panel_context_edit',
    entryId: 'e2',
    edit: 'omitted',
    row: { role: 'assistant', timestamp: 2 },
  } as const;
  const view = fold([...failed, omitted, { type: 'agent_settled' }]);
  assert.deepEqual(stops(view), ['user', 'error']);
  assert.deepEqual([view.entries[1]?.edit, view.entries[1]?.id], ['omitted', 'e2']);
});

test('an attempt that overflowed makes way for the answer after the compaction', () => {
  const compaction = [
    { type: 'compaction_start', reason: 'overflow', panel_at: 4 },
    {
      type: 'compaction_end',
      reason: 'overflow',
      willRetry: true,
      result: { summary: 's', tokensBefore: 1 },
      panel_at: 5,
    },
  ] as ViewEvent[];
  assert.deepEqual(stops(fold([...failed, ...compaction])), ['user', 'error', 'compactionSummary']);
  assert.deepEqual(stops(fold([...failed, ...compaction, answered])), ['user', 'compactionSummary', 'stop']);
});

test('an answer with tool calls that was cut off makes way only once it is omitted, even if that is known late', () => {
  const cut = {
    role: 'assistant',
    content: [{ type: 'toolCall', id: 'c', name: 'bash', arguments: {} }],
    stopReason: 'length',
    timestamp: 5,
  };
  const events = [failed[0], failed[1], { type: 'message_end', message: cut }, answered] as ViewEvent[];
  assert.deepEqual(stops(fold(events)), ['user', 'length', 'stop']);
  const row = { role: 'assistant', timestamp: 5 };
  const omitted = { type: 'panel_context_edit', entryId: 'e', edit: 'omitted', row } as const;
  assert.deepEqual(stops(fold([...events, omitted])), ['user', 'stop']);
});

test('the result of a tool that an extension replaced for the model is marked on its run', () => {
  const start = {
    type: 'tool_execution_start',
    toolCallId: 'c',
    toolName: 'read',
    args: {},
    panel_at: 1,
  } as ViewEvent;
  const edit = { type: 'panel_context_edit', entryId: 'e', edit: 'replaced', call: 'c' } as const;
  assert.equal(fold([start, edit]).toolRuns.c?.edit, 'replaced');
});

test('a user bash is listed where pi stores it: where it ended, or after the run that it ended in', () => {
  const start = (call: string, panel_at: number) => ({ ...bash, call, command: call, panel_at }) as ViewEvent;
  const end = (call: string, panel_at: number) =>
    ({ type: 'panel_bash_end', call, bytes: 0, cancelled: false, truncated: false, panel_at }) as ViewEvent;
  const said = (timestamp: number) =>
    ({ type: 'message_end', message: { role: 'user', content: 'hi', timestamp } }) as ViewEvent;
  const run = { type: 'agent_start', panel_at: 20 } as ViewEvent;
  const before = [start('a', 1), start('b', 2), start('late', 3), end('b', 10), run, end('a', 30), said(31)];
  const names = (view: View): (string | undefined)[] => view.entries.map(({ call }) => call);
  assert.deepEqual(names(fold(before)), ['a', 'late', 'b', undefined]);
  const after = [...before, { type: 'agent_settled' } as ViewEvent];
  assert.deepEqual(names(fold(after)), ['late', 'b', undefined, 'a']);
  assert.deepEqual(names(fold([...after, end('late', 40)])), ['b', undefined, 'a', 'late']);
});

test('while a retry waits, the view says until when; an attempt that starts ends the wait, the end of the run ends it all', () => {
  assert.deepEqual(fold(retrying).retry, {
    attempt: 1,
    maxAttempts: 3,
    errorMessage: 'Overloaded',
    until: 53,
    waiting: true,
  });
  const again = [...retrying, { type: 'agent_start', panel_at: 60 }] as ViewEvent[];
  assert.equal(fold(again).retry?.waiting, false);
  assert.equal(fold(again).run?.startedAt, 1);
  const settled = fold([...again, { type: 'agent_settled' }]);
  assert.deepEqual([settled.retry, settled.run], [null, null]);
});

test('when pi dies in a run before its answer, a lost answer says so; between runs or after an answer nothing was lost', () => {
  const exit = {
    type: 'panel_exit',
    code: null,
    signal: 'SIGKILL',
    reason: 'Killed.',
    stderr: '',
    panel_at: 50,
  };
  const die = (...events: ViewEvent[]): boolean[] =>
    fold([...events, exit as ViewEvent]).entries.map(({ message }) => isLostAnswer(message));
  const [start, question] = failed as [ViewEvent, ViewEvent];
  const calls = {
    type: 'message_end',
    message: { role: 'assistant', content: [], stopReason: 'toolUse', timestamp: 9 },
  } as unknown as ViewEvent;
  assert.deepEqual(die(start, question), [false, true]);
  assert.deepEqual(die(start, question, calls), [false, false, true]);
  assert.deepEqual(die(start, question, answered), [false, false]);
  assert.deepEqual(die(...failed), [false, false], 'the error offers another attempt itself');
  assert.deepEqual(die(start, question, { type: 'agent_settled' }), [false]);
});

test('a tool run that is still open when the run settles was interrupted; a user bash continues', () => {
  const view = fold([
    { type: 'agent_start', panel_at: 1 },
    { type: 'tool_execution_start', toolCallId: 'c', toolName: 'read', args: {}, panel_at: 2 },
    bash,
    { type: 'agent_settled' },
  ] as ViewEvent[]);
  assert.deepEqual([view.toolRuns.c?.state, view.toolRuns.b?.state], ['interrupted', 'running']);
});

test('when pi exits nothing stays open: no dialog, no run, no retry, no compaction, no silence', () => {
  const dialog = { type: 'extension_ui_request', id: 'd', method: 'input', title: 'Name?', panel_at: 4 };
  const compaction = { type: 'compaction_start', reason: 'manual', panel_at: 5 };
  const silence = { type: 'panel_silence', since: 6 };
  const open = [...retrying, dialog, compaction, silence] as unknown as ViewEvent[];
  assert.equal(fold(open).dialogs.length, 1);
  const exit = { type: 'panel_exit', code: 1, signal: null, reason: 'r', stderr: 'e', panel_at: 7 };
  const view = fold([...open, bash, exit as ViewEvent]);
  const { dialogs, run, retry, compaction: compacting, silentSince } = view;
  assert.deepEqual([dialogs, run, retry, compacting, silentSince], [[], null, null, null, null]);
  assert.deepEqual(view.exit, { code: 1, signal: null, reason: 'r', stderr: 'e' });
  assert.equal(view.toolRuns.b?.state, 'interrupted');
});

const STATE = {
  sessionId: 's',
  sessionFile: '/home/me/.pi/sessions/one.jsonl',
  thinkingLevel: 'high',
  steeringMode: 'all',
  followUpMode: 'one-at-a-time',
  autoCompactionEnabled: false,
  model: { provider: 'p', id: 'm' },
};
const state = (more: object = {}, beside: object = {}) =>
  ({ type: 'panel_state', state: { ...STATE, ...more }, ...beside }) as unknown as ViewEvent;

test('the state of pi is in the view, with the session by its file name', () => {
  const view = fold([state({ sessionName: 'Mine' }, { thinkingLevels: ['off', 'high'] })]);
  assert.deepEqual(view.session, { id: 's', file: 'one.jsonl', name: 'Mine' });
  const { ready, model, thinkingLevel, thinkingLevels, steeringMode, followUpMode, autoCompaction } = view;
  assert.deepEqual([ready, thinkingLevel, thinkingLevels], [true, 'high', ['off', 'high']]);
  assert.deepEqual([steeringMode, followUpMode, autoCompaction], ['all', 'one-at-a-time', false]);
  assert.deepEqual(model, STATE.model);
  assert.deepEqual(fold([state({}, { thinkingLevels: ['low'] }), state()]).thinkingLevels, ['low']);
});

test('a file on Windows has its name, too, and a session without a file or a name has none', () => {
  assert.equal(fold([state({ sessionFile: 'C:\\pi\\two.jsonl' })]).session?.file, 'two.jsonl');
  assert.deepEqual(fold([state({ sessionFile: undefined })]).session, { id: 's' });
});

test('a model that pi does not know counts as no model', () => {
  assert.equal(fold([state({ model: { provider: 'unknown', id: 'm' } })]).model, null);
  assert.equal(fold([state({ model: undefined })]).model, null);
});

test('the first message names the session that it was sent in, and no other', () => {
  const first = { type: 'message_end', message: { role: 'user', content: 'go', timestamp: 1 } } as ViewEvent;
  const title = (...events: ViewEvent[]) => fold(events).session?.firstMessage;
  assert.equal(title(first, state()), 'go');
  assert.equal(title(state(), first, state()), 'go');
  assert.equal(title(state(), first, state({ sessionId: 'other' })), undefined);
});

test('a compaction is shown while it runs, and is a row with its summary when it has ended', () => {
  const start = { type: 'compaction_start', reason: 'manual', panel_at: 4 } as ViewEvent;
  assert.deepEqual(fold([start]).compaction, { reason: 'manual', startedAt: 4 });
  const result = { summary: 's', tokensBefore: 9, estimatedTokensAfter: 3 };
  const view = fold([
    ...retrying,
    start,
    { type: 'compaction_end', result, panel_at: 5 } as unknown as ViewEvent,
  ]);
  assert.deepEqual([view.compaction, view.retry, view.contextEstimate], [null, null, 3]);
  assert.deepEqual(view.entries.at(-1), {
    key: 'compactionSummary-5',
    message: { role: 'compactionSummary', summary: 's', tokensBefore: 9, timestamp: 5 },
  });
  assert.deepEqual(view.notices, []);
});

test('a compaction that fails says why, and one that was stopped is not a failure', () => {
  const ended = (more: object) =>
    fold([{ type: 'compaction_end', panel_at: 5, ...more } as unknown as ViewEvent]);
  const [failure] = ended({ errorMessage: 'Too long.' }).notices;
  assert.deepEqual(failure, { id: 'compaction-5', kind: 'warning', message: 'Too long.', at: 5 });
  assert.equal(ended({}).notices[0]?.kind, 'warning');
  assert.equal(ended({ aborted: true }).notices[0]?.kind, 'info');
  assert.deepEqual(ended({}).entries, []);
});

test('the estimate after a compaction stays until pi counts', () => {
  const result = { summary: 's', tokensBefore: 9, estimatedTokensAfter: 3 };
  const compacted = { type: 'compaction_end', result, panel_at: 5 } as unknown as ViewEvent;
  const estimate = (tokens: unknown) =>
    fold([compacted, { type: 'panel_stats', stats: { contextUsage: { tokens } } } as unknown as ViewEvent]);
  assert.equal(estimate(null).contextEstimate, 3);
  assert.equal(estimate(5).contextEstimate, null);
  assert.deepEqual(estimate(5).stats, { contextUsage: { tokens: 5 } });
  const bare = { type: 'panel_stats', stats: {} } as unknown as ViewEvent;
  assert.equal(fold([compacted, bare]).contextEstimate, 3);
});

test('a retry that gave up says so if no row does, and nothing if it succeeded', () => {
  const [start] = retrying.slice(-1) as [ViewEvent];
  const end = (more: object) => ({ type: 'auto_retry_end', attempt: 3, ...more }) as ViewEvent;
  const notices = (more: object) => fold([start, end(more)]).notices;
  assert.deepEqual(notices({ success: false, finalError: 'Still busy' }), [
    { id: 'retry-53', kind: 'error', message: 'Still busy', at: 53 },
  ]);
  assert.equal(notices({ success: false })[0]?.message, 'Overloaded');
  assert.deepEqual(notices({ success: true }), []);
  assert.deepEqual(fold([end({ success: false })]).notices, []);
});

test('if pi exits while it streams, the text so far becomes an aborted answer with the reason', () => {
  const live = { type: 'message_start', message: { role: 'assistant', content: [], timestamp: 3 } };
  const exit = { type: 'panel_exit', code: 1, signal: null, reason: 'r', stderr: '', panel_at: 7 };
  const view = fold([bash, live, exit] as unknown as ViewEvent[]);
  const last = view.entries.at(-1)?.message;
  assert.equal(last?.role === 'assistant' && last.stopReason, 'aborted');
  assert.equal(last?.role === 'assistant' && typeof last.errorMessage, 'string');
  assert.deepEqual([view.live, view.toolRuns['b']?.endedAt], [null, 7]);
});

test('drawings of extensions end with pi', () => {
  const drawn = { id: 'a', kind: 'screen', screen: { columns: 1, rows: 1 }, lines: [] };
  const exit = { type: 'panel_exit', code: 1, signal: null, reason: 'r', stderr: '', panel_at: 7 };
  const opened = { type: 'panel_drawn', drawn };
  assert.equal(fold([opened] as unknown as ViewEvent[]).drawn.length, 1);
  assert.deepEqual(fold([opened, exit] as unknown as ViewEvent[]).drawn, []);
});

test('commands of the user that ended before the run stay where they are when it settles', () => {
  const start = (call: string, panel_at: number) => ({ ...bash, call, panel_at }) as ViewEvent;
  const end = (call: string, panel_at: number) =>
    ({ type: 'panel_bash_end', call, bytes: 0, cancelled: false, truncated: false, panel_at }) as ViewEvent;
  const run = { type: 'agent_start', panel_at: 20 } as ViewEvent;
  const settled = { type: 'agent_settled' } as ViewEvent;
  const calls = (view: View) => view.entries.map(({ call }) => call);
  const view = fold([
    start('early', 1),
    end('early', 2),
    start('second', 3),
    start('first', 4),
    run,
    end('first', 20),
    end('second', 21),
    settled,
  ]);
  assert.deepEqual(calls(view), ['early', 'first', 'second']);
});

test('a message that is still being streamed when the run settles was aborted', () => {
  const view = fold([
    { type: 'agent_start', panel_at: 1 },
    { type: 'message_start', message: { role: 'assistant', content: [], timestamp: 3 } },
    { type: 'message_update', assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta: 'half' } },
    { type: 'agent_settled' },
  ] as unknown as ViewEvent[]);
  assert.deepEqual([view.live, stops(view)], [null, ['aborted']]);
});
