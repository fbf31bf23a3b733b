// The files, texts and comments that are attached to the draft, within the limits of a message. Stored for each session.
import { t } from '../../../language/text.ts';
import { findExcess, isComment, type Attachment, type TextAttachment } from './attachment.ts';
import { readAttached, writeAttached } from './stored-drafts.ts';
import { errorText } from '../../../../shared/error-text.ts';
import type { Comment, NewComment } from '../../../state/workbench/comment.ts';
import { randomId } from '../../../lib/browser/random-id.ts';

export class Attached {
  #list = $state.raw<readonly Attachment[]>([]);
  isTooLargeToStore = $state(false);

  #session: string | null = null;
  /** The files that are being read, each promise with whether all of its files were attached. */
  readonly #reading = new Set<Promise<boolean>>();
  readonly #onRefusal: (refusal: string | null) => void;

  readonly #at: (session: string | null) => Attached;

  /**
   * `onRefusal` gets the reason why the last attachment was refused, or null if it was added. `at` returns the
   * attachments of a session that the page may have left.
   */
  constructor(
    onRefusal: (refusal: string | null) => void,
    at: (session: string | null) => Attached = () => this,
  ) {
    this.#onRefusal = onRefusal;
    this.#at = at;
  }

  get list(): readonly Attachment[] {
    return this.#list;
  }

  set list(list: readonly Attachment[]) {
    this.#list = list;
    if (this.#session !== null) this.isTooLargeToStore = !writeAttached(this.#session, list);
  }

  /** The comments on files, changes, answers and outputs, oldest first. */
  get comments(): readonly Comment[] {
    return this.#list.filter(isComment);
  }

  /** Shows the attachments of this session's draft. */
  openSession(session: string): void {
    this.#session = session;
    this.#list = readAttached(session);
    this.isTooLargeToStore = false;
  }

  /** Shows nothing until a session opens. The attachments stay stored. */
  leaveSession(): void {
    this.#session = null;
    this.#list = [];
    this.isTooLargeToStore = false;
  }

  async addFiles(files: readonly File[]): Promise<void> {
    const reading = this.#readFiles(files);
    this.#reading.add(reading);
    await reading;
    this.#reading.delete(reading);
  }

  /**
   * Resolves once the files that are being read now are attached. Resolves to false if one was refused, which
   * `onRefusal` has reported. Null if none is being read.
   */
  get reading(): Promise<boolean> | null {
    if (this.#reading.size === 0) return null;
    return Promise.all(this.#reading).then((attached) => attached.every(Boolean));
  }

  async #readFiles(files: readonly File[]): Promise<boolean> {
    const refusals: string[] = [];
    const session = this.#session;
    const read = async (file: File): Promise<Attachment> =>
      (await import('./read-attachment.ts')).readAttachment(file);
    for (const file of files) {
      try {
        const attachment = await read(file);
        this.#at(session).#add(attachment, file.name || t('This file'));
      } catch (error) {
        refusals.push(errorText(error));
      }
    }
    this.#onRefusal(refusals.length > 0 ? refusals.join(' ') : null);
    return refusals.length === 0;
  }

  /** Returns false if the text is too long for a message. */
  addText(text: Omit<TextAttachment, 'id'>): boolean {
    return this.#addOrRefuse({ id: randomId(), ...text }, text.title ?? t('This text'));
  }

  addComment(comment: NewComment): void {
    this.#addOrRefuse({ id: randomId(), ...comment }, t('The comment on {title}', { title: comment.title }));
  }

  changeComment(id: string, comment: string): void {
    this.list = this.#list.map((one) => (one.id === id ? { ...one, comment } : one));
  }

  /** Changes an attached text. An empty text is removed. */
  changeText(id: string, text: string): void {
    const changed = this.#list.map((one) => (one.id === id ? { ...one, text } : one));
    this.list = changed.filter((one) => one.id !== id || text !== '');
  }

  remove(...attachments: readonly Attachment[]): void {
    this.list = this.#list.filter((one) => !attachments.includes(one));
  }

  #addOrRefuse(attachment: Attachment, name: string): boolean {
    try {
      this.#add(attachment, name);
      this.#onRefusal(null);
      return true;
    } catch (error) {
      this.#onRefusal(errorText(error));
      return false;
    }
  }

  #add(attachment: Attachment, name: string): void {
    const list = [...this.#list, attachment];
    const excess = findExcess(list, name);
    if (excess) throw new Error(excess);
    this.list = list;
  }
}
