import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, ToolRun } from './conversation.ts';
import {
  blockToolRun,
  endState,
  endToolRun,
  interruptToolRuns,
  startToolRun,
  TAIL_LENGTH,
  tailOf,
  trimToolRuns,
  updateToolRun,
} from './tool-runs.ts';
import { emptyView } from './view.ts';

test('the last sentence, which is pi’s, decides how a run ended, not the output of the program before it', () => {
  assert.equal(endState(false, 'Command aborted'), 'ok');
  assert.equal(endState(true, 'half\n\nCommand aborted'), 'aborted');
  assert.equal(endState(true, 'half\n\nCommand timed out after 0.5 seconds'), 'timed-out');
  assert.equal(endState(true, 'Command timed out after 5 seconds\n\n\nCommand exited with code 3'), 'failed');
  assert.equal(endState(true, 'Could not find the text'), 'failed');
});

const START = { toolCallId: 'c', toolName: 'bash', args: { command: 'ls' }, panel_at: 5 };
const start = (more: object = {}) =>
  startToolRun(emptyView('/'), { type: 'tool_execution_start', ...START, ...more });
const output = (panel_output: { delta?: string; replace?: string; bytes: number }, more: object = {}) =>
  ({ type: 'tool_execution_update', toolCallId: 'c', panel_output, ...more }) as const;
const end = (more: object = {}) =>
  ({
    type: 'tool_execution_end',
    toolCallId: 'c',
    toolName: 'bash',
    isError: false,
    panel_bytes: 9,
    panel_at: 8,
    ...more,
  }) as const;
const RUN = {
  id: 'c',
  name: 'bash',
  args: { command: 'ls' },
  state: 'running',
  startedAt: 5,
  output: { bytes: 0, tail: '' },
};

test('a run that starts has its tool, its arguments and its time, and the call that started it', () => {
  assert.deepEqual(start().toolRuns, { c: RUN });
  assert.deepEqual(start({ parentToolCallId: 'p' }).toolRuns, { c: { ...RUN, parentId: 'p' } });
});

test('output is added, or replaced by a tool that rewrites it, and its size is that of all of it', () => {
  const first = updateToolRun(start(), output({ delta: 'one', bytes: 3 }));
  const second = updateToolRun(first, output({ delta: ' two', bytes: 7 }));
  assert.deepEqual(second.toolRuns['c'], { ...RUN, output: { bytes: 7, tail: 'one two' } });
  const replaced = updateToolRun(second, output({ replace: 'new', delta: '!', bytes: 4 }));
  assert.deepEqual(replaced.toolRuns['c']?.output, { bytes: 4, tail: 'new!' });
  const silent = updateToolRun(second, output({ bytes: 7 }, { panel_details: { n: 1 } }));
  assert.deepEqual([silent.toolRuns['c']?.output.tail, silent.toolRuns['c']?.details], ['one two', { n: 1 }]);
});

test('the view keeps the end of a long output', () => {
  const long = `${'a'.repeat(TAIL_LENGTH)}b`;
  const { output: kept } = updateToolRun(start(), output({ delta: long, bytes: 4097 })).toolRuns['c']!;
  assert.deepEqual([kept.tail.length, kept.tail.at(-1), kept.bytes], [TAIL_LENGTH, 'b', 4097]);
  assert.equal(tailOf('x'.repeat(TAIL_LENGTH)).length, TAIL_LENGTH);
  assert.equal(tailOf('short'), 'short');
});

test('the output of a run that is not known is dropped, its end is not', () => {
  const empty = emptyView('/');
  assert.equal(updateToolRun(empty, output({ delta: 'x', bytes: 1 })), empty);
  assert.equal(blockToolRun(empty, 'c'), empty);
  assert.deepEqual(endToolRun(empty, end({ panel_text: 'x' })).toolRuns['c'], {
    id: 'c',
    name: 'bash',
    args: {},
    state: 'ok',
    endedAt: 8,
    output: { bytes: 9, tail: 'x' },
    exitCode: 0,
  });
});

