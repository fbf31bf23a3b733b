// Sends the user's messages to pi. If the response is lost and the user sends the same text again, the request is
// repeated with the same key, so that pi gets the text only once. A request whose text shows up in the view was
// accepted, even if its response is lost or arrives later.
import type { Answer } from '../../../shared/pi/commands.ts';
import type { PageCommand } from '../../../shared/wire.ts';
import type { Draft } from './draft/draft.svelte.ts';
import { randomId } from '../../lib/browser/random-id.ts';
import { promptOf, type OutgoingMessage } from './outgoing-message.ts';

export interface Outcome {
  answer: Answer;
  /** The idempotency key. User bash has none. */
  key?: string;
  /** Whether the text was in the view before the response arrived. The composer has then been cleared. */
  wasSeen: boolean;
}

export class Requests {
  readonly #draft: Draft;
  /** The last request of each session, until it was answered or seen. */
  readonly #last = new Map<string | null, { content: string; command: PageCommand; key: string }>();
  /** The keys of unanswered requests whose text is in the view. */
  readonly #seen = new Set<string>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** Sends a message. During a run (`isInRun`), it waits in its lane. `typed` is its text without attachments. */
  async prompt(typed: string, message: OutgoingMessage, isInRun: boolean): Promise<Outcome> {
    const { attachments, lane, isPlain } = message;
    const prompt = promptOf(typed, attachments, isPlain);
    // `steer` and `follow_up` are not used, because they wait for the next prompt if the run has ended when they
    // arrive, and they refuse extension commands (in all versions).
    const inRun = { ...prompt, streamingBehavior: lane };
    const outcome = await this.#send(isInRun ? inRun : prompt, typed, message);
    const { answer } = outcome;
    // Another client has started a run whose event has not arrived here. The error is in pi's words (in all versions).
    const isLate = !isInRun && !answer.success && answer.error.includes('already processing');
    return isLate ? this.#send(inRun, typed, message) : outcome;
  }

  /**
   * Sends a command. If its last response was lost, it is repeated unchanged, even if the run that it may have started
   * would now change its lane. After a refusal, the next attempt is a new request.
   */
  async #send(command: PageCommand, typed: string, { agent, session }: OutgoingMessage): Promise<Outcome> {
    const { streamingBehavior: _lane, ...withoutLane } = { streamingBehavior: undefined, ...command };
    const content = JSON.stringify(withoutLane);
    const last = this.#last.get(session);
    const request = last?.content === content ? last : { content, command, key: randomId() };
    const { key } = request;
    this.#last.set(session, request);
    this.#draft.at(session).unanswered = { key, text: typed };
    const answer = await agent.send(request.command, key);
    if (this.#seen.delete(key)) return { answer, key, wasSeen: true };
    if (!answer.success && answer.isLost) return { answer, key, wasSeen: false };
    this.#forget(key);
    const draft = this.#draft.at(session);
    if (!answer.success && draft.unanswered?.key === key) draft.unanswered = null;
    return { answer, key, wasSeen: false };
  }

  isSeen(key: string): boolean {
    return this.#seen.has(key);
  }

  /** Must be called when the text of this request is in the view. */
  onSeen(key: string): void {
    this.#seen.add(key);
    this.#forget(key);
  }

  /** Another request may have replaced it in the meantime. The response to that one can still be lost. */
  #forget(key: string): void {
    for (const [session, last] of this.#last) if (last.key === key) this.#last.delete(session);
  }
}
