import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_QUEUE } from './queue.ts';
import { reduce } from './reduce.ts';
import type { ViewEvent } from './view-event.ts';
import { emptyView, statusOf, type View } from './view.ts';

const EMPTY = emptyView('/home/me/project');

const CHILD = { id: 'c', name: 'scout', state: 'running', acts: [] };

/** Events as pi or the panel sends them; the tests need not name every field. */
function fold(...events: object[]): View {
  return (events as ViewEvent[]).reduce(reduce, EMPTY);
}

/** Returns the parts of an empty view that an event changes. */
function change(event: object): Partial<View> {
  const view = fold(event);
  const changed = Object.entries(view).filter(([name, value]) => EMPTY[name as keyof View] !== value);
  return Object.fromEntries(changed);
}

test('each event of one fact changes that fact and nothing else', () => {
  const queue = { ...EMPTY_QUEUE, revision: 3 };
  const working = { message: 'Digging' };
  const renders = { tools: ['x'], messages: [], entries: [], anyTool: false };
  const registered = { shortcuts: [], completes: ['x'], hasProviders: false, hearsKeys: false };
  for (const [event, expected] of [
    [{ type: 'panel_queue', queue }, { queue }],
    [{ type: 'thinking_level_changed', level: 'high' }, { thinkingLevel: 'high' }],
    [{ type: 'panel_auto_retry', enabled: false }, { autoRetry: false }],
    [{ type: 'panel_untrusted', paths: ['AGENTS.md'] }, { untrusted: ['AGENTS.md'] }],
    [{ type: 'panel_companion', problem: null }, { companionProblem: null }],
    [{ type: 'panel_warming', isIdle: true }, { warmsWhenIdle: true }],
    [{ type: 'panel_cost_notices', isShown: true }, { showsCostNotices: true }],
    [{ type: 'panel_pasted', text: 'a' }, { editorText: { text: 'a', n: 1, isPasted: true } }],
    [
      { type: 'panel_expanded', what: 'tools', isExpanded: true },
      { expanded: { tools: { isExpanded: true, n: 1 } } },
    ],
    [{ type: 'panel_working', working }, { working }],
    [{ type: 'panel_renders', renders }, { renders }],
    [{ type: 'panel_children', children: [CHILD] }, { children: [CHILD] }],
    [{ type: 'panel_registered', registered }, { registered }],
    [{ type: 'panel_theme', name: 'dark' }, { theme: 'dark' }],
    [{ type: 'panel_changes' }, { changesRevision: 1 }],
    [{ type: 'panel_files_changed', paths: ['a'] }, { changesRevision: 1 }],
    [{ type: 'panel_bad_record' }, { badRecords: 1 }],
    [{ type: 'panel_silence', since: 7 }, { silentSince: 7 }],
    [{ type: 'panel_ports', ports: [5173] }, { ports: [5173] }],
    [{ type: 'panel_lent', lent: { shell: 's', command: 'vim' } }, { lent: { shell: 's', command: 'vim' } }],
  ] as const)
    assert.deepEqual(change(event), expected, event.type);
});

test('events that the view does not show leave it the same object, also unknown ones', () => {
  for (const type of [
    'turn_end',
    'agent_end',
    'entry_appended',
    'queue_update',
    'panel_redraw',
    'panel_preview_look',
  ])
    assert.equal(fold({ type }), EMPTY, type);
  assert.equal(fold({ type: 'from a newer pi' }), EMPTY);
});

test('a turn starts a run only if none is on, as when two prompts race', () => {
  assert.equal(fold({ type: 'turn_start', panel_at: 5 }).run?.startedAt, 5);
  const running = fold({ type: 'agent_start', panel_at: 1 });
  assert.equal(reduce(running, { type: 'turn_start', panel_at: 5 }), running);
});

test('a run knows the row before it', () => {
  const message = { role: 'user', content: 'hi', timestamp: 3 };
  const view = fold({ type: 'message_end', message }, { type: 'agent_start', panel_at: 5 });
  assert.deepEqual(view.run, { startedAt: 5, after: 'user-3' });
  assert.deepEqual(fold({ type: 'agent_start', panel_at: 5 }).run, { startedAt: 5 });
});

test('the retry of a summary says until when it waits, then that it runs, and then it is gone', () => {
  const scheduled = {
    type: 'summarization_retry_scheduled',
    attempt: 2,
    maxAttempts: 3,
    errorMessage: 'Overloaded',
    delayMs: 50,
    panel_at: 100,
  };
  const retry = { attempt: 2, maxAttempts: 3, errorMessage: 'Overloaded', until: 150, waiting: true };
  assert.deepEqual(fold(scheduled).retry, retry);
  const start = { type: 'summarization_retry_attempt_start' };
  assert.deepEqual(fold(scheduled, start).retry, { ...retry, waiting: false });
  assert.equal(fold(start).retry, null);
  assert.equal(fold(scheduled, { type: 'summarization_retry_finished' }).retry, null);
});

