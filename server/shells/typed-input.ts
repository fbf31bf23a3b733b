// Puts the input of pages in the order in which it was typed, and types nothing twice: a request whose response was lost
// is sent again with the same number.
import { hash } from 'node:crypto';
import { Refusal } from '../../shared/refusal.ts';

/** How long input waits for the input before it, in ms. */
const WAIT_MS = 2000;
/** How many numbers are remembered of each sender. A page sends one request at a time. */
const MAX_REMEMBERED = 64;
const MAX_SENDERS = 200;

interface Sender {
  next: number;
  /** A hash of the bytes that were typed, by their number. */
  typed: Map<number, string>;
  waiting: Map<number, () => void>;
}

export class TypedInput {
  readonly #write: (bytes: Buffer) => void;
  readonly #senders = new Map<string, Sender>();

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
  }

  /**
   * Types the bytes once all earlier ones of this sender are typed. `number`: 1 for the first, then one more each time.
   * Rejects with a Refusal 409 `out_of_order` if an earlier number does not arrive.
   */
  async type(bytes: Buffer, { sender, number }: { sender: string; number: number }): Promise<void> {
    const from = this.#senderOf(sender);
    const print = hash('sha256', bytes);
    if (from.typed.get(number) === print) return;
    // Another page that sends no name, or one that was reloaded, begins anew.
    if (number <= 1) from.next = number;
    if (number > from.next && !(await this.#turnOf(number, from))) throw outOfOrder(number, from.next);
    if (number < from.next) throw outOfOrder(number, from.next);
    this.#write(bytes);
    from.next = number + 1;
    from.typed.set(number, print);
    for (const old of [...from.typed.keys()].slice(0, -MAX_REMEMBERED)) from.typed.delete(old);
    from.waiting.get(from.next)?.();
  }

  /** Resolves to false if the input before it does not arrive in time. */
  #turnOf(number: number, { waiting }: Sender): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, WAIT_MS, false);
    waiting.set(number, () => resolve(true));
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(number);
    });
  }

  #senderOf(name: string): Sender {
    const known = this.#senders.get(name);
    if (known) return known;
    const sender: Sender = { next: 1, typed: new Map(), waiting: new Map() };
    this.#senders.set(name, sender);
    for (const old of [...this.#senders.keys()].slice(0, -MAX_SENDERS)) this.#senders.delete(old);
    return sender;
  }
}

function outOfOrder(number: number, next: number): Refusal {
  const message = `Sequence: ${number} is not the next input, which is ${next}. Nothing was typed.`;
  return new Refusal(409, 'out_of_order', message);
}
