// Formats the entries of a session as an indented tree, with one line for each, indented only where the conversation
// forks. Pure, and without recursion, because a session may be thousands of entries deep.
import { t } from '../../language/text.ts';
import type { AgentMessage, UserContent } from '../../../shared/pi/messages.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import { plainText } from '../../../shared/view/history.ts';
import { tokens } from '../../lib/format/amounts.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** A node in the answer to `get_tree` (pi >= 0.80.3). */
export interface TreeNode {
  entry: SessionEntry;
  children: TreeNode[];
  label?: string;
}

const MAX_LINE_CHARS = 100;

export function entriesOf(tree: readonly TreeNode[]): SessionEntry[] {
  const entries: SessionEntry[] = [];
  const stack = [...tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    entries.push(node.entry);
    stack.push(...node.children.toReversed());
  }
  return entries;
}

/**
 * Returns the tree as text. `leaf` is the current end of the conversation. Tool results have no line, because the line
 * of the call names the tool.
 */
export function treeText(entries: readonly SessionEntry[], leaf: string | null | undefined): string {
  const known = new Set(entries.map(({ id }) => id));
  const children = Map.groupBy(entries, ({ parentId }) =>
    parentId && known.has(parentId) ? parentId : null,
  );
  const labels = new Map(
    entries.flatMap((entry) => (entry.type === 'label' ? [[entry.targetId, entry.label]] : [])),
  );
  const lines: string[] = [];
  const stack = pushOrder(children.get(null) ?? [], 0);
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { entry, depth, isBranch } = step;
    const words = describeEntry(entry);
    const label = labels.get(entry.id);
    if (words !== null) {
      const sign = isBranch ? '└ ' : '';
      const marks = `${label ? `  [${label}]` : ''}${entry.id === leaf ? `  ← ${t('now')}` : ''}`;
      lines.push(`${'  '.repeat(Math.max(0, depth - (isBranch ? 1 : 0)))}${sign}${words}${marks}`);
    }
    stack.push(...pushOrder(children.get(entry.id) ?? [], depth));
  }
  return lines.join('\n');
}

interface Step {
  entry: SessionEntry;
  depth: number;
  /** Whether this is the first entry of one of several branches. */
  isBranch: boolean;
}

/** Returns the children in reverse order, because they are popped from the end. */
function pushOrder(entries: readonly SessionEntry[], depth: number): Step[] {
  const isBranch = entries.length > 1;
  return entries.map((entry) => ({ entry, depth: isBranch ? depth + 1 : depth, isBranch })).toReversed();
}

/** Returns the text of an entry; null for an entry that has no line. */
function describeEntry(entry: SessionEntry): string | null {
  switch (entry.type) {
    case 'message':
      return describeMessage(entry.message);
    case 'compaction':
      return t('Summary of {tokens} tokens: {text}', {
        tokens: tokens(entry.tokensBefore),
        text: oneLine(entry.summary),
      });
    case 'branch_summary':
      return t('Summary of a branch: {text}', { text: oneLine(entry.summary) });
    case 'custom_message':
      return `${entry.customType}: ${oneLine(entry.content)}`;
    case 'model_change':
      return t('Model: {label}', { label: `${entry.provider}/${entry.modelId}` });
    case 'thinking_level_change':
      return t('Thinking: {level}', { level: entry.thinkingLevel });
    case 'session_info':
      return t('Name: {name}', { name: entry.name ?? t('none') });
    case 'label':
    case 'context_edit':
    case 'usage':
      return null;
    default:
      return entry.type;
  }
}

function describeMessage(message: AgentMessage): string | null {
  switch (message.role) {
    case 'user':
      return t('You: {text}', { text: oneLine(message.content) });
    case 'assistant': {
      const calls = message.content.flatMap((block) => (block.type === 'toolCall' ? [block.name] : []));
      const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
      const end = ['error', 'aborted', 'length'].includes(message.stopReason)
        ? `(${message.stopReason})`
        : '';
      const said = [oneLine(text), calls.length > 0 && `→ ${calls.join(', ')}`, end].filter(Boolean);
      return t('Assistant: {text}', { text: said.join(' ') });
    }
    case 'bashExecution':
      return t('Bash: {text}', { text: oneLine(message.command) });
    case 'toolResult':
      return null;
    case 'system':
      return t('System prompt');
    default:
      return message.role;
  }
}

function oneLine(content: UserContent): string {
  const text = plainText(content).replace(/\s+/g, ' ').trim();
  return text.length > MAX_LINE_CHARS ? `${cutText(text, MAX_LINE_CHARS)}…` : text;
}
