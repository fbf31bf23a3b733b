// The draft in the composer. It belongs to a session and changes with it. Text that was typed before the session was
// known moves into the session. stored-drafts.ts stores drafts, and delivery.svelte.ts sends them.
import { Attached } from './attached.svelte.ts';
import type { Attachment, TextAttachment } from './attachment.ts';
import { joinTexts, wasText, withoutSent } from './draft-text.ts';
import { BLANK, DraftWriting, type Recorder, type Written } from './draft-writing.svelte.ts';
import {
  draftKey,
  readEdit,
  readUnanswered,
  readDraft,
  readNewerCopy,
  writeEdit,
  writeUnanswered,
  writeDraft,
  writeDraftAndCopy,
  readAttached,
  writeAttached,
  type Edit,
  type Unanswered,
  type DraftCopies,
  type StoredDraft,
} from './stored-drafts.ts';

interface Content extends StoredDraft {
  attachments: readonly Attachment[];
  unanswered: Unanswered | null;
}
const EMPTY: Content = { text: '', at: 0, attachments: [], unanswered: null };
/** Begins the name of a draft whose session is not known yet. */
const UNKNOWN = 'in ';

export class Draft {
  /** One sentence about a change of the draft that the user did not make. */
  note = $state<string | null>(null);
  readonly attached: Attached = new Attached(
    (refusal) => (this.note = refusal),
    (session) => this.at(session).attached,
  );
  /** Cancels the edit of an earlier message. Null unless one has been edited since the page was loaded. */
  cancelEdit = $state.raw<(() => Promise<void>) | null>(null);

  readonly #writing = new DraftWriting();
  #edit = $state.raw<Edit | null>(null);
  /** The id of the session, or a name for the agent until the session is known. */
  #session: string | null = null;
  /** The stored draft of a session that is only expected. It is restored if another session opens. */
  #expected: Content | null = null;
  /**
   * The draft of the previous session, and the text (`here`) that was shown after the switch. Null if there is none, or
   * if the session has a draft of its own.
   */
  #previous: (Written & { session: string; attachments: readonly Attachment[]; here: string }) | null = null;
  /** The name of the draft of an agent whose session was not known yet, and the session into which that moved. */
  #moved: { from: string | null; to: string } | null = null;
  /** The draft of the shown agent while its session is not known. */
  #early: string | null = null;
  /**
   * The draft at the time when the user asked for another session. Text that is typed since then belongs to that
   * session.
   */
  #leaving: Content | null = null;
  /** The rows that the page showed when the session was last reported. */
  #rows: readonly unknown[] | undefined;
  /** The draft that moved into another session. It stays stored in its own until it is sent there. */
  #carried: { from: string; to: string; text: string; attachments: string } | null = null;
  #unanswered: Unanswered | null = null;
  readonly #copies: DraftCopies | null;

  constructor(copies: DraftCopies | null = null) {
    this.#copies = copies;
  }

  /** Whether the draft has neither text nor attachments. */
  get isEmpty(): boolean {
    return this.text.trim() === '' && this.attached.list.length === 0;
  }

  get text(): string {
    return this.#writing.now.text;
  }

  set text(text: string) {
    this.#writing.type(text);
    this.#store();
  }

  /**
   * Whether the text goes to the model as text, although it begins with `!` or `/`: it was pasted, or it was a message
   * before.
   */
  get isPlain(): boolean {
    return this.#writing.now.isPlain;
  }

  /** Must be called instead of setting `text` if the text was not typed, such as a paste. */
  paste(text: string): void {
    this.#writing.paste(text);
    this.#store();
  }

  get written(): Written {
    return this.#writing.now;
  }

  /** Shows a text from before. */
  recall(written: Written): void {
    this.#writing.write(written);
    this.#store();
  }

  /** Makes pasted text a command. */
  makeCommand(): void {
    this.#writing.makeCommand();
    this.#store();
  }

  /** Goes to the text before or after a step of this draft. Returns false if there is none. */
  travel(direction: 'undo' | 'redo'): boolean {
    const isDone = this.#writing.travel(direction);
    if (isDone) this.#store();
    return isDone;
  }

  /** Remembers the steps that `travel` goes. */
  set recorder(recorder: Recorder) {
    this.#writing.recorder = recorder;
  }

  /** Must be called when an input method begins and ends to compose. What it tries in between is one step. */
  compose(isComposing: boolean): void {
    this.#writing.tell((recorder) => recorder.compose(isComposing));
  }

  /** The session of the draft, or a name for the agent until the session is known. Null at first. */
  get session(): string | null {
    return this.#session;
  }

