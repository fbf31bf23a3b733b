// One file in the editor: reads it, saves it and follows its changes on disk. `EditedText` compares its text with the
// version on disk, and `UnsavedEdits` stores unsaved edits.
import { t } from '../../language/text.ts';
import { ApiError } from '../../lib/requests/api.ts';
import { Serial } from '../../lib/requests/serial.ts';
import { randomId } from '../../lib/browser/random-id.ts';
import type { FileRequest } from '../../state/workbench/requests.ts';
import { errorText } from '../../../shared/error-text.ts';
import { phaseOf, type Phase } from './file-phase.ts';
import { isUnreachable, refusalOf, type FileRefusal } from './file-refusal.ts';
import { readEtag, readVersion, writeBytes, type FileAccess } from './file-route.ts';
import type { Resolution } from '../../ui/conflicts/resolution.svelte.ts';
import { EditedText } from './edited-text.svelte.ts';
import { saveCondition, type Version } from './file-state.ts';
import { SaveCautions } from './save-cautions.svelte.ts';
import { encodeText } from '../../lib/format/text-format.ts';
import { UnsavedEdits, unsavedFiles, type UnsavedFile, type UnsavedStore } from './unsaved-edits.ts';

export interface OpenFileOptions {
  path: string;
  workspace: string;
  access: () => FileAccess;
  /** Whether the file is shown by the viewer of its kind at first. */
  opensInViewer?: boolean;
  /** Replaced in tests. */
  store?: UnsavedStore;
}

export class OpenFile {
  readonly kind = 'file';
  readonly path: string;
  readonly opensInViewer: boolean;
  readonly #access: () => FileAccess;

  #refusal = $state.raw<FileRefusal | null>(null);
  isSaving = $state(false);
  /** Why the last save failed, or why unsaved edits could not be stored. */
  failure = $state<string | null>(null);
  /** While a caution is pending, nothing is saved until `saveConfirmed`. */
  readonly cautions = new SaveCautions();
  /** The pending request to show the file, perhaps at a line; null once it is handled. */
  request = $state.raw<Pick<FileRequest, 'line' | 'match' | 'isFocusFree'> | null>(null);

  readonly content = new EditedText();
  /** Called before the user's own saves: formats the text, if the user wants that. It never rejects. */
  beforeSave: (() => Promise<void>) | null = null;
  /**
   * Whether the preview, if the file has one, is shown instead of the text. Null until the user has chosen, or something
   * in the text is to be seen: unsaved edits, or a line.
   */
  isPreviewed = $state<boolean | null>(null);
  /** Changes whenever a refused file may have changed. */
  #refusalVersion = $state('');
  /** Of a refused file; null if unknown. */
  #etag: string | null = null;

  readonly #edits: UnsavedEdits;
  /** Runs one request at a time, because a read during a save would look like a conflict. */
  readonly #disk = new Serial();

