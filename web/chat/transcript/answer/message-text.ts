// Extracts texts from pi's messages: the system prompt and the user's prompts.
import { t } from '../../../language/text.ts';
import type { AgentMessage, AssistantMessage } from '../../../../shared/pi/messages.ts';
import { plainText } from '../../../../shared/view/history.ts';
import type { Entry } from '../../../../shared/view/conversation.ts';

/** A system message of pi 0.86.1 to 1.5.2. Every member may be missing. */
interface SystemContent {
  content?: unknown;
  sections?: Record<string, unknown>;
  toolsAdded?: { name?: unknown; description?: unknown }[];
  toolsRemoved?: unknown[];
}

/** Joins the contents of all messages with the role `system`, in order. */
export function systemText(messages: readonly AgentMessage[]): string {
  const texts = messages
    .filter(({ role }) => role === 'system')
    .map((message) => sectionsOf(message as SystemContent));
  return texts.filter(Boolean).join('\n\n') || t('The model has no system prompt yet.');
}

function sectionsOf({ content, sections = {}, toolsAdded = [], toolsRemoved = [] }: SystemContent): string {
  const parts = [content, ...Object.values(sections)].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  const added = toolsAdded.map(({ name, description }) => `${String(name)}: ${String(description)}`);
  if (added.length > 0) parts.push(['Tools:', ...added].join('\n'));
  const removed = toolsRemoved.map((tool) => (typeof tool === 'string' ? tool : JSON.stringify(tool)));
  if (removed.length > 0) parts.push(`Removed tools: ${removed.join(', ')}`);
  return parts.join('\n\n');
}

/** Returns the text of the user's last prompt, as it was typed if that is known. Empty if it is not loaded. */
export function lastPrompt(entries: readonly Entry[]): string {
  const entry = entries.findLast(({ message }) => message.role === 'user');
  if (entry?.message.role !== 'user') return '';
  return entry.sentAs?.text ?? plainText(entry.message.content);
}

/** Returns the user's message to which an answer belongs. Undefined if it is not loaded. */
export function promptOf(entries: readonly Entry[], answer: AssistantMessage): Entry | undefined {
  const at = entries.findIndex(({ message }) => message === answer);
  return entries.slice(0, Math.max(0, at)).findLast(({ message }) => message.role === 'user');
}
