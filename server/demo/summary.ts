import type { Answer } from './answer.ts';
import { textOf, type ChatMessage, type ChatRequest } from './chat.ts';

const LISTED = 12;

/**
 * pi compacts a session, or leaves a branch, by one request without tools whose only user message wraps the
 * conversation as text in <conversation> (0.73.1 to 1.5.2); its instructions speak of a summary.
 */
export function isSummaryRequest({ messages, tools = [] }: ChatRequest): boolean {
  if (tools.length > 0) return false;
  return messages.some(isWrappedConversation) && messages.some((message) => /summar/i.test(textOf(message)));
}

/** A summary in pi's format of what really stands in the conversation: the prompts and the tool calls. */
export function summarise({ messages }: ChatRequest): Answer {
  const conversation = messages.filter(isWrappedConversation).map(textOf).join('\n');
  const prompts = listed(conversation.matchAll(/^\[User\]: (.+)$/gm));
  const calls = listed(conversation.matchAll(/^\[Assistant tool calls\]: (.+)$/gm));
  const text = [
    '## Goal',
    ...(prompts.length > 0 ? prompts : ['- (nothing was asked)']),
    '## Constraints & Preferences\n- (none)',
    '## Progress\n### Done',
    ...(calls.length > 0 ? calls.map((call) => call.replace('- ', '- [x] ')) : ['- [x] Answered in words']),
    '## Next Steps\n1. Answer the next message.',
  ].join('\n');
  return { steps: [{ text, every: 8 }] };
}

function isWrappedConversation(message: ChatMessage): boolean {
  return message.role === 'user' && textOf(message).includes('<conversation>');
}

function listed(matches: Iterable<RegExpMatchArray>): string[] {
  return Array.from(matches, ([, line = '']) => `- ${line.slice(0, 160)}`).slice(-LISTED);
}