  constructor({ path, workspace, access, opensInViewer = false, store = unsavedFiles }: OpenFileOptions) {
    this.path = path;
    this.opensInViewer = opensInViewer;
    this.#access = access;
    this.#edits = new UnsavedEdits({
      workspace,
      path,
      store,
      current: () => this.content.unsaved,
      onFailure: (message) => {
        if (this.isDirty) this.failure = message;
      },
    });
  }

  get phase(): Phase {
    return phaseOf(this.content.state, this.#refusal);
  }

  get isDirty(): boolean {
    return this.content.isDirty;
  }

  /**
   * Whether there are, or may be, unsaved edits. While the file is being read, the edits that were stored before a
   * reload are not known yet.
   */
  get mayHaveEdits(): boolean {
    return this.isDirty || this.phase.status === 'loading';
  }

  get isDeleted(): boolean {
    return this.content.state?.other === 'deleted';
  }

  /** The version on disk, while the user must decide between it and the buffer. */
  get theirs(): Version | null {
    return this.content.theirs;
  }

  get text(): string {
    return this.content.value;
  }

  /**
   * Changes whenever the file on disk was saved here or found in a different version. For views that fetch the file
   * themselves.
   */
  get diskVersion(): string {
    return this.content.state?.base.etag ?? this.#refusalVersion;
  }

  /** Whether edits would be lost if the page were closed now. */
  get hasUnstoredEdits(): boolean {
    return this.#edits.isPending;
  }

  /** Reads the file for the first time and restores unsaved edits: `edits`, or those stored before a reload. */
  load(edits?: Pick<UnsavedFile, 'text' | 'base'>): Promise<void> {
    return this.#disk.run(async () => {
      const found = readVersion(this.#access(), this.path);
      // Whether it fails counts only below.
      found.catch(() => undefined);
      const stored = edits ?? (await this.#edits.load());
      if (stored) {
        this.isPreviewed ??= false;
        this.content.restore(stored.text, stored.base);
      }
      await this.#read(found);
    });
  }

  /** Reads the file again after it may have changed on disk. */
  refresh(): Promise<void> {
    return this.#disk.run(() => {
      // A refusal that cannot be retried stays, so that a huge file, for instance, remains visible while it is read
      // again.
      if (this.#refusal?.canRetry) this.#refusal = null;
      return this.#read(undefined, { isBackground: true });
    });
  }

  /**
   * Saves the file, and returns whether it is now saved. Does nothing in a conflict or after a deletion, where the user
   * decides first.
   */
  async save(): Promise<boolean> {
    if (this.theirs) this.failure = t('Not saved. Choose a version first.');
    else if (!this.isDeleted) await this.#disk.run(() => this.#write());
    return !this.isDirty && !this.isDeleted;
  }

  /** Saves for the user. What is typed while the text is being formatted is saved as well. */
  async saveForUser(): Promise<boolean> {
    if (!this.theirs && !this.isDeleted) await this.beforeSave?.();
    return this.save();
  }

  /** Saves after the user has confirmed the caution. */
  async saveConfirmed(): Promise<void> {
    this.cautions.confirm();
    await this.#disk.run(() => this.#write());
  }

  /** Overwrites the version on disk, or creates a deleted file again. */
  async keepMine(): Promise<void> {
    this.content.keepMine();
    await this.#disk.run(() => this.#write());
  }

  /** Ends a conflict with the edits of both sides in the buffer, which can be undone and is not saved yet. */
  merge(resolution: Resolution): void {
    this.#change(() => this.content.merge(resolution));
    this.failure = this.theirs
      ? t('In the meantime, both sides changed the same lines. Compare them.')
      : null;
    this.#edits.storeSoon();
  }

  takeTheirs(): void {
    this.#change(() => this.content.takeTheirs());
  }

  /** Applies what the user typed before there was a buffer. */
  editEarly(text: string): void {
    if (this.content.editEarly(text)) this.#edits.storeSoon();
  }

  /** Replaces the text, which the user can undo, unless it is not `from` by now. */
  edit({ from, to }: { from: string; to: string }): Promise<void> {
    return this.#disk.run(() => {
      const { path } = this;
      if (this.text === from) {
        this.content.edit(to);
        this.#edits.storeSoon();
      } else this.failure = t('{path} has changed since, so its text was left alone.', { path });
      return Promise.resolve();
    });
  }

  /** Must be called whenever the text of the buffer has changed. */
  onEdit(): void {
    if (this.content.onEdit()) this.#edits.storeSoon();
  }

  /** Stores unsaved edits immediately, so that they survive a reload. */
  storeEdits(): Promise<void> {
    return this.#edits.store();
  }

  /** Loads the same file under another path, with the unsaved edits of this one. */
  async handOver(moved: OpenFile): Promise<void> {
    moved.isPreviewed = this.isPreviewed;
    const before = this.content.unsaved;
    await moved.load(before ?? undefined);
    // What the user typed during the load, or undid.
    const { unsaved } = this.content;
    if (moved.content.state) {
      if (before || unsaved) moved.editEarly(this.text);
    } else if (unsaved) await moved.load(unsaved);
  }

  /** Discards unsaved edits. */
  close(): Promise<void> {
    this.content.dispose();
    return this.#edits.discard();
  }

  /**
   * Reads the file. In the background, an unreachable server is not reported, because the file will be read again
   * later.
   */
  async #read(
    reading = readVersion(this.#access(), this.path),
    { isBackground = false } = {},
  ): Promise<void> {
    try {
      const found = await reading;
      if (found !== 'deleted') this.#change(() => this.content.onRead(found));
      else if (this.content.state) this.#change(() => this.content.onDeleted());
      else if (this.#refusal?.isHuge) {
        this.#refusalVersion = randomId();
        this.#etag = null;
      } else await this.#refuse(new Error(t('{path} does not exist.', { path: this.path })));
    } catch (error) {
      // The file may have grown too large for the editor.
      if (!this.isDirty && refusalOf(error).isHuge) this.content.close();
      if (!this.content.state) await this.#refuse(error);
      // The text stays open. The file may have become binary, or huge while it has unsaved edits.
      else if (!isBackground || !isUnreachable(error)) this.failure = errorText(error);
    }
  }

  async #write(): Promise<void> {
    const { state } = this.content;
    if (!state?.base.isUtf8 || this.theirs || !(state.isDirty || this.isDeleted)) return;
    this.isSaving = true;
    this.failure = null;
    this.cautions.clear();
    const { base } = state;
    const { text } = this;
    const { version } = this.content;
    try {
      const etag = await writeBytes(this.#access(), this.path, {
        bytes: encodeText(text, base),
        condition: saveCondition(state),
        confirmed: this.cautions.confirmed,
      });
      this.content.onSaved({ ...base, text, etag }, version);
      await this.storeEdits();
    } catch (error) {
      if (this.cautions.onFailure(error)) return;
      // 412 means that the file changed on disk before the save. The user decides between the two versions.
      if (error instanceof ApiError && error.status === 412) await this.#read();
      else this.failure = errorText(error);
    } finally {
      this.isSaving = false;
    }
  }

  /** Changes the text, and clears the messages that no longer apply to it. */
  #change(change: () => void): void {
    const { isDirty: wasDirty, theirs } = this;
    change();
    if (theirs && !this.content.state?.other) this.failure = null;
    if (this.isDirty) return;
    this.failure = null;
    this.cautions.clear();
    if (wasDirty) void this.storeEdits();
  }

  async #refuse(error: unknown): Promise<void> {
    const last = this.#refusal;
    this.#refusal = refusalOf(error);
    const etag = this.#refusal.isBinary ? await readEtag(this.#access(), this.path) : null;
    // At first, the viewer of the file reads it together with this. Later it reads again only what has changed.
    if (last && (etag === null || etag !== this.#etag)) this.#refusalVersion = randomId();
    this.#etag = etag;
  }
}
