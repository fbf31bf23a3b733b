// The notes of one plan: what the session has, and over it what was written here and is not in the session yet.
import { errorText } from '../../shared/error-text.ts';
import type { Entry } from '../../shared/view/conversation.ts';
import { Serial } from '../lib/requests/serial.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import {
  areSame,
  fromNotes,
  keepUnsaved,
  NO_NOTES,
  toNotes,
  unsavedNotes,
  type Notes,
} from './plan-notes.ts';

export class OwnNotes {
  readonly #agent: Agent;
  readonly #row: () => Entry | undefined;
  readonly #key: string;
  #own = $state.raw<Notes | null>(null);
  /** The notes that the session was last asked to keep. */
  #sent: Notes | null = null;
  /** One at a time, so that the session ends with the last ones. */
  readonly #saves = new Serial();
  /** Why the session could not keep them, as a sentence for the user. */
  failure = $state<string | null>(null);

  /** `row`: the row of the plan, as long as it is loaded. */
  constructor(agent: Agent, key: string, row: () => Entry | undefined) {
    this.#agent = agent;
    this.#key = key;
    this.#row = row;
    this.#own = unsavedNotes(key);
  }

  get current(): Notes {
    return this.#own ?? this.#kept;
  }

  get #kept(): Notes {
    const kept = this.#row()?.planNotes;
    return kept ? toNotes(kept) : NO_NOTES;
  }

  change(next: Partial<Notes>): void {
    this.#own = { ...this.current, ...next };
    keepUnsaved(this.#key, this.#own);
  }

  /** Brings them into the session. Without the panel's extension they stay in the browser. */
  save(): Promise<void> {
    return this.#saves.run(() => this.#save());
  }

  async #save(): Promise<void> {
    const own = this.#own;
    if (!own || own === this.#sent || this.#agent.view?.companionProblem !== null) return;
    this.#sent = own;
    try {
      const answer = await this.#agent.send({
        type: 'panel_note_plan',
        plan: this.#key,
        notes: fromNotes(own),
      });
      this.failure = answer.success ? null : answer.error;
    } catch (error) {
      this.failure = errorText(error);
    }
    if (this.failure !== null) this.#sent = null;
  }

  /** Must be called when the row has changed: from then on, the session's notes are shown, also those of another page. */
  onRow(): void {
    if (!this.#own || !areSame(this.#own, this.#kept)) return;
    this.#own = null;
    keepUnsaved(this.#key, null);
  }
}
