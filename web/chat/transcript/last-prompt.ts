import { plainText } from '../../../shared/view/history.ts';
import type { Entry } from '../../../shared/view/view.ts';

/** What the person asked last, as it was typed where that is known, without its images; empty when that is not at hand. */
export function lastPrompt(entries: readonly Entry[]): string {
  const entry = entries.findLast(({ message }) => message.role === 'user');
  if (entry?.message.role !== 'user') return '';
  return entry.said?.text ?? plainText(entry.message.content);
}
