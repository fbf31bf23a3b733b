// Opens and closes the bar that searches the conversation. Canceling the search returns the reader to the place from
// which it started.
import type { Place } from '../../../shared/searches.ts';

export interface FindRequest {
  /** The initial text. Empty to keep the last one. */
  start: string;
  /** The place that the conversation already shows, if the text was found elsewhere. */
  place?: Place;
}

interface OpenFindOptions {
  log: () => HTMLElement | null;
  /** Remembers the place of a row. The returned function brings it back. */
  keepPlace: (key: string) => () => void;
  /** Removes the mark of the shown place. */
  unmark: () => void;
}

/** The events with which the reader chooses another place in the conversation. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

export class OpenFind {
  /** Null while the bar is closed. A new object each time the user opens it. */
  request = $state.raw<FindRequest | null>(null);
  readonly #options: OpenFindOptions;
  #returnPlace: (() => void) | null = null;
  #returnFocus: HTMLElement | null = null;
  #watching = new AbortController();

  constructor(options: OpenFindOptions) {
    this.#options = options;
  }

  open(): void {
    const log = this.#options.log();
    const selection = getSelection();
    const selected =
      selection?.anchorNode && log?.contains(selection.anchorNode) ? selection.toString().trim() : '';
    if (log && !this.request) this.#rememberPlace(log);
    this.request = { start: selected.includes('\n') ? '' : selected };
  }

  /** Opens the bar for a text that a search in all sessions has found. The focus stays in the conversation. */
  openAt(place: Place, query: string): void {
    this.#forgetPlace();
    this.request = { start: query, place };
  }

  /** Closes the bar and stays at the shown match. */
  close(): void {
    this.#forgetPlace();
    this.#hide();
    this.#options.log()?.focus({ preventScroll: true });
  }

  /** Closes the bar and returns to where the reader and the focus were, unless the reader has chosen another place. */
  cancel(): void {
    const [returnPlace, focused] = [this.#returnPlace, this.#returnFocus];
    if (!returnPlace) return this.close();
    this.#forgetPlace();
    this.#hide();
    returnPlace();
    (focused?.isConnected ? focused : this.#options.log())?.focus({ preventScroll: true });
  }

  #hide(): void {
    this.request = null;
    this.#options.unmark();
  }

  #rememberPlace(log: HTMLElement): void {
    this.#forgetPlace();
    const key = firstVisible(log)?.dataset.key;
    if (key === undefined) return;
    this.#returnPlace = this.#options.keepPlace(key);
    this.#returnFocus = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const options = { signal: this.#watching.signal, passive: true };
    const onMove = (event: Event): void => {
      // This key steps to the next match.
      if (!(event instanceof KeyboardEvent && event.key === 'F3')) this.#forgetPlace();
    };
    for (const move of MOVES) log.addEventListener(move, onMove, options);
  }

  #forgetPlace(): void {
    this.#watching.abort();
    this.#watching = new AbortController();
    this.#returnPlace = null;
    this.#returnFocus = null;
  }
}

function firstVisible(log: HTMLElement): HTMLElement | undefined {
  const { top } = log.getBoundingClientRect();
  return [...log.querySelectorAll<HTMLElement>('[data-key]')].find(
    (row) => row.getBoundingClientRect().bottom > top,
  );
}
