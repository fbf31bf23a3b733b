// Which session the draft on the page belongs to, and what moves into the next one: input from before the session was
// known, and the whole draft if the session is new. Each agent that the user chooses begins a new place.
import type { Attachment } from './attachment.ts';
import { withoutSent } from './draft-text.ts';
import { BLANK, type Written } from './draft-writing.svelte.ts';
import {
  readAttached,
  readDraft,
  writeAttached,
  writeDraftAndCopy,
  writeUnanswered,
  type DraftCopies,
  type StoredDraft,
  type Unanswered,
} from './stored-drafts.ts';

/** A draft with everything that belongs to it. */
export interface Content extends Written {
  attachments: readonly Attachment[];
  unanswered: Unanswered | null;
}

const NOTHING: Content = { ...BLANK, attachments: [], unanswered: null };
/** Begins the name of a draft whose session is not known yet. */
const UNKNOWN = 'in ';

export class DraftPlace {
  readonly #copies: DraftCopies | null;
  /** The id of the session, or a name for the agent until the session is known. Null at first. */
  #session: string | null = null;
  /**
   * What stays here if another session opens: nothing while no session is known, and what an expected session had before
   * the user went on. Null once the session is open, because then everything stays.
   */
  #own: Content | null = NOTHING;
  /** The same, since the user asked for another session. */
  #leaving: Content | null = null;
  /**
   * The draft of the previous session, and the text (`here`) that was shown after the switch. Null if there is none, or
   * if the session has a draft of its own.
   */
  #previous: (Content & { session: string; here: string }) | null = null;
  /** The name of the draft of an agent whose session was not known yet, and the session into which that moved. */
  #moved: { from: string | null; to: string } | null = null;
  /** The draft of the shown agent while its session is not known. */
  #early: string | null = null;
  /** The rows that the page showed when the session was last reported. */
  #rows: readonly unknown[] | undefined;
  /** The draft that moved into another session. It stays stored in its own until it is sent there. */
  #carried: (Content & { session: string; to: string | null }) | null = null;

  constructor(copies: DraftCopies | null) {
    this.#copies = copies;
  }

  get session(): string | null {
    return this.#session;
  }

  /** Returns the present name of what `session` named before a wait. */
  nameOf(session: string | null): string | null {
    return session === this.#moved?.from ? this.#moved.to : session;
  }

  /** Returns a place for the draft of another session, which the page does not show. */
  elsewhere(): DraftPlace {
    const other = new DraftPlace(this.#copies);
    other.#carried = this.#carried;
    return other;
  }

  /** Returns to which draft to go until the session of the agent is known. Null if that is this one. */
  expect(likely: string | null, agent: string): string | null {
    this.#early = UNKNOWN + agent;
    const session = likely ?? this.#early;
    return session === this.#session || (likely === null && this.#own === null) ? null : session;
  }

  /** Must be called with the draft of an expected session when it is shown. */
  onExpected(shown: Content): void {
    this.#own = this.#isUnknown ? NOTHING : shown;
  }

  /** Must be called when the draft was restored after a crash. */
  onRestored(restored: Written): void {
    if (this.#own && !this.#isUnknown) this.#own = { ...this.#own, ...restored };
  }

  /** Must be called when the user asks for another session. Returns what to call if that does not open. */
  leave(shown: Content): () => void {
    this.#leaving = shown;
    return () => (this.#leaving = null);
  }

  /** Goes to another session. Returns its stored draft, and the input that moves there. */
  goTo(session: string, shown: Content): { stored: StoredDraft; early: Content } {
    const before = this.#session;
    // A session that the user asked for may look empty until its rows arrive. Only a new one takes the draft along.
    const isAskedFor = this.#leaving !== null;
    const own = this.#own ?? this.#leaving;
    const early = own ? this.#take(inputSince(own, shown, isAskedFor), before, own) : NOTHING;
    if (isAskedFor) this.#previous = null;
    else if (before !== null && !this.#isUnknown)
      this.#previous = { ...shown, session: before, here: early.text };
    if (this.#isUnknown) this.#moved = { from: before, to: session };
    this.#own = this.#leaving = null;
    this.#session = session;
    const stored = readDraft(session);
    if (stored.text !== '') this.#previous = null;
    return { stored, early };
  }

  /**
   * Must be called when the session is open, with what the page shows. Returns the draft of the previous session, with
   * what the user typed while this one opened, if that moves here.
   */
  open(isEmpty: boolean, rows: readonly unknown[] | undefined, shown: Content): Content | null {
    this.#own = null;
    const hasOwnRows = !isEmpty && rows !== this.#rows;
    this.#rows = rows;
    const previous = this.#previous;
    if (isEmpty || hasOwnRows) this.#previous = null;
    if (!isEmpty || !previous || !shown.text.startsWith(previous.here) || shown.attachments.length > 0)
      return null;
    this.#carried = { ...previous, to: this.#session };
    return { ...previous, text: previous.text + shown.text.slice(previous.here.length) };
  }

  /** Removes what is stored for the agent from before its session was known, and returns it. */
  takeEarly(): Content {
    const early = this.#early;
    this.#early = null;
    if (early === null) return NOTHING;
    return this.#take(storedIn(early), early, NOTHING);
  }

  /** Removes a draft that moved here from its own session once it is sent. The user may have gone back and written on. */
  onSent(): void {
    const carried = this.#carried;
    if (!carried || carried.to !== this.#session) return;
    this.#carried = null;
    const stored = storedIn(carried.session);
    if (stored.text === carried.text && idsOf(stored) === idsOf(carried))
      this.#take(stored, carried.session, NOTHING);
  }

  get #isUnknown(): boolean {
    return this.#session?.startsWith(UNKNOWN) ?? true;
  }

  /** Takes `input` out of the stored draft of a session, and returns it. `rest` stays. */
  #take(input: Content, session: string | null, rest: Content): Content {
    if (session === null) return input;
    if (input.text !== '') writeDraftAndCopy(this.#copies, session, rest);
    if (input.attachments.length > 0) writeAttached(session, rest.attachments);
    if (input.unanswered) writeUnanswered(session, rest.unanswered);
    return input;
  }
}

/** Returns what was added to `own`. A message may have been sent as well, but not to a session that is only asked for. */
function inputSince(own: Content, shown: Content, isAskedFor: boolean): Content {
  const isSent = !isAskedFor && shown.unanswered?.key !== own.unanswered?.key;
  return {
    ...shown,
    text: withoutSent(own.text, shown.text),
    attachments: shown.attachments.filter((one) => !own.attachments.includes(one)),
    unanswered: isSent ? shown.unanswered : null,
  };
}

function storedIn(session: string): Content {
  return { ...NOTHING, ...readDraft(session), attachments: readAttached(session) };
}

function idsOf({ attachments }: Content): string {
  return attachments.map(({ id }) => id).join();
}
