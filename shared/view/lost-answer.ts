// An answer that pi did not finish, because its process ended. Only the panel has what was streamed of it.
import type { EntryMessage } from './conversation.ts';

export const LOST_ANSWER = 'The agent ended before this answer was complete';

export function isLostAnswer(message: EntryMessage): boolean {
  return message.role === 'assistant' && message.errorMessage === LOST_ANSWER;
}
