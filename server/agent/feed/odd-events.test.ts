import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkEvent } from '../../../shared/pi/event-checks.ts';
import { checkMessage } from '../../../shared/pi/message-checks.ts';
import { emptyView } from '../../../shared/view/view.ts';
import { createFeed } from '../fixtures/feed.ts';

const AT = 1_795_939_200_000;
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, cost: { total: 1 } };
const answer = {
  ...{ role: 'assistant', provider: 'p', model: 'm', usage, stopReason: 'toolUse', timestamp: AT },
  content: [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'a' },
    { type: 'toolCall', id: 'c', name: 'odd', arguments: { how: 'x' } },
  ],
};
const result = { content: [{ type: 'text', text: 'out' }], details: { a: 1 } };
const ui = (method: string, more: object): object => ({
  type: 'extension_ui_request',
  id: method,
  method,
  ...more,
});

/** One run with every kind of event. */
const RUN: object[] = [
  { type: 'agent_start' },
  { type: 'turn_start' },
  { type: 'message_end', message: { role: 'user', content: [{ type: 'text', text: 'q' }], timestamp: AT } },
  { type: 'message_start', message: { ...answer, content: [] } },
  { type: 'message_update', assistantMessageEvent: { type: 'text_start', contentIndex: 1 } },
  { type: 'message_update', assistantMessageEvent: { type: 'text_delta', contentIndex: 1, delta: 'a' } },
  {
    type: 'message_update',
    assistantMessageEvent: { type: 'toolcall_start', contentIndex: 2, id: 'c', toolName: 'odd' },
  },
  { type: 'message_end', message: answer },
  { type: 'tool_execution_start', toolCallId: 'c', toolName: 'odd', args: { how: 'x' } },
  { type: 'tool_execution_update', toolCallId: 'c', toolName: 'odd', partialResult: result },
  { type: 'tool_execution_end', toolCallId: 'c', toolName: 'odd', result, isError: false },
  {
    type: 'message_end',
    message: {
      role: 'toolResult',
      toolCallId: 'c',
      toolName: 'odd',
      ...result,
      isError: false,
      timestamp: AT,
    },
  },
  {
    type: 'message_end',
    message: { role: 'custom', customType: 'note', content: 'x', display: true, timestamp: AT },
  },
  { type: 'turn_end' },
  { type: 'entry_appended', entry: { type: 'context_edit', id: 'x', targetId: 'y' } },
  { type: 'compaction_start', reason: 'manual' },
  { type: 'compaction_end', reason: 'manual', result: { summary: 's', tokensBefore: 3, details: {} } },
  { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 5, errorMessage: 'e' },
  { type: 'auto_retry_end', success: false, attempt: 1, finalError: 'e' },
  { type: 'summarization_retry_scheduled', attempt: 1, maxAttempts: 3, delayMs: 5, errorMessage: 'e' },
  { type: 'thinking_level_changed', level: 'high' },
  { type: 'session_info_changed', name: 'n' },
  { type: 'queue_update', steering: ['a'], followUp: [] },
  { type: 'bash_execution_update', id: 'b', delta: 'x' },
  { type: 'extension_error', extensionPath: 'command:x', event: 'command', error: 'e' },
  ui('notify', { message: 'm', notifyType: 'info' }),
  ui('setStatus', { statusKey: 'k', statusText: 't' }),
  ui('setWidget', { widgetKey: 'k', widgetLines: ['a'], widgetPlacement: 'aboveEditor' }),
  ui('setTitle', { title: 't' }),
  ui('set_editor_text', { text: 't' }),
  ui('select', { title: 't', options: ['a', 'b'], timeout: 1000 }),
  ui('confirm', { title: 't', message: 'm' }),
  ui('input', { title: 't', placeholder: 'p' }),
  ui('editor', { title: 't', prefill: 'p' }),
  { type: 'agent_end', messages: [], willRetry: false },
  { type: 'agent_settled' },
];

type Path = readonly string[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}

function change(value: unknown, [name, ...rest]: Path, to: unknown): unknown {
  if (name === undefined) return to;
  const copy = { ...(value as Record<string, unknown>) };
  const inner = change(copy[name], rest, to);
  if (inner === undefined) delete copy[name];
  else copy[name] = inner;
  return Array.isArray(value) ? Object.values(copy) : copy;
}

const oddValues = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    42,
    '',
    true,
    [],
    {},
    [null],
    ['x'],
    [{}],
    { a: 1 },
    'x'.repeat(70_000),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

test('whatever an extension puts into an event, the view holds only messages that can be shown', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(), oddValues), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(changes, (picks) => {
      const events: unknown[] = [...RUN];
      for (const [pick, field, odd] of picks) {
        const at = pick % events.length;
        const paths = pathsIn(events[at]).filter((path) => path.length > 0 && path[0] !== 'type');
        const path = paths[field % paths.length];
        if (path) events[at] = change(events[at], path, odd);
      }
      const { feed } = createFeed({ view: emptyView('/w', '0.87.1') });
      for (const event of events) feed.push(checkEvent(event as { type: string }, AT));
      const { entries, toolRuns, notices, dialogs, widgets, statuses, title, live } = feed.view;
      assert.equal(live, null);
      for (const { message, key } of entries) {
        assert.equal(typeof key, 'string');
        if (message.role !== 'unreadable') assert.deepEqual(checkMessage(message, AT).flaws, []);
      }
      for (const { name, args, output } of Object.values(toolRuns))
        assert.deepEqual(
          [name, args, output.tail].map((value) => typeof value),
          ['string', 'object', 'string'],
        );
      const texts = [
        ...notices.map(({ message }) => message),
        ...dialogs.map((dialog) => dialog.title),
        ...dialogs.flatMap((dialog) => (dialog.method === 'select' ? dialog.options : [])),
        ...widgets.flatMap(({ lines }) => lines),
        ...Object.values(statuses),
        title ?? '',
      ];
      assert.deepEqual(
        texts.filter((text) => typeof text !== 'string'),
        [],
      );
      JSON.stringify(feed.view);
    }),
    { numRuns: 400, seed: 41 },
  );
});
