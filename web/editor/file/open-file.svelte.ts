// One file in the editor: reads it, saves it and follows its changes on disk. It decides whether the file is dirty, in
// conflict or refused; `LiveText` holds the text and `UnsavedEdits` stores unsaved edits.
import { t } from '../../language/text.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { Serial } from '../../lib/requests/serial.ts';
import { randomId } from '../../lib/browser/random-id.ts';
import type { FileRequest } from '../../state/workbench/requests.ts';
import { errorText } from '../../../shared/error-text.ts';
import { phaseOf, type Phase } from './file-phase.ts';
import { isUnreachable, refusalOf, type FileRefusal } from './file-refusal.ts';
import { readVersion, writeBytes, type FileAccess } from './file-route.ts';
import {
  keepMine,
  mergeBoth,
  mergedText,
  saveCondition,
  takeTheirs,
  updateFromDisk,
  updateFromSave,
  type FileState,
  type Step,
  type Version,
} from './file-state.ts';
import { LiveText, type EditBuffer } from './live-text.svelte.ts';
import { SaveCautions } from './save-cautions.svelte.ts';
import { encodeText } from '../../lib/format/text-format.ts';
import { UnsavedEdits, unsavedFiles, type UnsavedFile, type UnsavedStore } from './unsaved-edits.ts';

export interface OpenFileOptions {
  path: string;
  workspace: string;
  access: () => FileAccess;
  /** Replaced in tests. */
  store?: UnsavedStore;
}

/** What to restore when the user undoes a merge in the editor. */
interface BeforeMerge {
  state: FileState;
  version: number;
  /** The version that counted as saved. */
  clean: number;
}

export class OpenFile {
  readonly kind = 'file';
  readonly path: string;
  readonly #access: () => FileAccess;

  /** Null until the file is open. */
  #state = $state.raw<FileState | null>(null);
  #refusal = $state.raw<FileRefusal | null>(null);
  isSaving = $state(false);
  /** Why the last save failed, or why unsaved edits could not be stored. */
  failure = $state<string | null>(null);
  /** While a caution is pending, nothing is saved until `saveConfirmed`. */
  readonly cautions = new SaveCautions();
  /** The pending request to show the file, perhaps at a line; null once it is handled. */
  request = $state.raw<Pick<FileRequest, 'line' | 'isFocusFree'> | null>(null);

  /** Whether the preview, if the file has one, is shown instead of the text. */
  isPreviewed = $state(false);
  /** Changes whenever a refused file has been read again. */
  #refusalVersion = $state('');

  #beforeMerge: BeforeMerge | null = null;
  readonly #live = new LiveText();
  readonly #edits: UnsavedEdits;
  /** Runs one request at a time: a read during a save would look like a conflict. */
  readonly #disk = new Serial();

