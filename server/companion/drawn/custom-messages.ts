// Finds the messages of extensions by the times that the page knows. A message has the time at which its extension sent
// it, and its entry the time at which pi wrote it. Between them a message may wait for the next prompt, for hours.
import type { ExtensionAPI, SessionEntry } from '@earendil-works/pi-coding-agent';

type CustomEntry = Extract<SessionEntry, { type: 'custom_message' }>;

/** How much the times may differ if pi wrote the message at once. */
const APART_MS = 5000;
/** How many messages are kept that were written later. A restart of pi gives all of them the times of their entries. */
const MAX_KEPT = 500;

interface Sent {
  customType: string;
  timestamp: number;
  content: unknown;
}

export class CustomMessages {
  readonly #sent: Sent[] = [];

  watch(pi: ExtensionAPI): void {
    // pi tells this of messages that have waited, right before it writes them (in pi 0.73.1 to 1.6.0).
    pi.on('message_end', ({ message }) => {
      if (message.role !== 'custom') return;
      this.#sent.push(message);
      if (this.#sent.length > MAX_KEPT) this.#sent.shift();
    });
  }

  clear(): void {
    this.#sent.length = 0;
  }

  /** Returns the entry of the message with this time, in milliseconds, and with this type if it is given. */
  find(
    { customType, at }: { customType?: string; at: number },
    entries: readonly SessionEntry[],
  ): CustomEntry | undefined {
    const isOfType = (one: { customType: string }): boolean =>
      [undefined, one.customType].includes(customType);
    const apart = ({ timestamp }: CustomEntry): number => Math.abs(Date.parse(timestamp) - at);
    const sent = this.#sent.find((one) => isOfType(one) && one.timestamp === at);
    return entries
      .filter((entry) => entry.type === 'custom_message')
      .filter(isOfType)
      .filter((entry) => (sent ? entry.content === sent.content : apart(entry) < APART_MS))
      .toSorted((a, b) => apart(a) - apart(b))[0];
  }
}
