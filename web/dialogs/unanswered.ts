// Finds the dialogs that closed without an answer and that the user may not know about.
import type { Notice, View } from '../../shared/view/view.ts';

/** Returns the notices about dialogs that expired or were withdrawn after the user's last message, oldest first. */
export function unansweredSince({ entries, notices }: Pick<View, 'entries' | 'notices'>): Notice[] {
  const last = entries.findLast(({ message }) => message.role === 'user')?.message.timestamp ?? 0;
  return notices.filter(({ isUnanswered, at }) => isUnanswered && at >= last);
}
