// How one file of the review is shown. While a conflict is resolved, both of its sides are: the text before the change,
// and the file as it is now.
import { errorText } from '../../../shared/error-text.ts';
import { MIN_SIDES_WIDTH } from '../../diff/sides.ts';
import { plainText } from '../../lib/format/text-format.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { mergeSides } from '../../ui/conflicts/conflict-parts.ts';
import { ConflictedFile } from '../conflicted-file.svelte.ts';

/** `inline`: its changes, which are kept or undone one by one. The others show both of its sides. */
export type FileView = 'inline' | 'sides' | 'whole';

interface ViewSwitchOptions {
  path: () => string;
  agent: () => Pick<Agent, 'api' | 'path' | 'changes'>;
  /** The file before and after the change; null if it is not text. */
  diff: () => { before: string; after: string } | null;
  /** The width of the file's head, in px. */
  width: () => number;
}

export class ViewSwitch {
  #chosen = $state<FileView>('inline');
  /** The file while a conflict in it is resolved. */
  conflict = $state.raw<ConflictedFile | null>(null);
  /** Why the current file could not be read. */
  failure = $state<string | null>(null);
  readonly #options: ViewSwitchOptions;

  constructor(options: ViewSwitchOptions) {
    this.#options = options;
  }

  /** A conflict is shown at any width. */
  get canShowSides(): boolean {
    return this.#options.width() >= MIN_SIDES_WIDTH || this.conflict !== null;
  }

  get view(): FileView {
    return this.#chosen === 'sides' && !this.canShowSides ? 'inline' : this.#chosen;
  }

  show(view: FileView): void {
    this.#chosen = view;
    if (view === 'inline') this.conflict = null;
  }

  /** Reads the current file, and merges the undo of the change into it. */
  async resolve(): Promise<void> {
    const { agent, path, diff } = this.#options;
    const conflict = new ConflictedFile({
      agent: agent(),
      path: path(),
      partsOf: (now) => {
        const { before, after } = diff() ?? { before: now, after: now };
        return mergeSides(plainText(after), now, plainText(before));
      },
    });
    try {
      await conflict.read();
      this.failure = null;
      this.conflict = conflict;
      this.#chosen = 'sides';
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Writes the resolved file. Rejects with an ApiError if it has changed in the meantime, or could not be saved. */
  async saveConflict(): Promise<void> {
    const { conflict } = this;
    if (!conflict) return;
    // The page may show another agent by the end of the save.
    const agent = this.#options.agent();
    await conflict.save();
    if (this.conflict === conflict) this.show('inline');
    void agent.changes.fetch();
  }
}
