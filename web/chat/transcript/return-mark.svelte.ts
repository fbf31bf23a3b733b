// The line "Since you left" in the conversation: above which row it is drawn, from the moment that the user comes back
// until they write.
import type { Entry } from '../../../shared/view/conversation.ts';
import type { Row } from './rows.ts';
import { keysSince, SinceLeft, type Left } from './since-left.ts';

interface ReturnMarkOptions {
  /** Id of the session that is shown. */
  session: () => string | null;
  entries: () => readonly Entry[];
  rows: () => readonly Row[];
}

export class ReturnMark {
  /** Where the user left; null when there is no line. */
  left = $state.raw<Left | null>(null);

  readonly #options: ReturnMarkOptions;
  readonly #places = new SinceLeft();

  constructor(options: ReturnMarkOptions) {
    this.#options = options;
  }

  /** Key of the row below the line. */
  readonly key = $derived.by(() => {
    if (!this.left) return null;
    const news = keysSince(
      this.#options.entries().map(({ key }) => key),
      this.left,
    );
    const isNew = (row: Row): boolean => news.has(row.kind === 'work' ? row.pieces[0]!.key : row.key);
    return this.#options.rows().find(isNew)?.key ?? null;
  });

  /** Call this when a session is shown. */
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

  /** A user who writes has read the messages above. */
  clear(): void {
    this.left = null;
  }
}
