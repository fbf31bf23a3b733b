import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentMessage, StopReason } from '../pi/messages.ts';
import type { SessionEntry } from '../pi/session.ts';
import { historyOf, messageOf, plainText, summaryMessage, type HistoryPlace } from './history.ts';
import type { ToolRun } from './conversation.ts';

let time = 0;

function stored(message: Partial<AgentMessage> & { role: string }): SessionEntry {
  time += 1;
  const whole = { content: [], timestamp: time, ...message } as unknown as AgentMessage;
  return {
    type: 'message',
    id: `e${time}`,
    parentId: null,
    timestamp: new Date(time).toISOString(),
    message: whole,
  };
}

const user = () => stored({ role: 'user', content: 'go' });
const answer = (stopReason: StopReason, errorMessage?: string) =>
  stored({ role: 'assistant', stopReason, ...(errorMessage && { errorMessage }) });

function rows(entries: SessionEntry[], place: HistoryPlace = {}): string[] {
  return historyOf(entries, (message) => message, place).entries.map(({ message }) =>
    message.role === 'assistant' ? message.stopReason : message.role,
  );
}

test('failed attempts that pi before 0.87 left in the file are hidden, except for the last one', () => {
  assert.deepEqual(rows([user(), answer('error'), answer('error'), answer('stop')]), ['user', 'stop']);
  assert.deepEqual(rows([user(), answer('error'), answer('error')]), ['user', 'error']);
  assert.deepEqual(rows([user(), answer('error'), user(), answer('stop')]), [
    'user',
    'error',
    'user',
    'stop',
  ]);
});

test('two attempts may be separated by a compaction or a user bash, but not by a message of an extension', () => {
  const compaction = {
    type: 'compaction',
    id: 'c',
    parentId: null,
    timestamp: '',
    summary: 's',
    tokensBefore: 1,
  };
  const bash = stored({ role: 'bashExecution', command: 'ls', output: '' });
  assert.deepEqual(rows([user(), answer('error'), compaction as SessionEntry, bash, answer('stop')]), [
    'user',
    'compactionSummary',
    'bashExecution',
    'stop',
  ]);
  const hidden = { type: 'custom_message', id: 'h', parentId: null, timestamp: '', display: false };
  assert.deepEqual(rows([user(), answer('error'), hidden as SessionEntry, answer('stop')]), [
    'user',
    'error',
    'stop',
  ]);
});

test('at the end of a page of rows, the next row shows whether there was another attempt', () => {
  assert.deepEqual(rows([user(), answer('error')], { next: 'assistant' }), ['user']);
  assert.deepEqual(rows([user(), answer('error')], { next: 'user' }), ['user', 'error']);
});

test("the user's Stop inside a tool does not count as a failed attempt", () => {
  assert.deepEqual(rows([user(), answer('error', 'This operation was aborted'), answer('stop')]), [
    'user',
    'aborted',
    'stop',
  ]);
});

const call = (id: string, name = 'bash') => ({ type: 'toolCall', id, name, arguments: {} });
const calls = (...blocks: ReturnType<typeof call>[]) =>
  stored({ role: 'assistant', stopReason: 'toolUse', content: blocks } as never);
const result = (toolCallId: string, text: string, more: object = {}) =>
  stored({
    role: 'toolResult',
    toolCallId,
    toolName: 'bash',
    isError: false,
    content: [{ type: 'text', text }],
    ...more,
  } as never);
const runsOf = (entries: SessionEntry[]): Record<string, ToolRun> =>
  historyOf(entries, (message) => message).toolRuns;

test('the size of a stored command is that of what it printed, not of the text that pi gave the model', () => {
  const size = (text: string, more?: object): number | undefined =>
    runsOf([calls(call('a')), result('a', text, more)]).a?.output.bytes;
  assert.equal(size('one\n'), 4);
  assert.equal(size('(no output)'), 0);
  assert.equal(size('one\n\nCommand exited with code 3', { isError: true }), 3);
  const truncation = { truncated: true, totalBytes: 169_800 };
  assert.equal(size('the end\n\n[Showing lines 9-10 …]', { details: { truncation } }), 169_800);
  const read = { toolName: 'read' };
  assert.equal(size('(no output)', read), 11, 'these words may be in a file');
});

