// The session as a tree of what the user can recognize: messages, commands, and summaries.
import type { ExtensionContext, SessionEntry } from '@earendil-works/pi-coding-agent';
import type { SessionNode, SessionTree } from '../../shared/companion.ts';

const MAX_NODES = 2000;
const MAX_TEXT = 160;

/** Built from the list of entries, since pi's own tree is built recursively and fails past some thousands (0.80.3 to 1.5.2). */
export function sessionTree(session: ExtensionContext['sessionManager']): SessionTree {
  const entries = session.getEntries();
  const known = new Map<string, SessionEntry>(entries.map((entry) => [entry.id, entry]));
  const shown = new Map(
    entries
      .flatMap((entry) => nodeOf(entry, session.getLabel(entry.id)) ?? [])
      .map((node) => [node.id, node]),
  );
  // One lookup for each entry, in file order: a parent always comes before its children.
  const nearest = new Map<string, string | null>();
  for (const { id, parentId } of known.values())
    nearest.set(id, shown.has(id) ? id : ((parentId && nearest.get(parentId)) ?? null));
  const nodes = [...shown.values()].map((node) => {
    const parent = known.get(node.id)?.parentId;
    return { ...node, parentId: (parent && nearest.get(parent)) ?? null };
  });
  const kept = nodes.slice(-MAX_NODES);
  const leafId = session.getLeafId();
  return {
    leafId: (leafId && nearest.get(leafId)) ?? null,
    nodes: kept,
    omitted: nodes.length - kept.length,
  };
}

/** The text of a user message, which pi returns for editing when the session moves there. */
export function userTextOf(entry: SessionEntry | undefined): string | undefined {
  return entry?.type === 'message' && entry.message.role === 'user'
    ? textOf(entry.message.content)
    : undefined;
}

type Content = Pick<SessionNode, 'kind' | 'text'>;

function nodeOf(entry: SessionEntry, label: string | undefined): SessionNode | null {
  const content = contentOf(entry) ?? (label ? { kind: 'other' as const, text: entry.type } : null);
  if (!content) return null;
  const { id } = entry;
  return {
    id,
    parentId: null,
    kind: content.kind,
    text: content.text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT),
    ...(label && { label }),
    at: Date.parse(entry.timestamp),
  };
}

function contentOf(entry: SessionEntry): Content | null {
  switch (entry.type) {
    case 'message':
      return contentOfMessage(entry.message);
    case 'custom_message':
      return entry.display ? { kind: 'custom', text: `${entry.customType}: ${textOf(entry.content)}` } : null;
    case 'compaction':
      return { kind: 'compaction', text: entry.summary };
    case 'branch_summary':
      return { kind: 'summary', text: entry.summary };
    default:
      return null;
  }
}

function contentOfMessage(message: Extract<SessionEntry, { type: 'message' }>['message']): Content | null {
  switch (message.role) {
    case 'user':
      return { kind: 'user', text: textOf(message.content) };
    case 'assistant': {
      const text = textOf(message.content);
      return text.trim() ? { kind: 'assistant', text } : null;
    }
    case 'bashExecution':
      return { kind: 'bash', text: message.command };
    default:
      return null;
  }
}

function textOf(content: string | readonly { type: string; text?: string }[]): string {
  if (typeof content === 'string') return content;
  return content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
}
