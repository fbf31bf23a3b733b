// Searches an agent's whole conversation, only a part of which is on the page.
import type { EntryPlace, FoundInConversation, StoredPrompt } from '../../../shared/searches.ts';
import type { Api } from '../../lib/requests/api.ts';

export class ConversationSearch {
  readonly #api: Api;
  readonly #path: string;

  /** `path` is the prefix of the agent's routes. */
  constructor(api: Api, path: string) {
    this.#api = api;
    this.#path = path;
  }

  findEntry(id: string): Promise<EntryPlace> {
    return this.#api.json<EntryPlace>(`${this.#path}/entries/${encodeURIComponent(id)}/place`);
  }

  /** Finds all places that contain this text. */
  findText(query: string, signal: AbortSignal): Promise<FoundInConversation> {
    const parameters = new URLSearchParams({ query });
    return this.#api.json<FoundInConversation>(`${this.#path}/matches?${parameters.toString()}`, { signal });
  }

  findPrompts(): Promise<StoredPrompt[]> {
    return this.#api.json<StoredPrompt[]>(`${this.#path}/prompts`);
  }
}