  constructor({ path, workspace, access, store = unsavedFiles }: OpenFileOptions) {
    this.path = path;
    this.#access = access;
    this.#edits = new UnsavedEdits({
      workspace,
      path,
      store,
      current: () => (this.#state?.isDirty ? { text: this.text, base: this.#state.base } : null),
      onFailure: (message) => {
        if (this.isDirty) this.failure = message;
      },
    });
  }

  get phase(): Phase {
    return phaseOf(this.#state, this.#refusal);
  }

  get isDirty(): boolean {
    return this.#state?.isDirty ?? false;
  }

  /** Also while it is being read, when the edits that were stored before a reload are not known yet. */
  get mayHaveEdits(): boolean {
    return this.isDirty || this.phase.status === 'loading';
  }

  get isDeleted(): boolean {
    return this.#state?.other === 'deleted';
  }

  /** The version on disk, while the user must decide between it and the buffer. */
  get theirs(): Version | null {
    const other = this.#state?.other;
    return other && other !== 'deleted' ? other : null;
  }

  get text(): string {
    return this.#live.value;
  }

  get buffer(): EditBuffer | null {
    return this.#live.buffer;
  }

  /**
   * Changes whenever the file on disk was saved here or found in another version; for views that fetch it themselves.
   */
  get diskVersion(): string {
    return this.#state?.base.etag ?? this.#refusalVersion;
  }

  /** Whether edits would be lost if the page were closed now. */
  get hasUnstoredEdits(): boolean {
    return this.#edits.isPending;
  }

  /** Reads the file for the first time and restores unsaved edits: `edits`, or those stored before a reload. */
  load(edits?: Pick<UnsavedFile, 'text' | 'base'>): Promise<void> {
    return this.#disk.run(async () => {
      const stored = edits ?? (await this.#edits.load());
      if (stored) {
        this.#live.replace(stored.text);
        this.#state = { base: stored.base, isDirty: true, other: null };
      }
      await this.#read();
    });
  }

  /** Reads the file again after it may have changed on disk. */
  refresh(): Promise<void> {
    return this.#disk.run(() => {
      // A refusal that cannot be retried stays: a huge file, for example, remains visible while it is read again.
      if (this.#refusal?.canRetry) this.#refusal = null;
      return this.#read({ isBackground: true });
    });
  }

  /** Returns whether the file is now saved. Does nothing in a conflict or after a deletion: the user decides first. */
  async save(): Promise<boolean> {
    if (this.theirs) this.failure = t('Nothing was saved: choose one of the two versions first.');
    else if (!this.isDeleted) await this.#disk.run(() => this.#write());
    return !this.isDirty && !this.isDeleted;
  }

  /** Saves after the user has confirmed the caution. */
  async saveConfirmed(): Promise<void> {
    this.cautions.confirm();
    await this.#disk.run(() => this.#write());
  }

  /** Overwrites the version on disk, or creates a deleted file again. */
  async keepMine(): Promise<void> {
    if (this.#state) this.#state = keepMine(this.#state);
    await this.#disk.run(() => this.#write());
  }

  /** In a conflict: the edits of both sides are in different lines. */
  canMerge(): boolean {
    return this.#state !== null && mergedText(this.#state, this.text) !== null;
  }

  /** Ends a conflict with the edits of both sides in the buffer, which can be undone and is not saved yet. */
  merge(): void {
    if (!this.#state) return;
    const before = { state: this.#state, version: this.#live.version, clean: this.#live.cleanVersion };
    this.#apply(mergeBoth(this.#state, this.text));
    if (this.isDirty && !this.theirs) {
      this.#beforeMerge = before;
      this.#live.markDirty();
    }
    this.failure = this.theirs ? t('Meanwhile both sides changed the same lines. Compare them.') : null;
    this.#edits.storeSoon();
  }

  takeTheirs(): void {
    if (this.#state) this.#apply(takeTheirs(this.#state));
  }

  /** Creates the buffer in which the text is edited from now on. Its undo history begins with the saved text. */
  attach(create: (text: string) => EditBuffer): void {
    if (this.#state) this.#live.attach(create, this.#state.isDirty ? this.#state.base.text : this.text);
  }

  /** Applies what the user typed before there was a buffer. */
  editEarly(text: string): void {
    if (!this.#state || this.buffer) return;
    this.#live.replace(text);
    this.#state = { ...this.#state, isDirty: text !== this.#state.base.text };
    this.#edits.storeSoon();
  }

  /** Must be called whenever the text of the buffer has changed. */
  onEdit(): void {
    if (!this.#state || this.#live.isReplacing) return;
    if (this.#beforeMerge?.version === this.#live.version) this.#undoMerge(this.#beforeMerge);
    const isDirty = !this.#live.isClean;
    if (isDirty !== this.#state.isDirty) this.#state = { ...this.#state, isDirty };
    this.#edits.storeSoon();
  }

  /** The merge was undone in the editor: the conflict is back, so that a save does not overwrite theirs. */
  #undoMerge({ state, clean }: BeforeMerge): void {
    this.#beforeMerge = null;
    this.#state = state;
    this.#live.markClean(clean);
  }

  /** Stores unsaved edits immediately, so that they survive a reload. */
  storeEdits(): Promise<void> {
    return this.#edits.store();
  }

  /** Loads the same file under another path, with the unsaved edits of this one. */
  async handOver(moved: OpenFile): Promise<void> {
    await moved.load(this.#state?.isDirty ? { text: this.text, base: this.#state.base } : undefined);
    if (this.isDirty) moved.editEarly(this.text);
  }

  /** Discards unsaved edits. */
  close(): Promise<void> {
    this.#live.dispose();
    return this.#edits.discard();
  }

  /** In the background, an unreachable server is not reported, because the file will be read again later. */
  async #read({ isBackground = false } = {}): Promise<void> {
    try {
      const found = await readVersion(this.#access(), this.path);
      if (this.#state) this.#apply(updateFromDisk(this.#state, found, () => this.text));
      else if (found === 'deleted' && this.#refusal?.isHuge) this.#refusalVersion = randomId();
      else if (found === 'deleted') this.#refuse(new Error(t('{path} does not exist.', { path: this.path })));
      else this.#apply({ state: { base: found, isDirty: false, other: null }, text: found.text });
    } catch (error) {
      if (this.#state && !this.isDirty && refusalOf(error).isHuge) {
        // The file has grown too large for the editor.
        this.#live.dispose();
        this.#state = null;
      }
      if (!this.#state) this.#refuse(error);
      // The text stays open: the file may have become binary, or huge while it has unsaved edits.
      else if (!isBackground || !isUnreachable(error)) this.failure = errorText(error);
    }
  }

  async #write(): Promise<void> {
    const state = this.#state;
    if (!state?.base.isUtf8 || this.theirs || !(state.isDirty || this.isDeleted)) return;
    this.isSaving = true;
    this.failure = null;
    this.cautions.clear();
    const { base } = state;
    const { text } = this;
    const { version } = this.#live;
    try {
      const etag = await writeBytes(this.#access(), this.path, {
        bytes: encodeText(text, base),
        condition: saveCondition(state),
        confirmed: this.cautions.confirmed,
      });
      this.#live.markClean(version);
      this.#beforeMerge = null;
      this.#state = updateFromSave({ ...base, text, etag }, () => this.text);
      await this.storeEdits();
    } catch (error) {
      if (this.cautions.onFailure(error)) return;
      // 412: the file changed on disk before the save. The user decides between the two versions.
      if (error instanceof ApiError && error.status === 412) await this.#read();
      else this.failure = errorText(error);
    } finally {
      this.isSaving = false;
    }
  }

  #apply({ state, text }: Step): void {
    const wasDirty = this.isDirty;
    if (this.theirs && !state.other) this.failure = null;
    this.#beforeMerge = null;
    this.#state = state;
    if (text !== undefined) this.#live.replace(text);
    if (state.isDirty) return;
    this.#live.markClean();
    this.failure = null;
    this.cautions.clear();
    if (wasDirty) void this.storeEdits();
  }

  #refuse(error: unknown): void {
    this.#refusalVersion = randomId();
    this.#refusal = refusalOf(error);
  }
}
