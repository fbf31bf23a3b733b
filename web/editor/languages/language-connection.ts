// The connection of a page to the language servers of a workspace: messages in order with POSTs, one at a time, and the
// stream of answers.
import type { LanguageGreeting, LanguageMessage } from '../../../shared/languages.ts';
import { randomId } from '../../lib/browser/random-id.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { followStream } from '../../lib/requests/followed-stream.ts';
import { backOff, pause } from '../../lib/requests/pause.ts';
import type { FileAccess } from '../file/file-route.ts';

/** Messages in one request. The server takes a thousand. */
const MAX_MESSAGES = 200;

export interface LanguageConnectionOptions {
  access: () => FileAccess;
  /** Called with each frame but the greeting. */
  onFrame: (kind: string, data: string) => void;
  /** Called when the server knows nothing of this page: every document has to be opened again. */
  onNew: (folder: string) => void;
  /** Called when the page is connected again: answers in between may be lost. */
  onAgain: () => void;
  onConnection: (failure: string | null) => void;
}

export class LanguageConnection {
  readonly #options: LanguageConnectionOptions;
  #page = randomId();
  #number = 1;
  #waiting: LanguageMessage[] = [];
  #isSending = false;
  /** Whether the server has greeted the page under its present name. */
  #isGreeted = false;
  #following: AbortController | null = null;

  constructor(options: LanguageConnectionOptions) {
    this.#options = options;
  }

  /** Follows the stream until `close`. */
  open(): void {
    if (this.#following) return;
    const following = new AbortController();
    this.#following = following;
    void this.#follow(following.signal);
  }

  /** Messages before the first greeting are dropped: `onNew` opens every document then. */
  send(message: LanguageMessage): void {
    if (!this.#isGreeted) return;
    const last = this.#waiting.at(-1);
    // Edits of one change are applied one after the other, and a server reads the file once.
    if (last && 'change' in last && 'change' in message && last.change.path === message.change.path)
      last.change.edits.push(...message.change.edits);
    else this.#waiting.push(message);
    if (!this.#isSending) void this.#sendAll();
  }

  close(): void {
    this.#following?.abort();
    this.#following = null;
    // A request on its way still belongs to the earlier name.
    this.#page = randomId();
    this.#begin();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { access, onFrame, onConnection } = this.#options;
    await followStream(
      { fetch: (path, options) => access().api.fetch(path, options) },
      {
        path: () => `${access().path}/languages/events?page=${this.#page}`,
        onFrame: (kind, data) => {
          if (kind === 'greeting') this.#onGreeting(JSON.parse(data) as LanguageGreeting);
          else onFrame(kind, data);
        },
        onConnection,
        isFinal: ({ status }) => status === 404,
      },
      signal,
    );
    if (this.#following?.signal === signal) this.#following = null;
  }

  #onGreeting({ folder, last }: LanguageGreeting): void {
    // The server has forgotten the page, which was away for a while, or it was restarted.
    if (last < this.#number - 1) this.#begin();
    if (this.#isGreeted) return this.#options.onAgain();
    this.#number = last + 1;
    this.#isGreeted = true;
    this.#options.onNew(folder);
  }

  #begin(): void {
    this.#waiting = [];
    this.#number = 1;
    this.#isGreeted = false;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // What Monaco asks because of an edit comes with it, and need not wait for the response to it.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      while (this.#waiting.length > 0) await this.#sendOnce(this.#waiting.splice(0, MAX_MESSAGES));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The server knows other documents than this page has: the page begins again, under another name.
      this.#page = randomId();
      this.#begin();
      if (this.#following) {
        this.#following.abort();
        this.#following = null;
        this.open();
      }
    } finally {
      this.#isSending = false;
    }
  }

  async #sendOnce(messages: LanguageMessage[]): Promise<void> {
    const { access } = this.#options;
    const body = { page: this.#page, number: this.#number, messages };
    for (let failures = 1; ; failures++)
      try {
        const { api, path } = access();
        await api.fetch(`${path}/languages/messages`, { method: 'POST', body });
        if (body.page === this.#page && body.number === this.#number) this.#number += 1;
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error;
        // The greeting of the next connection says whether the messages have arrived.
        if (!this.#following) return;
        await pause(backOff(failures));
        if (body.page !== this.#page || body.number !== this.#number) return;
      }
  }
}
