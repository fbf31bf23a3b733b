// The user's messages, which name the turns.
import { plainText } from '../../shared/view/history.ts';
import type { Entry } from '../../shared/view/conversation.ts';

/** Returns the texts of the user's messages among these entries, by key. */
export function promptsOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ key, message, sentAs }) =>
      message.role === 'user' ? [[key, sentAs?.text ?? plainText(message.content)] as const] : [],
    ),
  );
}
