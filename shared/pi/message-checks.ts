// What a message must look like to be shown, for messages in session files and in events.
import {
  byType,
  either,
  fields,
  flag,
  id,
  list,
  number,
  optional,
  record,
  text,
  time,
  UNFIT,
} from './checks.ts';
import type { Check } from './checks.ts';
import { isRecord } from './is-record.ts';
import type { AgentMessage } from './messages.ts';

export interface CheckedMessage {
  /** The message, without the parts that do not fit; null if too little fits. */
  message: AgentMessage | null;
  /** The paths of the parts that do not fit. */
  flaws: string[];
}

const textBlock = fields({ text });
const image = fields({ mimeType: text, data: optional(text) });
const userBlock = byType({ text: textBlock, image });
const userBlocks = list(userBlock);
const answerBlocks = list(
  byType({
    text: textBlock,
    thinking: fields({ thinking: text, redacted: optional(flag) }),
    toolCall: fields({
      id,
      name: text,
      arguments: either(record, {}),
      argumentsError: optional(text),
    }),
  }),
);

const userContent: Check = (value, flaws, path) =>
  typeof value === 'string' ? value : userBlocks(value, flaws, path);
/** Blocks, or one text, as some extensions write it. */
const blocksOrText =
  (blocks: Check): Check =>
  (value, flaws, path) =>
    blocks(typeof value === 'string' ? [{ type: 'text', text: value }] : value, flaws, path);

const count = either(number, 0, { isExpected: false });
export const usage = fields({
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  totalTokens: optional(number),
  reasoning: optional(number),
  cost: either(
    fields({ input: count, output: count, cacheRead: count, cacheWrite: count, total: count }),
    { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    { isExpected: false },
  ),
});

const nestedCall = fields({
  id,
  name: text,
  status: text,
  arguments: optional(record),
  durationMs: optional(number),
  error: optional(text),
});

/** Extensions give any value; pi shows the message if the value is true in JavaScript. */
const display: Check = (value) => Boolean(value);

/** The result of a tool, in a message or an event. A tool of an extension may return anything. */
export const resultContent = either(blocksOrText(userBlocks), []);

const MESSAGES: Readonly<Record<AgentMessage['role'], Check>> = {
  user: fields({ content: userContent }),
  assistant: fields({
    content: blocksOrText(answerBlocks),
    provider: optional(text),
    model: optional(text),
    responseModel: optional(text),
    usage: optional(usage),
    stopReason: either(text, 'stop', { isExpected: false }),
    errorMessage: optional(text),
    durationMs: optional(number),
    thinkingLevel: optional(text),
  }),
  toolResult: fields({
    toolCallId: id,
    toolName: either(text, ''),
    content: resultContent,
    isError: either(flag, false, { isExpected: false }),
    durationMs: optional(number),
    usage: optional(usage),
    nestedCalls: optional(fields({ calls: list(nestedCall) })),
  }),
  bashExecution: fields({
    command: text,
    output: either(text, ''),
    exitCode: optional(number),
    cancelled: either(flag, false, { isExpected: false }),
    truncated: either(flag, false, { isExpected: false }),
    fullOutputPath: optional(text),
    excludeFromContext: optional(flag),
  }),
  custom: fields({ customType: either(text, ''), content: userContent, display }),
  customEntry: fields({ customType: either(text, '') }),
  branchSummary: fields({ summary: text, fromId: optional(text) }),
  compactionSummary: fields({ summary: text, tokensBefore: either(number, 0) }),
  warming: () => UNFIT,
  system: fields({}),
  unreadable: () => UNFIT,
};

const checks = new Map(Object.entries(MESSAGES));

/** A message with a role that only a newer pi knows. */
const newer = fields({ content: optional(userContent) });

/** Checks a message. `at`: its time in ms since 1970 if it does not have one itself. */
export function checkMessage(value: unknown, at: number, path = ''): CheckedMessage {
  const flaws: string[] = [];
  const role = isRecord(value) ? value.role : undefined;
  const check = typeof role === 'string' ? (checks.get(role) ?? newer) : undefined;
  const given = path === '' ? 'message' : path;
  if (!check) return { message: null, flaws: [isRecord(value) ? `${given}.role` : given] };
  const checked = check(value, flaws, given);
  if (checked === UNFIT) return { message: null, flaws };
  const message = checked as AgentMessage;
  const hasTime = time(message.timestamp, flaws, given) !== UNFIT;
  return { message: hasTime ? message : { ...message, timestamp: at }, flaws };
}

export const customMessageFields = { customType: either(text, ''), content: userContent, display };
