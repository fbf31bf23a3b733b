// Derives the title of a session without a name: the beginning of the user's first message.
import type { UserContent } from '../pi/messages.ts';
import type { Entry } from './conversation.ts';
import type { View } from './view.ts';

const MAX_LENGTH = 160;

/** Call this after a message of the user was added. An older message than those in the view may be the first. */
export function withFirstMessage(view: View): View {
  const { session, hasOlder, entries } = view;
  if (!session || session.firstMessage !== undefined || hasOlder) return view;
  const firstMessage = firstMessageIn(entries);
  return firstMessage === undefined ? view : { ...view, session: { ...session, firstMessage } };
}

/** One short line; undefined if there is none, or only images. */
export function firstMessageIn(entries: readonly Entry[]): string | undefined {
  for (const { message, sentAs } of entries) {
    if (message.role !== 'user') continue;
    const text = sentAs?.text ?? textOf(message.content);
    return text.trim().replace(/\s+/g, ' ').slice(0, MAX_LENGTH) || undefined;
  }
  return undefined;
}

function textOf(content: UserContent): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
}
