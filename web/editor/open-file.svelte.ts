// One file in the editor: read, edited, saved, and what happens on disk meanwhile. What is dirty, conflicting or
// refused is decided here; the text itself is `LiveText`'s, the keeping of unsaved edits `UnsavedStore`'s.
import type { SaveCaution } from '../../shared/wire.ts';
import { ApiError } from '../lib/api.ts';
import {
  keepMine,
  precondition,
  saved,
  seen,
  takeTheirs,
  type FileState,
  type Version,
} from './file-state.ts';
import { cautionOf, readVersion, writeBytes, type FileAccess, type ReadVersion } from './file-route.ts';
import { LiveText, type EditBuffer } from './live-text.svelte.ts';
import { encodeText } from './text-format.ts';
import type { UnsavedStore } from './unsaved-store.ts';

export type Phase =
  | { status: 'loading' }
  /** Says why it cannot be shown here. */
  | { status: 'refused'; message: string; canRetry: boolean }
  | { status: 'open'; isReadOnly: boolean };

export interface OpenFileOptions {
  path: string;
  workspace: string;
  access: () => FileAccess;
  unsaved: UnsavedStore;
}

const KEEP_AFTER_MS = 400;

export class OpenFile {
  readonly kind = 'file';
  readonly path: string;
  readonly #options: OpenFileOptions;

  phase = $state.raw<Phase>({ status: 'loading' });
  #state = $state.raw<FileState | null>(null);
  isSaving = $state(false);
  /** Why the last save, or the keeping of unsaved edits, did not work. */
  trouble = $state<string | null>(null);
  /** What has to be known before it is saved; nothing is saved until `saveKnowing`. */
  caution = $state.raw<{ code: SaveCaution; message: string } | null>(null);
  /** Somebody asked to see it, maybe at a line (from 1); until it is shown there. */
  asked = $state.raw<{ line?: number } | null>(null);

  /** Asked once while it is open, not at every save. */
  readonly #confirmed = new Set<SaveCaution>();
  readonly #live = new LiveText();
  #keeping: ReturnType<typeof setTimeout> | undefined;
  /** How many times edits are on their way to the store now. */
  #underWay = 0;
  #turns: Promise<unknown> = Promise.resolve();

  constructor(options: OpenFileOptions) {
    this.path = options.path;
    this.#options = options;
  }

  get isDirty(): boolean {
    return this.#state?.isDirty ?? false;
  }

  get isDeleted(): boolean {
    return this.#state?.other === 'deleted';
  }

  /** The version on disk that waits for a decision between it and the buffer. */
  get theirs(): Version | null {
    const other = this.#state?.other;
    return other && other !== 'deleted' ? other : null;
  }

  get text(): string {
    return this.#live.value;
  }