  /**
   * Returns the draft of a session. `session` is what the property said before a wait: if the page shows another
   * session by now, this is the stored draft, which the page shows when the session is opened again.
   */
  at(session: string | null): Draft {
    const known = this.#knownName(session);
    if (known === null || known === this.#session) return this;
    const other = new Draft(this.#copies);
    other.#carried = this.#carried;
    other.openSession(known, false);
    return other;
  }

  /** Whether this is the draft of a session that `session` named before a wait. */
  isOf(session: string | null): boolean {
    return this.#knownName(session) === this.#session;
  }

  #knownName(session: string | null): string | null {
    return session === this.#moved?.from ? this.#moved.to : session;
  }

  /** The edit of an earlier message, if it can be canceled. It survives a reload. */
  get edit(): Edit | null {
    return this.#edit;
  }

  set edit(edit: Edit | null) {
    this.#edit = edit;
    if (edit === null) this.cancelEdit = null;
    if (this.#session !== null) writeEdit(this.#session, edit);
  }

  /** The message whose response has not arrived yet. It survives a reload, so that the page recognizes its arrival. */
  get unanswered(): Unanswered | null {
    return this.#unanswered;
  }

  set unanswered(unanswered: Unanswered | null) {
    this.#unanswered = unanswered;
    if (this.#session !== null) writeUnanswered(this.#session, unanswered);
  }

  /**
   * Opens the draft of the session that will probably open, so that the user can already type into it. If no session is
   * likely (null), the text stays, or is stored for the agent, and moves into the session that opens.
   */
  expectSession(likely: string | null, agent: string): void {
    const isKnown = this.#session !== null && this.#expected === null;
    this.#early = `${UNKNOWN}${agent}`;
    const session = likely ?? this.#early;
    if (session === this.#session || (likely === null && isKnown)) return;
    this.#change(session);
    this.#expected =
      likely === null
        ? EMPTY
        : { ...readDraft(session), attachments: this.attached.list, unanswered: this.#unanswered };
  }

  /**
   * Opens the draft of this session. If the session is empty and nothing was typed into it, the draft of the previous
   * session moves into it. `rows` is what the page shows. For a moment, those may still be the rows of the previous
   * session, so a second call may report that the session is empty.
   */
  openSession(session: string, isEmpty: boolean, rows?: readonly unknown[]): void {
    if (session !== this.#session) this.#change(session);
    this.#expected = null;
    this.#adoptEarly(session);
    const hasOwnRows = !isEmpty && rows !== this.#rows;
    this.#rows = rows;
    if (hasOwnRows) this.#previous = null;
    const previous = this.#previous;
    if (!isEmpty || !previous) return;
    this.#previous = null;
    if (!this.text.startsWith(previous.here) || this.attached.list.length > 0) return;
    this.#carried = {
      ...{ from: previous.session, to: session, text: previous.text },
      attachments: idsOf(previous.attachments),
    };
    // The user went on typing while the session opened.
    const text = previous.text + this.text.slice(previous.here.length);
    this.#writing.write({ text, isPlain: previous.isPlain });
    this.#store();
    this.attached.list = previous.attachments;
  }

  /**
   * Must be called when the user asks for another session. The returned function must be called if that session does
   * not open.
   */
  leaveSession(): () => void {
    this.#leaving = {
      ...{ ...this.#stored(), at: Date.now() },
      ...{ attachments: this.attached.list, unanswered: this.#unanswered },
    };
    return () => (this.#leaving = null);
  }

  /**
   * Must be called when the user shows another agent. The draft stays with the agent for which it was written, even if
   * the other agent's session is empty or not known yet.
   */
  leaveAgent(): void {
    this.#session = null;
    this.#moved = null;
    this.#early = null;
    this.#expected = null;
    this.#previous = null;
    this.#rows = undefined;
    this.#carried = null;
    this.#leaving = null;
    this.#unanswered = null;
    this.#edit = null;
    this.#writing.open(null, BLANK);
    this.attached.leaveSession();
  }

  #change(session: string): void {
    this.cancelEdit = null;
    const before = this.#session;
    const attachments = this.attached.list;
    // A session that the user asked for may look empty until its rows arrive. Only a new one takes the draft along.
    const isAskedFor = this.#leaving !== null;
    if (isAskedFor) this.#previous = null;
    this.#expected ??= this.#leaving;
    this.#leaving = null;
    const [written, expected] = [this.#writing.now, this.#expected];
    const early = before !== null && expected === null ? EMPTY : this.#extractEarlyInput();
    if (before !== null && expected !== EMPTY && !isAskedFor)
      this.#previous = { ...written, session: before, attachments, here: early.text };
    if (before === null || before.startsWith(UNKNOWN)) this.#moved = { from: before, to: session };
    // A message may have been sent before the session was known.
    const isSent = this.#unanswered?.key !== expected?.unanswered?.key;
    const sent = early !== EMPTY && !isAskedFor && isSent ? this.#unanswered : null;
    if (sent && before !== null) writeUnanswered(before, expected?.unanswered ?? null);
    this.#session = session;
    this.#edit = readEdit(session);
    const stored = readDraft(session);
    if (stored.text !== '') this.#previous = null;
    this.#writing.open(session, writtenIn(stored));
    if (early.text !== '')
      this.#writing.write({
        text: joinTexts(stored.text, early.text),
        isPlain: stored.text === '' ? written.isPlain : stored.isPlain === true,
      });
    this.attached.openSession(session, early.attachments);
    this.unanswered = sent ?? readUnanswered(session);
    if (early.text !== '') this.#store();
    else void this.#restoreCopy(session, stored);
  }

  /** Adds what was typed before the session was known, if the page showed another agent when that became known. */
  #adoptEarly(session: string): void {
    const early = this.#early;
    this.#early = null;
    if (early === null || early === session) return;
    const { text, isPlain } = readDraft(early);
    const attachments = readAttached(early);
    if (text !== '') {
      writeDraft(early, { text: '', at: Date.now() });
      const joined = joinTexts(this.text, text);
      if (isPlain) this.paste(joined);
      else this.text = joined;
    }
    if (attachments.length > 0) {
      writeAttached(early, []);
      this.attached.list = [...this.attached.list, ...attachments];
    }
  }

  /** Removes the input from before the session was known, and restores the draft into which it was typed. */
  #extractEarlyInput(): Pick<Content, 'text' | 'attachments'> {
    const expected = this.#expected ?? EMPTY;
    this.#expected = null;
    const text = this.text === expected.text ? '' : withoutSent(expected.text, this.text);
    const attachments = this.attached.list.filter((one) => !expected.attachments.includes(one));
    if (this.#session !== null && text !== '')
      writeDraft(this.#session, {
        text: expected.text,
        at: expected.at,
        ...(expected.isPlain && { isPlain: true }),
      });
    if (this.#session !== null && attachments.length > 0) writeAttached(this.#session, expected.attachments);
    return { text, attachments };
  }

  /** Shows the copy that survived a crash of the browser, unless the user has already typed something. */
  async #restoreCopy(session: string, stored: StoredDraft): Promise<void> {
    const copy = this.#copies && (await readNewerCopy(this.#copies, session, stored));
    if (!copy || this.#session !== session || this.text !== stored.text) return;
    this.#writing.write(writtenIn(copy));
    if (this.#expected) this.#expected = { ...this.#expected, ...copy };
    writeDraft(session, copy);
  }

  /** Stores the draft of this tab again when another tab has sent its own text and removed the shared draft. */
  onStorage({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
    if (this.#session === null || key !== draftKey(this.#session) || newValue !== null) return;
    if (this.text !== '') this.#store();
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
    this.#writing.write({ text, isPlain });
    this.#store();
    this.attached.list = [...attachments, ...this.attached.list];
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
    this.#writing.paste(withoutSent(text, this.text));
    // What was sent belongs to the conversation, and Ctrl+Z must not offer it to be sent again.
    this.#writing.tell((recorder) => recorder.clear());
    this.#store();
    this.attached.remove(...attachments);
    const carried = this.#carried;
    if (!carried || carried.to !== this.#session) return;
    this.#carried = null;
    // The user may have gone back and written on.
    const { from, text: before } = carried;
    if (readDraft(from).text !== before || idsOf(readAttached(from)) !== carried.attachments) return;
    writeDraftAndCopy(this.#copies, from, { text: '' });
    writeAttached(from, []);
  }

  /** Moves an attached text into the typed text. */
  insertAttached(attached: TextAttachment): void {
    this.attached.remove(attached);
    this.append(attached.text);
  }

  #store(): void {
    if (this.#session !== null) writeDraftAndCopy(this.#copies, this.#session, this.#stored());
  }

  #stored(): Omit<StoredDraft, 'at'> {
    return this.isPlain ? { text: this.text, isPlain: true } : { text: this.text };
  }
}

function idsOf(attachments: readonly Attachment[]): string {
  return attachments.map(({ id }) => id).join();
}

function writtenIn({ text, isPlain }: StoredDraft): Written {
  return { text, isPlain: isPlain === true };
}
