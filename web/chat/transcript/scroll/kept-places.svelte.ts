// Brings a row back to its place on the screen when the conversation was replaced and contains the row again, as after
// the user canceled an edit or switched to another branch.
import { tick, untrack } from 'svelte';
import { rowOfKey, type Row } from '../rows.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';
import type { RowWindow } from './row-window.svelte.ts';

interface KeptPlacesOptions {
  log: () => HTMLElement | null;
  rows: () => readonly Row[];
  scroll: () => ReaderScroll;
  window: () => RowWindow;
}

export class KeptPlaces {
  readonly #options: KeptPlacesOptions;
  /** The row to bring back, and its distance from the top of the conversation in px. */
  #wanted = $state.raw<{ key: string; offset: number } | null>(null);

  constructor(options: KeptPlacesOptions) {
    this.#options = options;
  }

  /** Remembers where the row of an entry is. The returned function brings it back as soon as it exists again. */
  keepPlace(key: string): () => void {
    const { scroll } = this.#options;
    if (scroll().isFollowing) return () => scroll().toEnd();
    const offset = this.#offsetOf(key);
    return () => void (this.#wanted = offset === null ? null : { key, offset });
  }

  /** Must be called from an effect. */
  restore(): void {
    const wanted = this.#wanted;
    const row = wanted && rowOfKey(this.#options.rows(), wanted.key);
    if (!row) return;
    untrack(() => {
      this.#wanted = null;
      void this.#bringBack(row, wanted);
    });
  }

  async #bringBack(row: Row, { key, offset }: { key: string; offset: number }): Promise<void> {
    const { log, scroll, window } = this.#options;
    await tick();
    await window().show(row.key);
    const now = this.#offsetOf(key);
    if (now === null) return;
    log()!.scrollTop += now - offset;
    scroll().leave();
  }

  #offsetOf(key: string): number | null {
    const log = this.#options.log();
    const row = log?.querySelector(`[data-key="${CSS.escape(key)}"], [data-keys~="${CSS.escape(key)}"]`);
    return log && row ? row.getBoundingClientRect().top - log.getBoundingClientRect().top : null;
  }
}