test('a run that ends keeps what was streamed, unless the end has another text', () => {
  const streamed = updateToolRun(start(), output({ delta: 'streamed', bytes: 8 }, { panel_details: 'old' }));
  const kept = endToolRun(streamed, end()).toolRuns['c'];
  assert.deepEqual(kept, {
    ...RUN,
    state: 'ok',
    endedAt: 8,
    output: { bytes: 9, tail: 'streamed' },
    details: 'old',
    exitCode: 0,
  });
  const images = [{ type: 'image', mimeType: 'image/png', panel_ref: 'r' }];
  const other = endToolRun(
    streamed,
    end({ panel_text: 'other', panel_details: 'new', panel_images: images }),
  );
  const { output: text, details, images: shown } = other.toolRuns['c']!;
  assert.deepEqual([text.tail, details, shown], ['other', 'new', images]);
});

test('only a command has an exit code: 0 if it is ok, otherwise the reported one', () => {
  const code = (more: object) => endToolRun(start(), end(more)).toolRuns['c']?.exitCode;
  assert.equal(code({}), 0);
  assert.equal(code({ isError: true, panel_text: 'x\n\nCommand exited with code 12\n' }), 12);
  assert.equal(code({ isError: true, panel_text: 'Command exited with code 1\n\nmore' }), undefined);
  const read = startToolRun(emptyView('/'), { type: 'tool_execution_start', ...START, toolName: 'read' });
  assert.equal(endToolRun(read, end()).toolRuns['c']?.exitCode, undefined);
});

test('how a run ended can be read from its streamed output, too', () => {
  const aborted = updateToolRun(start(), output({ delta: 'Operation aborted', bytes: 17 }));
  assert.equal(endToolRun(aborted, end({ isError: true })).toolRuns['c']?.state, 'aborted');
  assert.equal(endToolRun(start(), end({ isError: true })).toolRuns['c']?.state, 'failed');
});

test('a run that an extension blocked says so, whether that is known before its end or after it', () => {
  const before = endToolRun(blockToolRun(start(), 'c'), end({ isError: true }));
  const after = blockToolRun(endToolRun(start(), end({ isError: true })), 'c');
  assert.equal(before.toolRuns['c']?.state, 'blocked');
  assert.deepEqual([after.toolRuns['c']?.state, after.toolRuns['c']?.isBlocked], ['blocked', true]);
  assert.equal(blockToolRun(start(), 'c').toolRuns['c']?.state, 'running');
  assert.equal(endToolRun(blockToolRun(start(), 'c'), end()).toolRuns['c']?.state, 'ok');
});

test('when nothing is running, open runs are interrupted, at the time of the end if pi is gone', () => {
  const view = {
    ...start(),
    toolRuns: { ...start().toolRuns, d: { ...RUN, id: 'd', state: 'ok' } as const },
  };
  const settled = interruptToolRuns(view, 'agent');
  assert.deepEqual(settled.toolRuns['c'], { ...RUN, state: 'interrupted' });
  assert.equal(settled.toolRuns['d'], view.toolRuns['d']);
  assert.equal(interruptToolRuns(view, 'all', 9).toolRuns['c']?.endedAt, 9);
  assert.equal(interruptToolRuns(settled, 'all'), settled);
});

test('runs that no row shows are dropped, except running ones and those of a run that is shown', () => {
  const run = (id: string, more: Partial<ToolRun> = {}): ToolRun => ({
    id,
    name: 'x',
    args: {},
    state: 'ok',
    output: { bytes: 0, tail: '' },
    ...more,
  });
  const all = [
    run('called'),
    run('child', { parentId: 'called' }),
    run('bash'),
    run('open', { state: 'running' }),
    run('gone'),
    run('orphan', { parentId: 'gone' }),
  ];
  const content = [
    { type: 'text', text: 'gone' },
    { type: 'toolCall', id: 'called', name: 'x', arguments: {} },
  ];
  const entries = [
    { key: '1', message: { role: 'assistant', content, stopReason: 'stop', timestamp: 1 } },
    { key: '2', message: { role: 'bashExecution' }, call: 'bash' },
    { key: '3', message: { role: 'user', content: 'gone', timestamp: 1 } },
  ] as unknown as Entry[];
  const kept = trimToolRuns(Object.fromEntries(all.map((one) => [one.id, one])), entries);
  assert.deepEqual(Object.keys(kept), ['called', 'child', 'bash', 'open']);
});
