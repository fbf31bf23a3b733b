// Extracts the system prompt from pi's messages.
import { t } from '../../language/text.ts';
import type { AgentMessage } from '../../../shared/pi/messages.ts';

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
