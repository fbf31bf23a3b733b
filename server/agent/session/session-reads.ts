// What pages read of the session that is shown, beside its last rows: from its file, if pi has written one.
import type { EntryPlace, FoundInConversation, StoredPrompt } from '../../../shared/searches.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Outputs } from '../../output/outputs.ts';
import { storeOutput } from './store-output.ts';
import type { StoredConversation } from './stored-conversation.ts';

export const NO_ENTRIES: EntriesPage = { entries: [], toolRuns: {}, hasOlder: false };

export class SessionReads {
  readonly #conversation: () => StoredConversation | null;
  readonly #outputs: Outputs;

  constructor(conversation: () => StoredConversation | null, outputs: Outputs) {
    this.#conversation = conversation;
    this.#outputs = outputs;
  }

  async entriesBefore(key: string, limit: number): Promise<EntriesPage> {
    return (await this.#conversation()?.readBefore(key, limit)) ?? NO_ENTRIES;
  }

  async findText(query: string): Promise<FoundInConversation> {
    return (await this.#conversation()?.findText(query)) ?? { places: [] };
  }

  /** Returns the messages of the user on every branch, before which pi can fork the session. */
  async forkMessages(): Promise<{ entryId: string; text: string }[]> {
    return (await this.#conversation()?.readUserMessages()) ?? [];
  }

  async prompts(): Promise<StoredPrompt[]> {
    return (await this.#conversation()?.prompts()) ?? [];
  }

  /** Returns the whole text of the user's message with this key. Rejects with a Refusal 404 if pi has not stored it. */
  async messageText(key: string): Promise<string> {
    const text = await this.#conversation()?.readText(key);
    if (text != null) return text;
    throw new Refusal(404, 'unknown_entry', `The session file has no message ${key} of the user.`);
  }

  /** Finds where the conversation shows an entry. Rejects with a Refusal 404 if it cannot show it. */
  async findEntry(id: string): Promise<EntryPlace> {
    const place = await this.#conversation()?.findEntry(id);
    if (place) return place;
    throw new Refusal(404, 'unknown_entry', `The session has no entry ${id} that could be shown.`);
  }

  /** Makes the output of a past run readable. Does nothing for an unknown run. */
  async recallOutput(runId: string): Promise<void> {
    await storeOutput(this.#outputs, runId, await this.#conversation()?.findResult(runId));
  }
}
