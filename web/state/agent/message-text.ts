// The text of a user's message. The page holds only the beginning of a very long one, and the server has the rest.
import type { UserMessage } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import type { Agent } from './agent.svelte.ts';

export type UserEntry = Entry & { message: UserMessage };

/**
 * Returns the text as the user typed it, or as it was sent if that is not known. Rejects if the server cannot be asked.
 */
export async function messageText(agent: Pick<Agent, 'api' | 'path'>, entry: UserEntry): Promise<string> {
  const { sentAs, message, key } = entry;
  if (sentAs?.text !== undefined) return sentAs.text;
  return message.panel_cut ? sentText(agent, key) : plainText(message.content);
}

/** Returns the whole text that was sent to the model. */
export async function sentText({ api, path }: Pick<Agent, 'api' | 'path'>, key: string): Promise<string> {
  const response = await api.fetch(`${path}/entries/${encodeURIComponent(key)}/text`);
  return response.text();
}