test('a stored answer lasted from its start until it was written, unless pi says how long it took', () => {
  const [told, own] = [stored({ role: 'assistant', durationMs: 3 }), stored({ role: 'assistant' })];
  const late = { ...own, timestamp: new Date(time + 250).toISOString() };
  const { entries } = historyOf([told, late], (message) => ({ ...message }));
  assert.deepEqual(
    entries.map(({ message }) => message.role === 'assistant' && message.durationMs),
    [3, 250],
  );
});

test('a stored run lasted from the answer that called it to its result', () => {
  const [answer, end] = [calls(call('a')), result('a', '')];
  const { a } = runsOf([{ ...answer, timestamp: new Date(1000).toISOString() }, { ...end }]);
  assert.equal(a?.startedAt, 1000);
  assert.equal(a?.endedAt, (end as { message: { timestamp: number } }).message.timestamp);
});

test('the start of a run among several is not guessed: pi stamps all results when the slowest run ends', () => {
  const { a, b } = runsOf([calls(call('a'), call('b')), result('a', ''), result('b', '', { durationMs: 2 })]);
  assert.equal(a?.startedAt, undefined);
  assert.equal(b?.startedAt, (b?.endedAt ?? 0) - 2);
});

test('a failed attempt that pi omitted and never repeated stays, and says that the model is not sent it', () => {
  const failed = answer('error');
  const place: HistoryPlace = { edits: new Map([[failed.id, 'omitted']]) };
  const { entries } = historyOf([user(), failed], (message) => message, place);
  assert.deepEqual(
    entries.map(({ edit }) => edit),
    [undefined, 'omitted'],
  );
  assert.deepEqual(rows([user(), failed, answer('stop')], place), ['user', 'stop']);
});

test('an answer that was cut off is hidden only if pi omitted it and tried again', () => {
  const cut = answer('length');
  const ran = result('c', '');
  const edits = new Map([cut.id, ran.id].map((id) => [id, 'omitted' as const]));
  assert.deepEqual(rows([user(), cut, ran, answer('stop')]), ['user', 'length', 'stop']);
  assert.deepEqual(rows([user(), cut, ran, answer('stop')], { edits }), ['user', 'stop']);
});

test('messages that an extension omits or replaces for the model stay in the conversation, marked', () => {
  const asked = user();
  const pruned = result('c', 'much');
  const edits = new Map([
    [asked.id, 'omitted' as const],
    [pruned.id, 'replaced' as const],
  ]);
  const { entries, toolRuns } = historyOf(
    [asked, calls(call('c')), pruned, answer('stop')],
    (message) => message,
    {
      edits,
    },
  );
  assert.deepEqual(
    entries.map(({ edit }) => edit),
    ['omitted', undefined, undefined],
  );
  assert.deepEqual([toolRuns.c?.state, toolRuns.c?.edit], ['ok', 'replaced']);
});

test('the pictures of a stored result belong to its run', () => {
  const picture = { type: 'image', mimeType: 'image/png', panel_ref: 'r' };
  const { a, b } = runsOf([
    calls(call('a', 'read'), call('b', 'read')),
    result('a', '', { content: [{ type: 'text', text: 'Read image file' }, picture] }),
    result('b', 'text'),
  ]);
  assert.deepEqual(a?.images, [picture]);
  assert.equal(b && 'images' in b, false);
});

const at = (type: string, more: object) =>
  ({ type, id: `e-${type}`, parentId: null, timestamp: new Date(50).toISOString(), ...more }) as SessionEntry;

test('an entry is a message, the words of an extension or a summary; others add nothing to the conversation', () => {
  const said = user();
  assert.equal(messageOf(said), (said as { message: AgentMessage }).message);
  const words = { customType: 'x', content: 'c', display: true, details: 1 };
  assert.deepEqual(messageOf(at('custom_message', words)), { role: 'custom', ...words, timestamp: 50 });
  assert.deepEqual(messageOf(at('compaction', { summary: 's', tokensBefore: 9 })), {
    role: 'compactionSummary',
    summary: 's',
    tokensBefore: 9,
    timestamp: 50,
  });
  assert.deepEqual(messageOf(at('branch_summary', { summary: 's', fromId: 'f' })), {
    role: 'branchSummary',
    summary: 's',
    fromId: 'f',
    timestamp: 50,
  });
  assert.equal(messageOf(at('model_change', {})), null);
});

