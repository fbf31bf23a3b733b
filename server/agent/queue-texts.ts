// What the person typed for each text in pi's queue. pi queues templates and skills expanded (any version), and
// gives them back so; in the composer and in the list they must stand as they were typed.
import type { PiEvent } from '../../shared/pi/events.ts';

type QueueUpdate = Extract<PiEvent, { type: 'queue_update' }>;
type Lane = 'steering' | 'followUp';

/** Far more than anybody queues; only the newest are remembered. */
const MAX_REMEMBERED = 256;

export class QueueTexts {
  #queue: Record<Lane, readonly string[]> = { steering: [], followUp: [] };
  /** On their way to pi, oldest first. */
  readonly #sent: Record<Lane, string[]> = { steering: [], followUp: [] };
  readonly #typed = new Map<string, string>();

  /** To be called before a text goes to pi; gives what is to be called once pi has answered. */
  sending(lane: Lane, text: string): () => void {
    const sent = this.#sent[lane];
    sent.push(text);
    return () => {
      const index = sent.indexOf(text);
      if (index !== -1) sent.splice(index, 1);
    };
  }

  /** The event with the texts as typed. pi says it before it answers the command that caused it (any version). */
  update(event: QueueUpdate): QueueUpdate {
    const { steering, followUp } = event;
    this.#learn('steering', steering);
    this.#learn('followUp', followUp);
    return { ...event, steering: this.typed(steering), followUp: this.typed(followUp) };
  }

  typed(texts: readonly string[]): string[] {
    return texts.map((text) => this.#typed.get(text) ?? text);
  }

  #learn(lane: Lane, texts: readonly string[]): void {
    const isLonger = texts.length > this.#queue[lane].length;
    this.#queue[lane] = texts;
    const queued = texts.at(-1);
    const sent = this.#sent[lane];
    if (!isLonger || queued === undefined || sent.length === 0) return;
    const same = sent.indexOf(queued);
    const [typed = queued] = sent.splice(Math.max(same, 0), 1);
    this.#typed.delete(queued);
    if (typed !== queued) this.#typed.set(queued, typed);
    const oldest = this.#typed.keys().next();
    if (this.#typed.size > MAX_REMEMBERED && !oldest.done) this.#typed.delete(oldest.value);
  }
}
