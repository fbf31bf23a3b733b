// How one file of the review is shown. While a conflict is resolved, both sides are open in one editor: the text before
// the change, and the file as it is now.
import { errorText } from '../../../shared/error-text.ts';
import { mergeTexts } from '../../../shared/merge.ts';
import { MIN_SIDES_WIDTH } from '../../diff/sides.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { ConflictDraft, ConflictDrafts } from './conflict-drafts.ts';
import { readCurrent, saveCurrent, type CurrentFile } from './current-file.ts';

/** `inline`: its changes, which are kept or undone one by one. The others show both of its sides. */
export type FileView = 'inline' | 'sides' | 'whole';

interface ViewSwitchOptions {
  path: () => string;
  agent: () => Pick<Agent, 'api' | 'path' | 'changes' | 'view'>;
  /** Keeps the user's unsaved text. */
  drafts: ConflictDrafts;
  /** The width of the file's head, in px. */
  width: () => number;
}

/** A file that is being edited to resolve a conflict. It stays the same object while its editor is open. */
export interface OpenConflict extends CurrentFile {
  /** The text in the editor: that of the file, with the user's unsaved edits. */
  text: string;
  /** Whether the file has changed where the user had edited it. Then its text is shown beside the user's. */
  isOverlapping: boolean;
}

export class ViewSwitch {
  #chosen = $state<FileView>('inline');
  conflict = $state.raw<OpenConflict | null>(null);
  /** Why the current file could not be read. */
  failure = $state<string | null>(null);
  /** Whether the user has edited the conflict and not saved it. */
  hasEdits = $state(false);
  readonly #options: ViewSwitchOptions;

  constructor(options: ViewSwitchOptions) {
    this.#options = options;
    this.hasEdits = options.drafts.get(this.#file) !== null;
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

  /** Opens the current file for editing, with the user's unsaved text. */
  async resolve(): Promise<void> {
    this.failure = null;
    try {
      await this.reload();
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /** Reads the current file again, and merges the user's unsaved text into it. Rejects if it cannot be read. */
  async reload(): Promise<void> {
    const current = await readCurrent(this.#options.agent(), this.#options.path());
    const draft = this.#options.drafts.get(this.#file);
    const conflict = { ...current, ...resume(current.base.text, draft) };
    this.conflict = conflict;
    // Of an overlapping draft, the base stays, so that the overlap is shown until the user has edited the text.
    if (!conflict.isOverlapping) this.edit(conflict.text);
    this.hasEdits = conflict.text !== current.base.text;
    this.#chosen = 'sides';
  }

  /** Stores the user's text. */
  edit(text: string): void {
    if (!this.conflict) return;
    const base = this.conflict.base.text;
    this.conflict.text = text;
    this.hasEdits = text !== base;
    this.#options.drafts.set(this.#file, this.hasEdits ? { base, text } : null);
  }

  /** Discards the user's unsaved text. */
  discardEdits(file = this.#file): void {
    this.#options.drafts.set(file, null);
    this.hasEdits = false;
    this.show('inline');
  }

  /**
   * Closes the editor, unless more was typed during the save. Rejects with an ApiError if the file has changed in the
   * meantime, or could not be saved.
   */
  async saveConflict(): Promise<void> {
    const { conflict } = this;
    if (!conflict) return;
    // The page may show another agent by the end of the save.
    const [agent, file] = [this.#options.agent(), this.#file];
    const { text } = conflict;
    const etag = await saveCurrent(agent, { ...conflict, path: this.#options.path() });
    Object.assign(conflict, { etag, base: { ...conflict.base, text } });
    const unsaved = this.conflict === conflict ? conflict : this.#options.drafts.get(file);
    if (unsaved && unsaved.text !== text) {
      this.#options.drafts.set(file, { base: text, text: unsaved.text });
      this.hasEdits = true;
    } else this.discardEdits(file);
    void agent.changes.fetch();
  }

  /** Absolute. */
  get #file(): string {
    return `${this.#options.agent().view?.workspace ?? ''}/${this.#options.path()}`;
  }
}

/** The text with which to go on editing a file whose text is now `now`. */
function resume(now: string, draft: ConflictDraft | null): Pick<OpenConflict, 'text' | 'isOverlapping'> {
  if (!draft) return { text: now, isOverlapping: false };
  const merged = mergeTexts(draft.base, draft.text, now);
  return { text: merged ?? draft.text, isOverlapping: merged === null };
}
