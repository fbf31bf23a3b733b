// Derives the title of a session without a name: the beginning of the user's first message.
import type { UserContent } from '../pi/messages.ts';
import type { Entry } from './conversation.ts';
import type { View } from './view.ts';
import { cutText } from './cut-text.ts';

const MAX_LENGTH = 160;

/**
 * Adds the first message to the session. Call this after a user's message was added, because the view may not contain
 * the first one any more.
 */
export function withFirstMessage(view: View): View {
  const { session, hasOlder, entries } = view;
  if (!session || session.firstMessage !== undefined || hasOlder) return view;
  const firstMessage = firstMessageIn(entries);
  return firstMessage === undefined ? view : { ...view, session: { ...session, firstMessage } };
}

/** Whether pi keeps the session only in memory, and loses it when it ends (--no-session). */
export function hasNoFile({ ready, session }: Pick<View, 'ready' | 'session'>): boolean {
  return ready && session !== null && session.file === undefined;
}

/** Returns one short line, or undefined if there is no message, or only images. */
export function firstMessageIn(entries: readonly Entry[]): string | undefined {
  for (const { message, sentAs } of entries) {
    if (message.role !== 'user') continue;
    const text = sentAs?.text ?? textOf(message.content);
    return cutText(text.trim().replace(/\s+/g, ' '), MAX_LENGTH) || undefined;
  }
  return undefined;
}

function textOf(content: UserContent): string {
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
}