  /** Reads it for the first time, with the edits that were kept from before. */
  load(): Promise<void> {
    return this.#inTurn(async () => {
      const { workspace, unsaved } = this.#options;
      const kept = await unsaved.get(workspace, this.path).catch(() => undefined);
      try {
        const found = await readVersion(this.#options.access(), this.path);
        if (kept) this.#restore(kept.base, kept.text);
        else if (found === 'deleted') return this.#refuse(new Error(`${this.path} does not exist.`));
        else this.#open(found);
        this.#see(found);
      } catch (error) {
        if (!kept) return this.#refuse(error);
        this.#restore(kept.base, kept.text);
        this.trouble = messageOf(error);
      }
    });
  }

  /** It may have changed on disk. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.phase.status === 'refused') this.phase = { status: 'loading' };
      try {
        const found = await readVersion(this.#options.access(), this.path);
        if (this.#state) this.#see(found);
        else if (found === 'deleted') this.#refuse(new Error(`${this.path} does not exist.`));
        else this.#open(found);
      } catch (error) {
        if (!this.#state) this.#refuse(error);
        // What cannot be read any more (it became binary, or huge) is not replaced by nothing.
        else if (error instanceof ApiError && error.status !== 0) this.trouble = messageOf(error);
      }
    });
  }

  /** Gives whether it is saved now. What is in conflict or was deleted is not: that is decided first. */
  async save(): Promise<boolean> {
    if (!this.theirs && !this.isDeleted) await this.#inTurn(() => this.#write());
    return !this.isDirty && !this.isDeleted;
  }

  /** Saves, though the person knows what the caution says. */
  async saveKnowing(): Promise<void> {
    if (this.caution) this.#confirmed.add(this.caution.code);
    await this.#inTurn(() => this.#write());
  }

  /** Saves over theirs; a deleted file is made again. */
  async keepMine(): Promise<void> {
    if (this.#state) this.#state = keepMine(this.#state);
    await this.#inTurn(() => this.#write());
  }

  takeTheirs(): void {
    if (this.#state) this.#take(takeTheirs(this.#state));
  }

  /** From now on the text is edited in the buffer that `make` makes of the saved text; its undo history starts there. */
  attach(make: (text: string) => EditBuffer): void {
    if (this.#state) this.#live.attach(make, this.#state.isDirty ? this.#state.base.text : this.text);
  }

  get buffer(): EditBuffer | null {
    return this.#live.buffer;
  }

  /** The buffer's text is another one now. */
  edited(): void {
    if (!this.#state || this.#live.isReplacing) return;
    const isDirty = !this.#live.isClean;
    if (isDirty !== this.#state.isDirty) this.#state = { ...this.#state, isDirty };
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => void this.keep(), KEEP_AFTER_MS);
  }

  /** Puts unsaved edits where a reload finds them, or takes away what is there. */
  async keep(): Promise<void> {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const { workspace, unsaved } = this.#options;
    const { path } = this;
    this.#underWay += 1;
    try {
      if (!this.#state?.isDirty) return await unsaved.delete(workspace, path);
      await unsaved.put({ workspace, path, text: this.text, base: this.#state.base, at: Date.now() });
    } catch (error) {
      if (this.isDirty) this.trouble = `A reload would lose these edits: ${messageOf(error)}. Save them.`;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Whether edits would be lost if the page went away now. */
  get isUnkept(): boolean {
    return this.#keeping !== undefined || this.#underWay > 0;
  }

  /** Drops unsaved edits for good. */
  async close(): Promise<void> {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    this.#live.dispose();
    await this.#options.unsaved.delete(this.#options.workspace, this.path).catch(() => undefined);
  }

  async #write(): Promise<void> {
    if (!this.#state || this.phase.status !== 'open' || this.phase.isReadOnly || this.theirs) return;
    if (!this.#state.isDirty && !this.isDeleted) return;
    this.isSaving = true;
    this.trouble = null;
    this.caution = null;
    const { base } = this.#state;
    const { text } = this;
    const { version } = this.#live;
    try {
      const bytes = encodeText(text, base);
      const condition = precondition(this.#state);
      const confirmed = this.#confirmed;
      const etag = await writeBytes(this.#options.access(), this.path, { bytes, condition, confirmed });
      this.#live.markClean(version);
      this.#state = saved({ ...base, text, etag }, () => this.text);
      await this.keep();
    } catch (error) {
      const code = cautionOf(error);
      if (code) this.caution = { code, message: messageOf(error) };
      else if (error instanceof ApiError && error.status === 412) await this.#lookAgain();
      else this.trouble = messageOf(error);
    } finally {
      this.isSaving = false;
    }
  }

  /** The save came too late: what is there now is shown beside what was to be saved. */
  async #lookAgain(): Promise<void> {
    try {
      this.#see(await readVersion(this.#options.access(), this.path));
    } catch (error) {
      this.trouble = messageOf(error);
    }
  }

  #open(found: ReadVersion): void {
    this.#live.replace(found.text);
    this.#state = { base: found, isDirty: false, other: null };
    this.phase = { status: 'open', isReadOnly: !found.isUtf8 };
  }

  #restore(base: Version, text: string): void {
    this.#live.replace(text);
    this.#state = { base, isDirty: true, other: null };
    this.phase = { status: 'open', isReadOnly: false };
  }

  #refuse(error: unknown): void {
    // A binary or a huge file stays one.
    const isLasting = error instanceof ApiError && [400, 413, 415].includes(error.status);
    this.phase = { status: 'refused', message: messageOf(error), canRetry: !isLasting };
  }

  #see(found: ReadVersion | 'deleted'): void {
    if (!this.#state) return;
    this.#take(seen(this.#state, found, () => this.text));
    if (found !== 'deleted' && !this.isDirty) this.phase = { status: 'open', isReadOnly: !found.isUtf8 };
  }

  #take({ state, text }: { state: FileState; text?: string }): void {
    const wasDirty = this.isDirty;
    this.#state = state;
    if (text !== undefined) this.#live.replace(text);
    if (!state.isDirty) {
      this.#live.markClean();
      this.trouble = null;
      this.caution = null;
      if (wasDirty) void this.keep();
    }
  }

  /** One thing at a time: a look at the disk while a save is on its way would find what looks like a conflict. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.then(work);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