test('a summary names the files that it is about, if they are lists of names and not all empty', () => {
  const files = (details?: unknown) => summaryMessage({ summary: '', tokensBefore: 1, details }, 1).files;
  const named = { readFiles: ['a'], modifiedFiles: ['b'] };
  assert.deepEqual(files(named), named);
  assert.deepEqual(files({ readFiles: [], modifiedFiles: ['b'] })?.modifiedFiles, ['b']);
  assert.deepEqual(files({ readFiles: ['a'], modifiedFiles: [] })?.readFiles, ['a']);
  for (const other of [
    undefined,
    null,
    {},
    { readFiles: [], modifiedFiles: [] },
    { readFiles: ['a'] },
    { readFiles: [1], modifiedFiles: ['b'] },
    { readFiles: ['a'], modifiedFiles: ['b', 1] },
    { readFiles: 'a', modifiedFiles: 'b' },
  ])
    assert.equal(files(other), undefined, JSON.stringify(other));
  const branch = at('branch_summary', { summary: 'Left.', fromId: 'x', details: named });
  const message = messageOf(branch);
  assert.deepEqual(message?.role === 'branchSummary' && message.files, named);
});

test('an entry that an extension draws is a row while it has a renderer', () => {
  const entry = at('custom', { customType: 'x', data: 1 });
  const drawn = (types?: string[]) =>
    historyOf([entry], (message) => message, { drawn: types && new Set(types) }).entries;
  assert.deepEqual(drawn(['x']), [
    {
      key: 'customEntry-50',
      id: 'e-custom',
      message: { role: 'customEntry', customType: 'x', details: 1, timestamp: 50 },
    },
  ]);
  assert.deepEqual([drawn(['y']), drawn()], [[], []]);
  const bare = at('custom', { customType: 'x' });
  const [row] = historyOf([bare], (message) => message, { drawn: new Set(['x']) }).entries;
  assert.equal('details' in row!.message, false);
});

test('hidden messages have no rows, and rows have the keys and ids of their entries', () => {
  const hidden = at('custom_message', { customType: 'x', content: '', display: false });
  const said = user();
  const { entries } = historyOf([hidden, said, stored({ role: 'system' })], (message) => message);
  assert.deepEqual(
    entries.map(({ key, id }) => [key, id]),
    [[`user-${time - 1}`, said.id]],
  );
});

test('an attempt is hidden when another one follows, even after entries that do not count', () => {
  const omittedResult = result('c', '');
  const system = stored({ role: 'system' });
  const failed = answer('error');
  const place: HistoryPlace = { edits: new Map([[omittedResult.id, 'omitted']]) };
  assert.deepEqual(rows([failed, omittedResult, system, answer('stop')], place), ['stop']);
  assert.deepEqual(rows([failed, omittedResult, answer('stop')]), ['error', 'stop']);
  const model = at('model_change', {});
  assert.deepEqual(rows([failed, model, answer('stop')]), ['stop']);
  const branch = at('branch_summary', { summary: 's', fromId: 'f' });
  assert.deepEqual(rows([failed, branch, answer('stop')]), ['error', 'branchSummary', 'stop']);
  assert.deepEqual(rows([failed]), ['error']);
  assert.deepEqual(rows([answer('stop'), answer('stop')]), ['stop', 'stop']);
});

test('a call without a result was interrupted, and its start is known if it was the only call', () => {
  const one = runsOf([{ ...calls(call('a')), timestamp: new Date(1000).toISOString() }]);
  assert.deepEqual(one, {
    a: {
      id: 'a',
      name: 'bash',
      args: {},
      state: 'interrupted',
      output: { bytes: 0, tail: '' },
      startedAt: 1000,
    },
  });
  assert.equal('startedAt' in runsOf([{ ...calls(call('a')), timestamp: 'never' }])['a']!, false);
  assert.equal('startedAt' in runsOf([calls(call('a'), call('b'))])['b']!, false);
});

test('the calls of an answer that was stopped or that failed never ran, unless a result is stored', () => {
  for (const stopReason of ['aborted', 'error']) {
    const cut = calls(call('a'));
    Object.assign((cut as { message: object }).message, { stopReason });
    assert.deepEqual(runsOf([cut]), {});
    const { a } = runsOf([cut, result('a', 'x')]);
    assert.deepEqual([a?.state, a?.args], ['ok', {}]);
  }
});

