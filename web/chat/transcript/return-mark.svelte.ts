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

  /** Must be called when a session is shown. */
  readonly onSession = (): void => {
    const session = this.#options.session();
    this.left = session === null ? null : this.#places.comeBack(session, Date.now());
  };

  readonly onVisibility = (): void => {
    const session = this.#options.session();
    if (session === null) return;
    const key = this.#options.entries().at(-1)?.key;
    if (document.visibilityState === 'visible') this.onSession();
    else if (key !== undefined) this.#places.leave(session, { key, at: Date.now() });
  };

  /** Removes the line: a user who sends a message has read the messages above. */
  clear(): void {
    this.left = null;
  }
}
