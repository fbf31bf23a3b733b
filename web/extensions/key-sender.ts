// Sends the keys typed into a screen, in order. Keys typed during a request are sent together in the next one.
import type { Answer } from '../../shared/pi/commands.ts';

export class KeySender {
  readonly #send: (data: string) => Promise<Answer>;
  readonly #onRefused: (message: string) => void;
  #pending = '';
  #isSending = false;

  constructor(send: (data: string) => Promise<Answer>, onRefused: (message: string) => void) {
    this.#send = send;
    this.#onRefused = onRefused;
  }

  type(data: string): void {
    this.#pending += data;
    if (!this.#isSending) void this.#flush();
  }

  async #flush(): Promise<void> {
    this.#isSending = true;
    while (this.#pending !== '') {
      const data = this.#pending;
      this.#pending = '';
      const answer = await this.#send(data);
      if (!answer.success) this.#onRefused(answer.error);
    }
    this.#isSending = false;
  }
}
