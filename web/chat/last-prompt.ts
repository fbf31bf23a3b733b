import { plainText } from '../../shared/view/history.ts';
import type { Entry } from '../../shared/view/view.ts';

/** What the person asked last, without its images; empty when that is not at hand. */
export function lastPrompt(entries: readonly Entry[]): string {
  const message = entries.findLast((entry) => entry.message.role === 'user')?.message;
  return message?.role === 'user' ? plainText(message.content) : '';
}
