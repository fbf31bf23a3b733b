// The requests of a page to language servers that have no answer yet.
import type { LanguageAnswer, LanguageMessage } from '../../../shared/languages.ts';

interface Pending {
  message: LanguageMessage;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

export class PendingRequests {
  readonly #send: (message: LanguageMessage) => void;
  readonly #pending = new Map<number, Pending>();
  #last = 0;

  constructor(send: (message: LanguageMessage) => void) {
    this.#send = send;
  }

  /** Rejects with why there is no answer, also when the signal aborts. */
  ask(
    request: { server: string; method: string; params: Record<string, unknown> },
    signal?: AbortSignal,
  ): Promise<unknown> {
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const message = { ask: { id, ...request } };
    this.#pending.set(id, { message, resolve, reject });
    this.#send(message);
    signal?.addEventListener('abort', () => {
      if (this.#pending.has(id)) this.#send({ cancel: { id } });
      this.#settle(id)?.reject(new Error('cancelled'));
    });
    return promise;
  }

  onAnswer({ id, result, error }: LanguageAnswer): void {
    const pending = this.#settle(id);
    if (error === undefined) pending?.resolve(result ?? null);
    else pending?.reject(new Error(error));
  }

  /** Asks again, because answers may be lost. */
  sendAgain(): void {
    for (const { message } of this.#pending.values()) this.#send(message);
  }

  rejectAll(reason: string): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(new Error(reason));
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}
