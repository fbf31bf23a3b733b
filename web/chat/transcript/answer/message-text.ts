// Finds the user's prompts among the entries of a conversation.
import type { AssistantMessage } from '../../../../shared/pi/messages.ts';
import { plainText } from '../../../../shared/view/history.ts';
import type { Entry } from '../../../../shared/view/conversation.ts';

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
