// Sends what the user types, in order. While a request is on its way, more input is collected for the next one. A request
// whose response was lost is sent again with the same number, which the server types only once.
import { randomId } from '../lib/browser/random-id.ts';
import { joinedBytes } from '../lib/joined-bytes.ts';
import { ApiError, type Api } from '../lib/requests/api.ts';
import { backOff, pause } from '../lib/requests/pause.ts';

/** In bytes. The server takes 1 MiB at once. */
const MAX_BYTES = 256 * 1024;

export class ShellInput {
  readonly #api: Pick<Api, 'fetch'>;
  readonly #path: string;
  readonly #onFailure: (failure: string | null) => void;
  readonly #sender = randomId();
  #number = 1;
  #waiting: Uint8Array[] = [];
  #isSending = false;

  /** `onFailure` is called with why input waits or was refused, and with null once it goes on. */
  constructor(api: Pick<Api, 'fetch'>, shell: string, onFailure: (failure: string | null) => void) {
    this.#api = api;
    this.#path = `api/shells/${encodeURIComponent(shell)}/input`;
    this.#onFailure = onFailure;
  }

  type(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#waiting.length > 0) await this.#sendOnce(this.#takeSome());
      this.#onFailure(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The shell is gone, or refuses: more of the same would be refused as well.
      this.#waiting = [];
      this.#onFailure(error.message);
    } finally {
      this.#isSending = false;
    }
  }

  async #sendOnce(body: Uint8Array): Promise<void> {
    const headers = { Sequence: String(this.#number), Sender: this.#sender };
    for (let failures = 1; ; failures++)
      try {
        await this.#api.fetch(this.#path, { method: 'POST', body, headers });
        this.#number += 1;
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error;
        this.#onFailure(error.message);
        await pause(backOff(failures));
      }
  }

  /** Takes as much as one request may have. */
  #takeSome(): Uint8Array {
    const all = joinedBytes(this.#waiting);
    this.#waiting = all.length > MAX_BYTES ? [all.subarray(MAX_BYTES)] : [];
    return all.subarray(0, MAX_BYTES);
  }
}
