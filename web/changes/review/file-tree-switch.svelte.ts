// Whether the tree of the files under review is shown: beside the changes or, without room for both, over them.
import { Persisted } from '../../lib/storage/persisted.ts';
import type { Review } from './review.svelte.ts';

/** In px. With less room, the tree covers the changes until a file is chosen. */
const MIN_BESIDE_WIDTH = 640;
/** With fewer files, the tree is shown only if the user asks for it. */
const MIN_FILES = 8;

const stored = new Persisted<boolean | null>({
  area: 'browser',
  key: 'pi-panel.reviewTree',
  parse: (value) => (typeof value === 'boolean' ? value : null),
});

export class FileTreeSwitch {
  /** The width of the review, in px. */
  width = $state(0);
  readonly #review: () => Pick<Review, 'files'> | null | undefined;
  #chosen = $state.raw(stored.get());
  #isOver = $state(false);

  /** Whether the review has had many files in several folders. The tree stays when some of them are undone. */
  #isByDefault = $state(false);

  /** Must be called while a component is being created. */
  constructor(review: () => Pick<Review, 'files'> | null | undefined) {
    this.#review = review;
    $effect(() => {
      const files = review()?.files ?? [];
      const folders = new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1)));
      if (files.length === 0) this.#isByDefault = false;
      else if (files.length >= MIN_FILES && folders.size > 1) this.#isByDefault = true;
    });
  }

  readonly covers = $derived(this.width < MIN_BESIDE_WIDTH);

  /** One file needs no tree. */
  readonly isUseful = $derived.by(() => (this.#review()?.files.length ?? 0) > 1);

  readonly isOpen = $derived.by(
    () => this.isUseful && (this.covers ? this.#isOver : (this.#chosen ?? this.#isByDefault)),
  );

  toggle(): void {
    const isOpen = !this.isOpen;
    if (this.covers) return void (this.#isOver = isOpen);
    this.#chosen = isOpen;
    stored.set(isOpen);
  }

  /** Shows the changes again if the tree covers them. */
  uncover(): void {
    this.#isOver = false;
  }
}