test('a result has the outcome of its run, its output, and its details', () => {
  const failed = { isError: true, details: { n: 1 } };
  const { a } = runsOf([calls(call('a')), result('a', 'out\n\nCommand exited with code 3', failed)]);
  assert.deepEqual([a?.state, a?.exitCode, a?.details], ['failed', 3, { n: 1 }]);
  assert.match(a!.output.tail, /^out/);
  const { b } = runsOf([result('b', 'x')]);
  assert.deepEqual([b?.name, b?.args, b?.state, b?.exitCode], ['bash', {}, 'ok', 0]);
  assert.equal('details' in b!, false);
  assert.equal('startedAt' in b!, false);
  const { c } = runsOf([result('c', 'x', { toolName: 'read' })]);
  assert.equal('exitCode' in c!, false);
});

test('a stored command of the user is a row and a run with the same output', () => {
  const bash = (more: object) => {
    const entry = stored({
      role: 'bashExecution',
      command: 'ls',
      output: 'ü€😀',
      cancelled: false,
      ...more,
    } as never);
    const { entries, toolRuns } = historyOf([entry], (message) => message);
    assert.equal(entries[0]?.call, entry.id);
    return toolRuns[entry.id]!;
  };
  const run = bash({ exitCode: 0 });
  const { id, endedAt, ...rest } = run;
  assert.deepEqual(rest, {
    name: 'bash',
    args: { command: 'ls' },
    state: 'ok',
    output: { bytes: 9, tail: 'ü€😀' },
    user: { excludeFromContext: false },
    exitCode: 0,
  });
  assert.deepEqual([id, endedAt], [`e${time}`, time]);
  assert.equal(bash({ exitCode: 1 }).state, 'failed');
  assert.equal(bash({ cancelled: true, exitCode: 0 }).state, 'aborted');
  assert.equal('exitCode' in bash({}), false);
  assert.equal(bash({ excludeFromContext: true }).user?.excludeFromContext, true);
});

test('sizes refer to the stored text, even if the view gets a shorter one', () => {
  const long = stored({
    role: 'bashExecution',
    command: 'ls',
    output: 'a'.repeat(100),
    cancelled: false,
  } as never);
  const shorten = (message: AgentMessage) =>
    ({ ...message, output: 'short', content: [] }) as unknown as AgentMessage;
  assert.equal(historyOf([long], shorten).toolRuns[long.id]?.output.bytes, 100);
  const read = result('a', 'a'.repeat(100), { toolName: 'read' });
  assert.equal(historyOf([read], shorten).toolRuns['a']?.output.bytes, 100);
});

test('calls that a tool made itself are runs below it, without their results', () => {
  const calls = [
    { id: 'a/1', name: 'bash', status: 'ok' as const, arguments: { command: 'ls' }, durationMs: 20 },
    { id: 'a/1/1', name: 'bash', status: 'error' as const, error: 'x\nCommand exited with code 3' },
    { id: 'a/2', name: 'read', status: 'unfinished' as const },
  ];
  const { a: _, ...nested } = runsOf([
    result('a', '', { toolName: 'script', timestamp: 100, nestedCalls: { calls } }),
  ]);
  const none = { bytes: 0, tail: '' };
  const error = { bytes: 28, tail: 'x\nCommand exited with code 3' };
  const [ls, failed] = [{ command: 'ls' }, { state: 'failed', exitCode: 3 }];
  assert.deepEqual(nested, {
    'a/1': {
      id: 'a/1',
      name: 'bash',
      args: ls,
      state: 'ok',
      output: none,
      parentId: 'a',
      startedAt: 80,
      endedAt: 100,
      exitCode: 0,
    },
    'a/1/1': { id: 'a/1/1', name: 'bash', args: {}, ...failed, output: error, parentId: 'a/1' },
    'a/2': { id: 'a/2', name: 'read', args: {}, state: 'interrupted', output: none, parentId: 'a' },
  });
});

test('bytes are counted as UTF-8', () => {
  const size = (text: string) => runsOf([result('a', text, { toolName: 'read' })])['a']?.output.bytes;
  for (const text of ['', '\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '😀'])
    assert.equal(size(text), Buffer.byteLength(text), JSON.stringify(text));
});

test('the text of a message is that of its blocks, without its pictures', () => {
  const image = { type: 'image' as const, mimeType: 'image/png', data: '' };
  assert.equal(plainText([{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }]), 'ab');
  assert.equal(plainText('plain'), 'plain');
});
