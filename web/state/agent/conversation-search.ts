// Looks things up in all of an agent's conversation, which the page knows only in part.
import type { EntryPlace, FoundInConversation, StoredPrompt } from '../../../shared/searches.ts';
import type { Api } from '../../lib/requests/api.ts';

export class ConversationSearch {
  readonly #api: Api;
  readonly #path: string;

  /** `path`: of the agent's routes. */
  constructor(api: Api, path: string) {
    this.#api = api;
    this.#path = path;
  }

  /** Where the conversation shows an entry of the session. */
  findEntry(id: string): Promise<EntryPlace> {
    return this.#api.json<EntryPlace>(`${this.#path}/entries/${encodeURIComponent(id)}/place`);
  }

  /** The places with this text. */
  findText(query: string, signal: AbortSignal): Promise<FoundInConversation> {
    const parameters = new URLSearchParams({ query });
    return this.#api.json<FoundInConversation>(`${this.#path}/matches?${parameters.toString()}`, { signal });
  }

  /** The user's messages. */
  findPrompts(): Promise<StoredPrompt[]> {
    return this.#api.json<StoredPrompt[]>(`${this.#path}/prompts`);
  }
}
