// How one file of the review is shown. While a conflict is resolved, both sides are open in one editor: the text before
// the change, and the file as it is now.
import { errorText } from '../../../shared/error-text.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { readCurrent, saveCurrent, type CurrentFile } from './current-file.ts';

/** `inline`: its changes, which are kept or undone one by one. The others show both of its sides. */
export type FileView = 'inline' | 'sides' | 'whole';

/** In px. With less room, half of a file has fewer than 34 columns. */
export const MIN_SIDES_WIDTH = 600;

interface ViewSwitchOptions {
  path: () => string;
  agent: () => Pick<Agent, 'api' | 'path' | 'changes'>;
  /** The width of the file's head, in px. */
  width: () => number;
}

export class ViewSwitch {
  #chosen = $state<FileView>('inline');
  /** The file that the user edits to resolve a conflict. */
  conflict = $state.raw<CurrentFile | null>(null);
  /** Why the current file could not be read. */
  failure = $state<string | null>(null);
  readonly #options: ViewSwitchOptions;

  constructor(options: ViewSwitchOptions) {
    this.#options = options;
  }

  /** A conflict is edited in as many columns as fit. */
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

  /** Opens the current file for editing. */
  async resolve(): Promise<void> {
    this.failure = null;
    try {
      this.conflict = await readCurrent(this.#options.agent(), this.#options.path());
      this.#chosen = 'sides';
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Rejects with an ApiError if the file has changed in the meantime, or could not be saved. */
  async saveConflict(text: string): Promise<void> {
    if (!this.conflict) return;
    const agent = this.#options.agent();
    await saveCurrent(agent, { ...this.conflict, path: this.#options.path(), text });
    this.show('inline');
    void agent.changes.fetch();
  }
}