test('the error of an extension is a notice that names the extension, its event and the error', () => {
  const event = {
    type: 'extension_error',
    extensionPath: '/x.ts',
    event: 'tool_call',
    error: 'boom',
    panel_at: 9,
  };
  const [notice] = fold(event).notices;
  assert.deepEqual([notice?.kind, notice?.at], ['error', 9]);
  for (const part of ['/x.ts', 'tool_call', 'boom']) assert.ok(notice?.message.includes(part), part);
});

test('a notice of the panel has its kind, its words and its time', () => {
  const { notices } = fold({ type: 'panel_notice', kind: 'warning', message: 'Look.', panel_at: 9 });
  assert.deepEqual(notices, [{ id: 'panel-9', kind: 'warning', message: 'Look.', at: 9 }]);
});

const bash = (call: string, excludeFromContext = false) => ({
  type: 'panel_bash_start',
  call,
  command: `run ${call}`,
  excludeFromContext,
  panel_at: 5,
});
const bashEnd = (call: string, more: object = {}) => ({
  type: 'panel_bash_end',
  call,
  bytes: 3,
  cancelled: false,
  truncated: false,
  panel_at: 8,
  ...more,
});

test('a command of the user is a row and a run from its start', () => {
  const view = fold(bash('b', true));
  assert.deepEqual(view.entries, [
    {
      key: 'bashExecution-5',
      message: {
        role: 'bashExecution',
        command: 'run b',
        output: '',
        cancelled: false,
        truncated: false,
        excludeFromContext: true,
        timestamp: 5,
      },
      call: 'b',
    },
  ]);
  assert.deepEqual(view.toolRuns, {
    b: {
      id: 'b',
      name: 'bash',
      args: { command: 'run b' },
      state: 'running',
      startedAt: 5,
      output: { bytes: 0, tail: '' },
      user: { excludeFromContext: true },
    },
  });
});

test('the end of a command of the user is in its own row and run only', () => {
  const end = bashEnd('b', { exitCode: 3, truncated: true, text: 'out' });
  const view = fold(bash('a'), bash('b'), end);
  const [a, b] = view.entries.map(({ message }) => (message.role === 'bashExecution' ? message : null));
  assert.deepEqual([a?.truncated, a?.exitCode], [false, undefined]);
  assert.deepEqual([b?.truncated, b?.exitCode, b?.cancelled], [true, 3, false]);
  const { state, endedAt, output, exitCode } = view.toolRuns['b']!;
  assert.deepEqual([state, endedAt, output, exitCode], ['failed', 8, { bytes: 3, tail: 'out' }, 3]);
  assert.equal(view.toolRuns['a']?.state, 'running');
});

test('a command of the user that exits with 0 is ok, a stopped one is aborted, a lost one failed', () => {
  const state = (more: object) => fold(bash('b'), bashEnd('b', more)).toolRuns['b']?.state;
  assert.equal(state({ exitCode: 0 }), 'ok');
  assert.equal(state({ exitCode: 0, cancelled: true }), 'aborted');
  assert.equal(state({}), 'failed');
  const { entries, toolRuns } = fold(bash('b'), bashEnd('b', { cancelled: true }));
  assert.equal(entries[0]?.message.role === 'bashExecution' && entries[0].message.cancelled, true);
  assert.equal('exitCode' in toolRuns['b']!, false);
  assert.equal('exitCode' in entries[0]!.message, false);
});

test('the output of a user’s command stays if its end does not repeat it', () => {
  const update = {
    type: 'tool_execution_update',
    toolCallId: 'b',
    panel_output: { delta: 'seen', bytes: 4 },
  };
  const text = (more: object) => fold(bash('b'), update, bashEnd('b', more)).toolRuns['b']?.output.tail;
  assert.equal(text({}), 'seen');
  assert.equal(text({ text: '' }), '');
});

test('the end of a command that the view does not know changes nothing that is shown', () => {
  assert.deepEqual(change(bashEnd('x')).toolRuns, undefined);
});

test('an entry that an extension draws is a row with its id', () => {
  const message = { role: 'customEntry', customType: 'x', timestamp: 4 };
  assert.deepEqual(fold({ type: 'panel_entry', id: 'e', message }).entries, [
    { key: 'customEntry-4', id: 'e', message },
  ]);
});

test('the text as the user typed it is kept beside the message that pi delivers', () => {
  const message = { role: 'user', content: 'expanded', timestamp: 4 };
  const said = { id: 'm', text: '/fix' };
  assert.deepEqual(fold({ type: 'message_end', message, panel_sent_as: said }).entries[0]?.sentAs, said);
});

test('stored facts are added to the rows with their keys, and to no others', () => {
  const user = (timestamp: number) => ({
    type: 'message_end',
    message: { role: 'user', content: '', timestamp },
  });
  const view = fold(user(1), user(2), { type: 'panel_stored_rows', rows: [{ key: 'user-2', id: 'e2' }] });
  assert.deepEqual(
    view.entries.map(({ key, id }) => [key, id]),
    [
      ['user-1', undefined],
      ['user-2', 'e2'],
    ],
  );
});

