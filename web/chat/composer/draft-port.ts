// Lets the other regions write into the draft, send it, and move the focus to the composer.
import { tick } from 'svelte';
import type { Lane } from '../../../shared/view/queue.ts';
import type { TakenMessage } from '../../../shared/wire.ts';
import type { Comment, NewComment } from '../../state/workbench/comment.ts';
import {
  mentionOf,
  type ComposerPort,
  type EarlierEdit,
  type Place,
  type Quote,
} from '../../state/workbench/composer-port.ts';
import { insertWord, withoutSent } from './draft/draft-text.ts';
import type { Draft } from './draft/draft.svelte.ts';
import { giveBack } from './draft/give-back.ts';

interface DraftPortOptions {
  draft: () => Draft;
  field: () => HTMLTextAreaElement | undefined;
  isRunning: () => boolean;
  /** Sends the draft and shows the end of the conversation. */
  send: (lane: Lane) => void;
  openEditor: () => void;
}

export class DraftPort implements ComposerPort {
  readonly #options: DraftPortOptions;
  /** The position of the caret after an insertion. Null means the end of the text. */
  #caret: number | null = null;

  constructor(options: DraftPortOptions) {
    this.#options = options;
  }

  get session(): string | null {
    return this.#draft.session;
  }

  insert(text: string, session: string | null): void {
    this.#draftOf(session).append(text);
  }

  add(what: Place | Quote): void {
    const { attached, text } = this.#draft;
    if ('path' in what) {
      const at = this.#options.field()?.selectionEnd ?? text.length;
      [this.#draft.text, this.#caret] = insertWord(text, at, mentionOf(what));
    } else attached.addText(what);
  }

  get comments(): readonly Comment[] {
    return this.#draft.attached.comments;
  }

  addComment(comment: NewComment): void {
    this.#draft.attached.addComment(comment);
  }

  reviseComment(id: string, text: string | null): void {
    const { attached } = this.#draft;
    const comment = this.comments.find((one) => one.id === id);
    if (text !== null) attached.changeComment(id, text);
    else if (comment) attached.remove(comment);
  }

  sendComments(): void {
    if (this.#draft.text.trim() !== '' || this.#options.isRunning()) return this.focus();
    this.keepFocus();
    this.send();
  }

  giveBack(messages: readonly TakenMessage[], session: string | null): void {
    giveBack(this.#draftOf(session), messages);
  }

  async edit(message: TakenMessage, edit: EarlierEdit, session: string | null): Promise<void> {
    const own = session ?? this.session;
    const { editEarlier } = await import('./draft/edit-earlier.ts');
    editEarlier(this.#draftOf(own), message, edit);
  }

  leaveSession(): () => void {
    return this.#draft.leaveSession();
  }

  send(lane: Lane = 'steer'): void {
    this.#options.send(lane);
  }

  attach(files: File[]): void {
    void this.#draft.attached.addFiles(files);
  }

  focus(): void {
    this.#options.field()?.focus();
    // An inserted text is in the field only after the next update.
    void tick().then(() => {
      const field = this.#options.field();
      const at = this.#caret ?? field?.value.length ?? 0;
      this.#caret = null;
      field?.setSelectionRange(at, at);
    });
  }

  /** Lets the user continue to type after a click, except on a phone, where the focus would open the keyboard. */
  keepFocus(): void {
    if (!matchMedia('(pointer: coarse)').matches) this.#options.field()?.focus();
  }

  catchFocus(): void {
    const { activeElement, body } = document;
    if (activeElement === body || activeElement?.matches(':disabled')) this.keepFocus();
  }

  openEditor(): void {
    this.#options.openEditor();
  }

  hasFocus(): boolean {
    const field = this.#options.field();
    return field !== undefined && document.activeElement === field;
  }

  isEmpty(): boolean {
    return this.#draft.isEmpty;
  }

  takeText(): string {
    const { text, unanswered } = this.#draft;
    const sent = unanswered && text.startsWith(unanswered.text) ? unanswered.text : '';
    const taken = withoutSent(sent, text);
    if (taken !== '') this.#draft.text = sent;
    return taken;
  }

  hasText(): boolean {
    return this.#draft.text.trim() !== '';
  }

  #draftOf(session: string | null): Draft {
    return session === null ? this.#draft : this.#draft.at(session);
  }

  get #draft(): Draft {
    return this.#options.draft();
  }
}
