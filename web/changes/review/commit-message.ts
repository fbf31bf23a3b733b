// Suggests a commit message for a session.
import { plainText } from '../../../shared/view/history.ts';
import type { Entry } from '../../../shared/view/conversation.ts';

/** The customary maximum length of a subject line. */
const MAX_SUBJECT = 72;

/** Returns the name of the session, or the first line of the user's last message. */
export function suggestMessage(name: string | null | undefined, entries: readonly Entry[]): string {
  const last = entries.findLast(({ message }) => message.role === 'user');
  const asked = last?.message.role === 'user' ? (last.sentAs?.text ?? plainText(last.message.content)) : '';
  const line = (name || asked).trim().split('\n', 1)[0]!.replace(/\s+/g, ' ');
  if (line.length <= MAX_SUBJECT) return line;
  const cut = line.slice(0, MAX_SUBJECT);
  return cut.slice(0, cut.lastIndexOf(' ') > 20 ? cut.lastIndexOf(' ') : MAX_SUBJECT);
}
