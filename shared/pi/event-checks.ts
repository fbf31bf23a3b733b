// What an event of pi must look like to be used. An extension in plain JavaScript may give any value, and pi passes it
// on unchecked (in pi 0.73.1 to 1.5.2).
import {
  either,
  fields,
  flag,
  id,
  list,
  number,
  optional,
  record,
  text,
  UNFIT,
  type Check,
} from './checks.ts';
import type { PiEvent } from './events.ts';
import { isRecord } from './is-record.ts';
import { checkMessage, resultContent, usage } from './message-checks.ts';
import type { UnreadableMessage } from './messages.ts';

type MessageEvent = 'message_start' | 'message_end';

const texts = either(list(text), []);
const words = either(text, '');
const amount = either(number, 0);
const result = either(fields({ content: resultContent }), { content: [] });
const tool = { toolCallId: id, toolName: words, parentToolCallId: optional(text) };
const waiting = fields({ attempt: amount, maxAttempts: amount, delayMs: amount, errorMessage: words });

const EVENTS: Readonly<Record<Exclude<PiEvent['type'], MessageEvent>, Check>> = {
  agent_start: record,
  agent_end: fields({ willRetry: optional(flag) }),
  agent_settled: record,
  turn_start: record,
  turn_end: record,
  message_update: fields({
    assistantMessageEvent: fields({
      type: text,
      contentIndex: number,
      delta: either(text, ''),
      id: optional(text),
      toolName: optional(text),
      toolCall: optional(fields({ id, name: text })),
    }),
  }),
  tool_execution_start: fields({ ...tool, args: either(record, {}) }),
  tool_execution_update: fields({ ...tool, partialResult: result }),
  tool_execution_end: fields({ ...tool, result, isError: either(flag, false) }),
  bash_execution_update: fields({ id: optional(text), delta: text }),
  queue_update: fields({ steering: texts, followUp: texts }),
  compaction_start: fields({ reason: either(text, 'manual') }),
  compaction_end: fields({
    reason: either(text, 'manual'),
    result: optional(
      fields({
        summary: text,
        tokensBefore: amount,
        estimatedTokensAfter: optional(number),
        usage: optional(usage),
      }),
    ),
    aborted: optional(flag),
    willRetry: optional(flag),
    errorMessage: optional(text),
  }),
  auto_retry_start: waiting,
  auto_retry_end: fields({ success: either(flag, false), attempt: amount, finalError: optional(text) }),
  summarization_retry_scheduled: waiting,
  summarization_retry_attempt_start: record,
  summarization_retry_finished: record,
  thinking_level_changed: fields({ level: text }),
  session_info_changed: fields({ name: optional(text) }),
  entry_appended: fields({ entry: fields({ type: text }) }),
  extension_error: fields({ extensionPath: words, event: words, error: words }),
  // Everything that extensions show is made to text where it is cut to size.
  extension_ui_request: fields({ id: text, method: text, timeout: optional(number) }),
};

const checks = new Map(Object.entries(EVENTS));

/**
 * Returns the event without the parts that do not fit. A message that does not fit becomes one that says so, after the
 * rest of it. Returns none if the event means nothing without what does not fit. Events of unknown types are kept.
 * `at`: when the event arrived, in ms since 1970.
 */
export function checkEvent(event: { type: string }, at: number): PiEvent[] {
  if (event.type === 'message_start' || event.type === 'message_end')
    return checkMessageEvent(event as { type: MessageEvent; message?: unknown }, at);
  const check = checks.get(event.type);
  const checked = check ? check(event, [], '') : event;
  return checked === UNFIT ? [] : [checked as PiEvent];
}

/** Only the end of a message says all of it. */
function checkMessageEvent(event: { type: MessageEvent; message?: unknown }, at: number): PiEvent[] {
  const { type, message: given } = event;
  const { message, flaws } = checkMessage(given, at);
  const isWhole = message === given;
  const readable: PiEvent[] = message ? [isWhole ? (event as PiEvent) : { ...event, type, message }] : [];
  if (type === 'message_start' || flaws.length === 0 || isHidden(given)) return readable;
  const unreadable: UnreadableMessage = {
    role: 'unreadable',
    fields: flaws,
    raw: JSON.stringify(given) ?? '',
    ...(message && { isPart: true as const }),
    timestamp: message?.timestamp ?? at,
  };
  return [...readable, { type, message: unreadable }];
}

/** Whether an extension does not want the message to be shown. */
function isHidden(message: unknown): boolean {
  return isRecord(message) && message.role === 'custom' && !message.display;
}
