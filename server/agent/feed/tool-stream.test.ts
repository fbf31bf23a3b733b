import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolResult } from '../../../shared/pi/events.ts';
import type { ToolResultMessage } from '../../../shared/pi/messages.ts';
import { TAIL_LENGTH } from '../../../shared/view/tool-runs.ts';
import { NOW, slimOf } from '../fixtures/pi-events.ts';
import type { RunOutputs } from './tool-stream.ts';

const KB = 1024;
const run = { toolCallId: 'c1', toolName: 'grep' };
const started = { type: 'tool_execution_start', ...run, args: { pattern: 'a' } };
const result = (text: string, details?: unknown): ToolResult => ({
  content: [{ type: 'text', text }],
  ...(details !== undefined && { details }),
});
const updated = (text: string, details?: unknown) => ({
  type: 'tool_execution_update',
  ...run,
  args: started.args,
  partialResult: result(text, details),
});
const ended = (text: string, details?: unknown) => ({
  type: 'tool_execution_end',
  ...run,
  result: result(text, details),
  isError: false,
});

test('a tool run starts with its arguments, cut if they are long, and the time of the server', () => {
  const args = { path: 'a.ts', content: 'x'.repeat(70 * KB) };
  const [event] = slimOf([{ ...started, parentToolCallId: 'p', args }]);
  assert.ok(event?.type === 'tool_execution_start');
  assert.deepEqual([event.panel_at, event.parentToolCallId, event.args.path], [NOW, 'p', 'a.ts']);
  assert.match(String(event.args.content), /^x{65536}… \(6144 more characters\)$/);
});

test('the values of a result are sent, except those of bash, which repeat its output', () => {
  const values = { rows: 2, items: [{ name: 'a' }] };
  const withValues = { ...ended('2 rows'), result: { ...result('2 rows'), structuredContent: values } };
  const [, event] = slimOf([started, withValues]);
  assert.ok(event?.type === 'tool_execution_end');
  assert.deepEqual(event.panel_structured, values);
  const [, bash] = slimOf([
    { ...started, toolName: 'bash' },
    { ...withValues, toolName: 'bash' },
  ]);
  assert.ok(bash?.type === 'tool_execution_end');
  assert.equal(bash.panel_structured, undefined);
});

test('output that grows is sent as what was added', () => {
  const events = slimOf([started, updated('one\n'), updated('one\ntwö\n'), updated('one\ntwö\n')]);
  assert.deepEqual(events.slice(1), [
    { type: 'tool_execution_update', toolCallId: 'c1', panel_output: { delta: 'one\n', bytes: 4 } },
    { type: 'tool_execution_update', toolCallId: 'c1', panel_output: { delta: 'twö\n', bytes: 9 } },
  ]);
});

test('output that is rewritten replaces the output before', () => {
  const text = `${'x'.repeat(TAIL_LENGTH)}end`;
  const events = slimOf([started, updated('50 %'), updated(text)]);
  assert.deepEqual(events[2], {
    type: 'tool_execution_update',
    toolCallId: 'c1',
    panel_output: { replace: text.slice(-TAIL_LENGTH), bytes: text.length },
  });
});

test('details of an open run are sent when they change', () => {
  const events = slimOf([started, updated('', { n: 1 }), updated('', { n: 1 }), updated('', { n: 2 })]);
  assert.deepEqual(
    events.slice(1).map((event) => event.type === 'tool_execution_update' && event.panel_details),
    [{ n: 1 }, { n: 2 }],
  );
});

test('a run ends with the tail of its text and the bytes of the whole text', () => {
  const text = 'ä'.repeat(5000);
  const [, event] = slimOf([started, ended(text)]);
  assert.deepEqual(event, {
    type: 'tool_execution_end',
    ...run,
    isError: false,
    panel_text: text.slice(-TAIL_LENGTH),
    panel_bytes: 10_000,
    panel_at: NOW,
  });
});

test('truncated output has the bytes of the whole output, and is not repeated in the details', () => {
  const truncation = { truncated: true, totalBytes: 5_000_000, content: 'the output again' };
  const [, event] = slimOf([started, ended('the output', { truncation, fullOutputPath: '/tmp/x.log' })]);
  assert.ok(event?.type === 'tool_execution_end');
  assert.equal(event.panel_bytes, 5_000_000);
  assert.deepEqual(event.panel_details, {
    truncation: { truncated: true, totalBytes: 5_000_000 },
    fullOutputPath: '/tmp/x.log',
  });
});

test('both texts of an edit stay whole up to 64 KiB each', () => {
  const details = { diff: 'd'.repeat(64 * KB), patch: 'p'.repeat(64 * KB), firstChangedLine: 3 };
  const [, event] = slimOf([started, ended('ok', details)]);
  assert.ok(event?.type === 'tool_execution_end');
  assert.deepEqual(event.panel_details, details);
});

const resultMessage: ToolResultMessage = {
  role: 'toolResult',
  toolCallId: 'c1',
  toolName: 'grep',
  content: [{ type: 'text', text: 'found' }],
  isError: true,
  timestamp: 9,
};

test('a result message after the end of its run is not sent', () => {
  const results = [
    { type: 'message_start', message: resultMessage },
    { type: 'message_end', message: resultMessage },
  ];
  assert.deepEqual(slimOf([{ type: 'turn_start' }, started, ended('found'), ...results]).slice(3), []);
});

test('a result of a later turn is sent, even if an earlier run had the same id', () => {
  const next = [{ type: 'turn_start' }, { type: 'message_end', message: resultMessage }];
  const events = slimOf([started, ended('found'), ...next]);
  assert.equal(events.at(-1)?.type, 'tool_execution_end');
});

test('an open tool run is forgotten when its run settles', () => {
  for (const over of [{ type: 'agent_settled' }, { type: 'agent_start' }]) {
    assert.equal(slimOf([started, over, updated('late')]).length, 2);
  }
});

test('a result message without a run is sent as its end', () => {
  const [event] = slimOf([{ type: 'message_end', message: resultMessage }]);
  assert.ok(event?.type === 'tool_execution_end');
  assert.deepEqual(
    [event.toolCallId, event.isError, event.panel_text, event.panel_bytes],
    ['c1', true, 'found', 5],
  );
});

test('the output of bash goes to the outputs, and only its end to the view', () => {
  const calls: unknown[][] = [];
  const outputs: RunOutputs = {
    start: (...call) => calls.push(['start', ...call]),
    snapshot: (...call) => calls.push(['snapshot', ...call]),
    append: (...call) => calls.push(['append', ...call]),
    end: (...call) => {
      calls.push(['end', ...call]);
      return 169_800;
    },
  };
  const bash = { toolName: 'bash' };
  const events = slimOf(
    [
      { ...started, ...bash },
      { ...updated('a'), ...bash },
      { type: 'bash_execution_update', id: 'u1', delta: 'x' },
      { ...ended('ab'), ...bash },
    ],
    outputs,
  );
  assert.deepEqual(calls, [
    ['start', 'c1'],
    ['snapshot', 'c1', result('a')],
    ['append', 'u1', 'x'],
    ['end', 'c1', result('ab')],
  ]);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['tool_execution_start', 'tool_execution_end'],
  );
  const end = events.at(-1);
  assert.ok(end?.type === 'tool_execution_end');
  assert.equal(end.panel_bytes, 169_800, 'the size of what was printed, not of the text for the model');
});
