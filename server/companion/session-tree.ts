// The session as a tree, with one short line for each entry, so that sessions of any length fit into one answer.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { SessionNode, SessionTree } from '../../shared/session-tree.ts';
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { plainText } from '../../shared/view/history.ts';
import { toCheckedEntry } from '../../shared/pi/session-parse.ts';
import type { SessionEntry } from '../../shared/pi/session.ts';
import { cutText } from '../../shared/view/cut-text.ts';

/** The most entries in the tree. They are about 10 MB of pi's output, which it writes in a tenth of a second. */
const MAX_NODES = 50_000;
const MAX_TEXT = 160;

/**
 * Returns the tree. It is built from the list of entries, because pi's own tree is built recursively and fails beyond
 * several thousand entries (in pi 0.80.3 to 1.5.2).
 */
export function sessionTree(
  session: Pick<ExtensionContext['sessionManager'], 'getEntries' | 'getLabel' | 'getLeafId'>,
): SessionTree {
  const entries = session.getEntries().flatMap((entry, at) => toCheckedEntry(entry, at) ?? []);
  const kept = entries.slice(-MAX_NODES);
  const calls = callsIn(entries);
  return {
    leafId: session.getLeafId(),
    nodes: kept.map((entry) => nodeOf(entry, session.getLabel(entry.id), calls)),
    omitted: entries.length - kept.length,
  };
}

/** Returns the text of a user message, which pi hands back for editing when the session moves there. */
export function userTextOf(stored: unknown): string | undefined {
  const entry = stored === undefined ? undefined : toCheckedEntry(stored, 0);
  return entry?.type === 'message' && entry.message.role === 'user'
    ? plainText(entry.message.content)
    : undefined;
}

type Content = Pick<SessionNode, 'kind' | 'text'>;
/** The target of each tool call, by its id. */
export type Calls = ReadonlyMap<string, string>;

export function callsIn(entries: readonly SessionEntry[]): Calls {
  return new Map(
    entries.flatMap((entry) =>
      entry.type === 'message' && entry.message.role === 'assistant'
        ? entry.message.content.flatMap((block) =>
            block.type === 'toolCall' ? [[block.id, targetOf(block.arguments)] as const] : [],
          )
        : [],
    ),
  );
}

/** Returns the command, the path, or the first text among the arguments. */
function targetOf(args: Record<string, unknown> | undefined): string {
  const { command, path, pattern, ...others } = args ?? {};
  const target = [command, path, pattern, ...Object.values(others)].find(
    (value) => typeof value === 'string',
  );
  return typeof target === 'string' ? target : '';
}

function nodeOf(entry: SessionEntry, label: unknown, calls: Calls): SessionNode {
  const { kind, text } = contentOf(entry, calls);
  return {
    id: entry.id,
    parentId: entry.parentId,
    kind,
    text: oneLine(text),
    // An extension may have set any value.
    ...(typeof label === 'string' && label && { label }),
    at: Date.parse(entry.timestamp),
  };
}

/** Returns the beginning of a text as one short line. */
export function oneLine(text: string): string {
  const start = text
    .slice(0, 4 * MAX_TEXT)
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(start, MAX_TEXT);
}

/** Returns what a list shows for an entry: its kind, and its text at full length. */
export function contentOf(entry: SessionEntry, calls: Calls): Content {
  switch (entry.type) {
    case 'message':
      return contentOfMessage(entry.message, calls);
    case 'custom_message': {
      const text = `${entry.customType}: ${plainText(entry.content)}`;
      return { kind: entry.display ? 'custom' : 'other', text };
    }
    case 'compaction':
      return { kind: 'compaction', text: entry.summary };
    case 'branch_summary':
      return { kind: 'summary', text: entry.summary };
    case 'model_change':
      return { kind: 'other', text: `Model: ${entry.provider}/${entry.modelId}` };
    case 'thinking_level_change':
      return { kind: 'other', text: `Thinking: ${entry.thinkingLevel}` };
    case 'session_info':
      return { kind: 'other', text: `Name: ${entry.name || 'none'}` };
    case 'label':
      return { kind: 'other', text: entry.label ? `Label: ${entry.label}` : 'Label removed' };
    case 'custom':
      return { kind: 'other', text: `State of ${entry.customType}` };
    case 'unreadable':
      return { kind: 'other', text: 'Unreadable entry' };
    default:
      // Newer versions of pi write types that the version we compile with does not have.
      return { kind: 'other', text: String((entry as { type: unknown }).type).replaceAll('_', ' ') };
  }
}

function contentOfMessage(message: AgentMessage, calls: Calls): Content {
  switch (message.role) {
    case 'user':
      return { kind: 'user', text: plainText(message.content) };
    case 'assistant':
      return contentOfAnswer(message);
    case 'toolResult': {
      const words = [message.toolName, calls.get(message.toolCallId), message.isError && '(failed)'];
      return { kind: 'tool', text: words.filter(Boolean).join(' ') };
    }
    case 'bashExecution':
      return { kind: 'bash', text: message.command };
    default:
      return { kind: 'other', text: String(message.role) };
  }
}

/** Returns what the tree shows for an answer. An answer that only calls tools is represented by their results. */
function contentOfAnswer(message: Extract<AgentMessage, { role: 'assistant' }>): Content {
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  if (text.trim()) return { kind: 'assistant', text };
  if (message.stopReason === 'error')
    return { kind: 'assistant', text: `failed: ${message.errorMessage ?? ''}` };
  if (message.stopReason === 'aborted') return { kind: 'assistant', text: 'stopped' };
  const names = message.content.flatMap((block) => (block.type === 'toolCall' ? [block.name] : []));
  return { kind: 'calls', text: names.join(', ') };
}
