// The line "Since you left" in the conversation. It is drawn from the moment when the user comes back until the user
// sends a message.
import type { Entry } from '../../../shared/view/conversation.ts';
import type { Row } from './rows.ts';
import { keysSince, SinceLeft, type Left } from './since-left.ts';

interface ReturnMarkOptions {
  /** The id of the session on the page. */
  session: () => string | null;
  entries: () => readonly Entry[];
  rows: () => readonly Row[];
}

export class ReturnMark {
  /** The place where the user left. Null if there is no line. */
  left = $state.raw<Left | null>(null);

  readonly #options: ReturnMarkOptions;
  readonly #places = new SinceLeft();
  /** The session on the page, and the key of its last row. */
  #seen: { session: string; key: string } | null = null;

  constructor(options: ReturnMarkOptions) {
    this.#options = options;
  }

  /** The key of the row below the line. */
  readonly key = $derived.by(() => {
    if (!this.left) return null;
    const news = keysSince(
      this.#options.entries().map(({ key }) => key),
      this.left,
    );
    const isNew = (row: Row): boolean => news.has(row.kind === 'work' ? row.pieces[0]!.key : row.key);
    return this.#options.rows().find(isNew)?.key ?? null;
  });

  /** Must be called when a session is shown. Returns a function to call when another one is shown. */
  readonly onSession = (): (() => void) => {
    this.#onReturn();
    return () => {
      // The user has watched the session until now, even if another tab that showed it was closed in the meantime.
      if (document.visibilityState === 'visible') this.#leave();
    };
  };

  /** Must be called after `onSession`, and when the entries change. */
  readonly onEntries = (): void => {
    const session = this.#options.session();
    const key = this.#options.entries().at(-1)?.key;
    this.#seen = session !== null && key !== undefined ? { session, key } : null;
  };

  readonly onVisibility = (): void => {
    if (document.visibilityState === 'visible') this.#onReturn();
    else this.#leave();
  };

  /** Removes the line, because a user who sends a message has read the messages above. */
  clear(): void {
    this.left = null;
  }

  #onReturn(): void {
    const session = this.#options.session();
    this.left = session === null ? null : this.#places.onReturn(session, Date.now());
  }

  #leave(): void {
    if (this.#seen) this.#places.leave(this.#seen.session, { key: this.#seen.key, at: Date.now() });
  }
}
