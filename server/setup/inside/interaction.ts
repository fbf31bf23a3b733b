// One sign-in as pi sees it: passes pi's questions to the panel, and waits for the user's answers.
import type { SetupReport } from '../../../shared/setup-protocol.ts';
import type { SignInNote, SignInPrompt } from '../../../shared/setup.ts';

interface Waiting {
  resolve: (value: string) => void;
  reject: (error: Error) => void;
}

export class Interaction {
  readonly #n: string;
  readonly #send: (report: SetupReport) => void;
  readonly #aborter = new AbortController();
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(n: string, send: (report: SetupReport) => void) {
    this.#n = n;
    this.#send = send;
  }

  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /**
   * Resolves to the user's answer. Rejects if the user cancels, or if `signal` reports that the answer came in another
   * way.
   */
  prompt(prompt: SignInPrompt, signal?: AbortSignal): Promise<string> {
    const id = ++this.#asked;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#waiting.set(id, { resolve, reject });
    const withdraw = (): void => {
      if (!this.#waiting.delete(id)) return;
      this.#send({ type: 'withdrawn', n: this.#n, id });
      reject(new Error('This step is over.'));
    };
    if (signal?.aborted) withdraw();
    else signal?.addEventListener('abort', withdraw, { once: true });
    if (this.#waiting.has(id)) this.#send({ type: 'prompt', n: this.#n, id, prompt });
    return promise;
  }

  note(note: SignInNote): void {
    this.#send({ type: 'note', n: this.#n, note });
  }

  enter(id: number, value: string | null): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (value === null) waiting?.reject(new Error('Login cancelled'));
    else waiting?.resolve(value);
  }

  cancel(): void {
    this.#aborter.abort();
    for (const id of [...this.#waiting.keys()]) this.enter(id, null);
  }
}