test('a renamed session has its new name, or none, and without a session there is nothing to rename', () => {
  const state = {
    sessionId: 's',
    thinkingLevel: 'off',
    steeringMode: 'all',
    followUpMode: 'one-at-a-time',
    autoCompactionEnabled: false,
  };
  const opened = { type: 'panel_state', state };
  const named = { type: 'session_info_changed', name: 'My work' };
  assert.equal(fold(opened, named).session?.name, 'My work');
  assert.deepEqual(fold(opened, named, { type: 'session_info_changed' }).session, { id: 's' });
  assert.equal(fold(named), EMPTY);
});

test('one word says how the agent is, the most important first', () => {
  const ready: View = { ...EMPTY, ready: true };
  const run = { startedAt: 1 };
  const compaction = { reason: 'manual', startedAt: 1 } as const;
  const retry = { attempt: 1, maxAttempts: 3, errorMessage: '', until: 1, waiting: true };
  const exit = { code: 1, signal: null, reason: '', stderr: '' };
  assert.equal(statusOf(EMPTY), 'starting');
  assert.equal(statusOf(ready), 'idle');
  assert.equal(statusOf({ ...ready, run }), 'running');
  assert.equal(statusOf({ ...ready, run, compaction }), 'compacting');
  assert.equal(statusOf({ ...ready, run, compaction, retry }), 'retrying');
  assert.equal(statusOf({ ...ready, run, retry: { ...retry, waiting: false } }), 'running');
  assert.equal(statusOf({ ...EMPTY, retry, exit }), 'exited');
});

const drawn = { id: 'd', kind: 'screen', screen: { columns: 9, rows: 9 }, lines: ['one'] };

test('a drawing is opened, changed by frames and closed', () => {
  const opened = { type: 'panel_drawn', drawn };
  const frame = { type: 'panel_frame', frame: { id: 'd', count: 1, changes: [[0, 0, 3, 'two']] } };
  assert.deepEqual(fold(opened, frame).drawn[0]?.lines, ['two']);
  assert.deepEqual(fold(opened, { type: 'panel_drawn_closed', id: 'd' }).drawn, []);
});

test('a dialog is closed by its id, and what extensions showed goes when they are loaded again', () => {
  const ask = { type: 'extension_ui_request', id: 'q', method: 'input', title: 'Name?', panel_at: 1 };
  const closed = { type: 'panel_dialog_closed', id: 'q', outcome: 'answered', panel_at: 2 };
  assert.deepEqual(fold(ask, closed).dialogs, []);
  const title = { type: 'extension_ui_request', id: 't', method: 'setTitle', title: 'T', panel_at: 1 };
  assert.equal(fold(title, { type: 'panel_ui_reset', session: 's' }).title, null);
});

test('a tool run ends, or was blocked', () => {
  const start = { type: 'tool_execution_start', toolCallId: 'c', toolName: 'read', args: {}, panel_at: 1 };
  const end = {
    type: 'tool_execution_end',
    toolCallId: 'c',
    toolName: 'read',
    isError: true,
    panel_bytes: 0,
    panel_at: 2,
  };
  assert.equal(fold(start, end).toolRuns['c']?.state, 'failed');
  assert.equal(fold(start, { type: 'panel_tool_blocked', call: 'c' }, end).toolRuns['c']?.state, 'blocked');
});

test('a label is put on the row of its entry', () => {
  const message = { role: 'user', content: 'hi', timestamp: 3 };
  const label = { type: 'panel_label', entryId: 'e', label: 'here', row: { role: 'user', timestamp: 3 } };
  assert.equal(fold({ type: 'message_end', message }, label).entries[0]?.label, 'here');
});

test('errors of extensions in different moments are different notices', () => {
  const error = (panel_at: number) => ({
    type: 'extension_error',
    extensionPath: 'x',
    event: 'e',
    error: '',
    panel_at,
  });
  const ids = fold(error(1), error(2)).notices.map(({ id }) => id);
  assert.deepEqual(ids, ['extension-1', 'extension-2']);
});

test('an error of an extension names its command as the user types it, or its file and the event', () => {
  const error = (extensionPath: string, event: string) => ({
    type: 'extension_error',
    extensionPath,
    event,
    error: 'Too hot.',
    panel_at: 1,
  });
  const { notices } = fold(error('command:cook', 'command'), error('/x.ts', 'agent_end'));
  assert.deepEqual(
    notices.map(({ message }) => message),
    ['/cook failed: Too hot.', '/x.ts failed in agent_end: Too hot.'],
  );
});

test('before pi has said anything its state is what pi begins with', () => {
  const { version, ...view } = emptyView('/w', '0.87.1');
  assert.equal(version, '0.87.1');
  const { thinkingLevel, thinkingLevels, steeringMode, followUpMode, autoCompaction, untrusted, notices } =
    view;
  assert.deepEqual([view.ready, view.hasOlder, view.colors, autoCompaction], [false, false, false, true]);
  assert.deepEqual([thinkingLevel, thinkingLevels, untrusted, notices], ['off', [], [], []]);
  assert.deepEqual([steeringMode, followUpMode], ['one-at-a-time', 'one-at-a-time']);
  assert.equal('version' in emptyView('/w'), false);
});
