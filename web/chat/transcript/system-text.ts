import type { AgentMessage } from '../../../shared/pi/messages.ts';

/** As pi 0.86.1 to 1.5.2 writes it; all of it may be missing. */
interface SystemContent {
  content?: unknown;
  sections?: Record<string, unknown>;
  toolsAdded?: { name?: unknown; description?: unknown }[];
  toolsRemoved?: unknown[];
}

/** What all messages of role `system` say, in their order, to be read. */
export function systemText(messages: readonly AgentMessage[]): string {
  const told = messages
    .filter(({ role }) => role === 'system')
    .map((message) => wordsOf(message as SystemContent));
  return told.filter(Boolean).join('\n\n') || 'pi has told the model nothing yet.';
}

function wordsOf({ content, sections = {}, toolsAdded = [], toolsRemoved = [] }: SystemContent): string {
  const parts = [content, ...Object.values(sections)].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  const tools = toolsAdded.map(({ name, description }) => `${String(name)}: ${String(description)}`);
  if (tools.length > 0) parts.push(['Tools that it may call:', ...tools].join('\n'));
  const gone = toolsRemoved.map((tool) => (typeof tool === 'string' ? tool : JSON.stringify(tool)));
  if (gone.length > 0) parts.push(`Tools that it may no longer call: ${gone.join(', ')}`);
  return parts.join('\n\n');
}
