// Lets extensions change the Markdown of the conversation before it is shown (`registerMarkdownTransformer`, pi >= 0.87).
// Only pi's TUI calls them (pi 0.87 to 1.6.0), and only for what it shows: the session and the model have the text as
// it was written.
import type { SessionEntry } from '@earendil-works/pi-coding-agent';
import type { MarkdownKind, MarkdownRow } from '../../../shared/view/renders.ts';
import type { Runner } from '../loaded.ts';
import type { CustomMessages } from './custom-messages.ts';

/** pi's default for an extension that names none. */
const USUAL_KINDS = ['user', 'assistant', 'assistant-thinking'];
/** How much the times of a row and of its entry may differ, if the row has no time of its own. */
const APART_MS = 5000;

interface Branch {
  entries: readonly SessionEntry[];
  /** The width for which the text is meant. */
  columns: number;
  runner: Runner;
  messages: CustomMessages;
}

/** Returns the kinds of Markdown that extensions change. */
export function markdownKinds({ extensions = [], getMarkdownTransformers }: Runner): string[] {
  if (!getMarkdownTransformers) return [];
  const all = extensions.flatMap(({ markdownTransformer: own }) =>
    own ? [...(own.messageTypes ?? USUAL_KINDS)] : [],
  );
  return [...new Set(all)];
}

/** Returns the changed text, or null if it stays as it is or its entry is not there. */
export function changedMarkdown(
  row: MarkdownRow,
  { entries, columns, runner, messages }: Branch,
): string | null {
  const found = findText(row, entries, messages);
  if (!found) return null;
  const { id: messageId, timestamp } = found.entry;
  const changed = transform(found.text, runner, {
    messageType: row.of,
    isStreaming: false,
    availableWidth: columns,
    messageId,
    timestamp,
  });
  return changed === found.text ? null : changed;
}

/** Changes a text with all transformers, one after the other. `context` is what pi tells them about it. */
export function transform(given: string, runner: Runner, context: object): string {
  return (runner.getMarkdownTransformers?.() ?? []).reduce(
    (text, change) => textFrom(() => change(text, context)) ?? text,
    given,
  );
}

/** As in pi, a transformer that throws, or returns something else, changes nothing. */
function textFrom(change: () => unknown): string | null {
  try {
    const changed = change();
    return typeof changed === 'string' ? changed : null;
  } catch {
    return null;
  }
}

function findText(
  { of, at, block }: MarkdownRow,
  entries: readonly SessionEntry[],
  messages: CustomMessages,
): { entry: SessionEntry; text: string } | null {
  if (of === 'custom') {
    const entry = messages.find({ at }, entries);
    return entry ? { entry, text: joined(entry.content) } : null;
  }
  for (const entry of entries.toReversed()) {
    const text = textIn(entry, of, { at, block });
    if (text !== null) return { entry, text };
  }
  return null;
}

function textIn(
  entry: SessionEntry,
  of: MarkdownKind,
  { at, block }: { at: number; block: number },
): string | null {
  const isNear = Math.abs(Date.parse(entry.timestamp) - at) < APART_MS;
  if (entry.type === 'compaction' || entry.type === 'branch_summary')
    return of === 'summary' && isNear ? entry.summary : null;
  if (entry.type !== 'message' || entry.message.timestamp !== at) return null;
  const { message } = entry;
  if (message.role === 'user') return of === 'user' ? joined(message.content) : null;
  if (message.role !== 'assistant') return null;
  const part = message.content[block];
  if (of === 'assistant') return part?.type === 'text' ? part.text : null;
  return of === 'assistant-thinking' && part?.type === 'thinking' ? part.thinking : null;
}

function joined(content: string | readonly { type: string; text?: string }[]): string {
  if (typeof content === 'string') return content;
  return content.map(({ type, text = '' }) => (type === 'text' ? text : '')).join('');
}
