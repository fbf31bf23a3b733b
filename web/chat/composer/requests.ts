// The requests that carry what was typed. The same text sent again after a lost answer is the same request, so that it
// reaches pi once. A request whose text shows up in the view was accepted, even if its answer is lost or comes later.
import type { Answer } from '../../../shared/pi/commands.ts';
import type { PageCommand } from '../../../shared/wire.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { Draft } from './draft/draft.svelte.ts';
import { randomId } from '../../lib/browser/random-id.ts';

export interface Outcome {
  answer: Answer;
  /** The idempotency key; none for user bash. */
  key?: string;
  /** The view showed the text before the answer came, and the composer was emptied then. */
  wasSeen: boolean;
}

export class Requests {
  readonly #agent: () => Agent;
  readonly #draft: Draft;
  #last: { what: string; command: PageCommand; key: string } | null = null;
  /** Keys of unanswered requests whose text is in the view. */
  readonly #seen = new Set<string>();

  constructor(options: { agent: () => Agent; draft: Draft }) {
    this.#agent = options.agent;
    this.#draft = options.draft;
  }

  /**
   * A request whose answer was lost is repeated as the very same request, also when the run that it may have started
   * would change its lane. After a refusal the next attempt is a new request. `typed`: without what is attached.
   */
  async ask(command: PageCommand, typed: string): Promise<Outcome> {
    const { streamingBehavior: _lane, ...said } = { streamingBehavior: undefined, ...command };
    const what = JSON.stringify(said);
    if (this.#last?.what !== what) this.#last = { what, command, key: randomId() };
    const { key } = this.#last;
    this.#draft.asked = { key, text: typed };
    const answer = await this.#agent().send(this.#last.command, key);
    if (this.#seen.delete(key)) return { answer, key, wasSeen: true };
    if (!answer.success && answer.isLost) return { answer, key, wasSeen: false };
    // Another request may have replaced it meanwhile, and its answer may still be lost.
    if (this.#last?.key === key) this.#last = null;
    if (!answer.success && this.#draft.asked?.key === key) this.#draft.asked = null;
    return { answer, key, wasSeen: false };
  }

  isSeen(key: string): boolean {
    return this.#seen.has(key);
  }

  /** The text of this request is in the view. */
  onSeen(key: string): void {
    this.#seen.add(key);
    if (this.#last?.key === key) this.#last = null;
  }
}
