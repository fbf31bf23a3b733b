// The draft in the composer. It belongs to a session and changes with it, as draft-place.ts decides. stored-drafts.ts
// stores drafts, and delivery.svelte.ts sends them.
import { Attached } from './attached.svelte.ts';
import type { Attachment, TextAttachment } from './attachment.ts';
import { DraftPlace, type Content } from './draft-place.ts';
import { joinTexts, wasText, withoutSent } from './draft-text.ts';
import { BLANK, DraftWriting, type Written } from './draft-writing.svelte.ts';
import {
  draftKey,
  readEdit,
  readUnanswered,
  readNewerCopy,
  writeEdit,
  writeUnanswered,
  writeDraftAndCopy,
  type Edit,
  type Unanswered,
  type DraftCopies,
  type StoredDraft,
} from './stored-drafts.ts';

export class Draft extends DraftWriting {
  /** One sentence about a change of the draft that the user did not make. */
  note = $state<string | null>(null);
  readonly attached: Attached = new Attached(
    (refusal) => (this.note = refusal),
    (session) => this.at(session).attached,
  );
  /** Cancels the edit of an earlier message. Null unless one has been edited since the page was loaded. */
  cancelEdit = $state.raw<(() => Promise<void>) | null>(null);

  #edit = $state.raw<Edit | null>(null);
  #unanswered: Unanswered | null = null;
  #place: DraftPlace;
  readonly #copies: DraftCopies | null;

  constructor(copies: DraftCopies | null = null, place = new DraftPlace(copies)) {
    super();
    this.#copies = copies;
    this.#place = place;
  }

  /** Whether the draft has neither text nor attachments. */
  get isEmpty(): boolean {
    return this.text.trim() === '' && this.attached.list.length === 0;
  }

  /** The session of the draft, or a name for the agent until the session is known. Null at first. */
  get session(): string | null {
    return this.#place.session;
  }

  /**
   * Returns the draft of a session. `session` is what the property said before a wait: if the page shows another
   * session by now, this is the stored draft, which the page shows when the session is opened again.
   */
  at(session: string | null): Draft {
    const known = this.#place.nameOf(session);
    if (known === null || known === this.session) return this;
    const other = new Draft(this.#copies, this.#place.elsewhere());
    other.openSession(known, false);
    return other;
  }

  /** Whether this is the draft of a session that `session` named before a wait. */
  isOf(session: string | null): boolean {
    return this.#place.nameOf(session) === this.session;
  }

  /** The edit of an earlier message, if it can be canceled. It survives a reload. */
  get edit(): Edit | null {
    return this.#edit;
  }

  set edit(edit: Edit | null) {
    this.#edit = edit;
    if (edit === null) this.cancelEdit = null;
    if (this.session !== null) writeEdit(this.session, edit);
  }

  /** The message whose response has not arrived yet. It survives a reload, so that the page recognizes its arrival. */
  get unanswered(): Unanswered | null {
    return this.#unanswered;
  }

  set unanswered(unanswered: Unanswered | null) {
    this.#unanswered = unanswered;
    if (this.session !== null) writeUnanswered(this.session, unanswered);
  }

  /**
   * Opens the draft of the session that will probably open, so that the user can already type into it. If no session is
   * likely (null), the text stays, or is stored for the agent, and moves into the session that opens.
   */
  expectSession(likely: string | null, agent: string): void {
    const session = this.#place.expect(likely, agent);
    if (session === null) return;
    this.#change(session);
    this.#place.onExpected(this.#content);
  }

  /**
   * Opens the draft of this session. If the session is empty and nothing was typed into it, the draft of the previous
   * session moves into it. `rows` is what the page shows. For a moment, those may still be the rows of the previous
   * session, so a second call may report that the session is empty.
   */
  openSession(session: string, isEmpty: boolean, rows?: readonly unknown[]): void {
    if (session !== this.session) this.#change(session);
    this.#add(this.#place.takeEarly());
    const carried = this.#place.open(isEmpty, rows, this.#content);
    if (carried) this.restore(carried, carried.attachments);
  }

  /**
   * Must be called when the user asks for another session. The returned function must be called if that session does
   * not open.
   */
  leaveSession(): () => void {
    return this.#place.leave(this.#content);
  }

  /**
   * Must be called when the user shows another agent. The draft stays with the agent for which it was written, even if
   * the other agent's session is empty or not known yet.
   */
  leaveAgent(): void {
    this.#place = new DraftPlace(this.#copies);
    this.#unanswered = null;
    this.#edit = null;
    this.open(null, BLANK);
    this.attached.leaveSession();
  }

  get #content(): Content {
    return { ...this.written, attachments: this.attached.list, unanswered: this.#unanswered };
  }

  #change(session: string): void {
    this.cancelEdit = null;
    const { stored, early } = this.#place.goTo(session, this.#content);
    this.#edit = readEdit(session);
    this.open(session, stored);
    this.attached.openSession(session);
    this.unanswered = early.unanswered ?? readUnanswered(session);
    this.#add(early);
    if (early.text === '') void this.#restoreCopy(session, stored);
  }

  /** Adds input from before the session was known. */
  #add({ text, isPlain, attachments }: Content): void {
    if (text !== '')
      this.recall({ text: joinTexts(this.text, text), isPlain: this.text === '' ? isPlain : this.isPlain });
    if (attachments.length > 0) this.attached.list = [...this.attached.list, ...attachments];
  }

  /** Shows the copy that survived a crash of the browser, unless the user has already typed something. */
  async #restoreCopy(session: string, stored: StoredDraft): Promise<void> {
    const copy = this.#copies && (await readNewerCopy(this.#copies, session, stored));
    if (!copy || this.session !== session || this.text !== stored.text) return;
    this.recall(copy);
    this.#place.onRestored(this.written);
  }

  /** Stores the draft of this tab again when another tab has sent its own text and removed the shared draft. */
  onStorage({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
    const { session, text } = this;
    if (session !== null && key === draftKey(session) && newValue === null && text !== '') this.store();
  }

  append(text: string): void {
    this.text = joinTexts(this.text, text);
  }

  /** Puts messages that come back in front of the current text, because they were written earlier. */
  prepend(texts: readonly string[], attachments: readonly Attachment[] = []): void {
    const text = joinTexts(...texts, this.text);
    // The panel never sends a command of the user's shell to pi as a message, so such a message was text.
    const isPlain =
      wasText(texts.find((one) => one.trim() !== '') ?? '') || (text === this.text && this.isPlain);
    this.restore({ text, isPlain }, [...attachments, ...this.attached.list]);
  }

  restore(written: Written, attachments: readonly Attachment[]): void {
    this.recall(written);
    this.attached.list = attachments;
  }

  /** Removes a message that was accepted. Text that the user has typed since then stays. */
  removeSent(text: string, attachments: readonly Attachment[]): void {
    this.note = null;
    this.edit = null;
    this.unanswered = null;
    // The user has not seen yet that the rest would be a command.
    this.paste(withoutSent(text, this.text));
    // What was sent belongs to the conversation, and Ctrl+Z must not offer it to be sent again.
    this.tell((recorder) => recorder.clear());
    this.attached.remove(...attachments);
    this.#place.onSent();
  }

  /** Moves an attached text into the typed text. */
  insertAttached(attached: TextAttachment): void {
    this.attached.remove(attached);
    this.append(attached.text);
  }

  protected override store(): void {
    if (this.session !== null) writeDraftAndCopy(this.#copies, this.session, this.written);
  }
}
