// Stores in the browser what the composer holds: drafts and attachments, messages that the server has not confirmed, and
// sent messages. The draft of a session is stored twice: for this tab, and for the next tab that opens the session.
import {
  asArray,
  asObject,
  isText,
  Persisted,
  persistedKeys,
  type Area,
} from '../../../lib/storage/persisted.ts';
import type { Written } from './draft-writing.svelte.ts';
import { isComment, storedAttachments, storedComments, type Attachment } from './attachment.ts';

const DRAFT = 'pi-panel.draft:';
const MAX_DRAFTS = 50;
const MAX_SENT = 100;
/** In characters. Longer messages, such as pasted logs, are not worth recalling. */
const MAX_SENT_LENGTH = 20_000;

/** A message whose response has not arrived yet. */
export interface Unanswered {
  /** The idempotency key of its request, which is also its id in the queue and in the view. */
  key: string;
  text: string;
}

/** The edit of an earlier message. */
export interface Edit {
  /** The id of the entry through which pi comes back to the end of the conversation. */
  end: string;
  /** The draft from before the edit. */
  text: string;
  /** As in a stored draft. */
  isPlain?: true;
}

export interface StoredDraft {
  text: string;
  /** When it was written, in ms since 1970. */
  at: number;
  /** Set if the text goes to the model as text, although it begins with `!` or `/`. */
  isPlain?: true;
}

/**
 * Copies of drafts in IndexedDB, which browsers write to the disk at once, so that they survive a crash of the browser.
 * localStorage can be read synchronously, but is written to the disk only seconds later.
 */
export interface DraftCopies {
  get: (session: string) => Promise<StoredDraft | undefined>;
  put: (draft: StoredDraft & { session: string }) => Promise<void>;
}

const NO_DRAFT: StoredDraft = { text: '', at: 0 };

const sent = new Persisted({
  area: 'browser',
  key: 'pi-panel.sent',
  parse: (value) => asArray(value, isText),
});

/** Those of `sent` that went to the model as text, although they begin with `!` or `/`. */
const sentPlain = new Persisted({
  area: 'browser',
  key: 'pi-panel.sent-plain',
  parse: (value) => asArray(value, isText),
});

/** Returns this tab's own draft, even if it is empty. A tab without one gets the draft that any tab wrote last. */
export function readDraft(session: string): StoredDraft {
  return draftIn('tab', session).get() ?? readSharedDraft(session);
}

/** Returns the draft that any tab wrote last, or an empty one from 1970. */
export function readSharedDraft(session: string): StoredDraft {
  return draftIn('browser', session).get() ?? NO_DRAFT;
}

/** Stores a draft. An empty text removes the draft for other tabs. */
export function writeDraft(session: string, draft: StoredDraft): void {
  const own = draftIn('tab', session);
  // Without room for the new text, a reload finds the shared draft, not the earlier text of this tab.
  if (!own.set(draft)) own.set(null);
  const shared = draftIn('browser', session);
  const isNew = shared.get() === null;
  shared.set(draft.text === '' ? null : draft);
  if (isNew && draft.text !== '') removeOldestDrafts();
}

/** Stores a draft with the current time, and its copy. An empty copy records that it was sent or cleared. */
export function writeDraftAndCopy(
  copies: DraftCopies | null,
  session: string,
  { text, isPlain }: Written,
): void {
  const draft = { text, at: Date.now(), ...(isPlain && { isPlain }) };
  writeDraft(session, draft);
  // A browser without IndexedDB has no copies, and a copy that fails costs nothing but the safety.
  void copies?.put({ session, ...draft }).catch(() => undefined);
}

/**
 * Resolves to the copy of a draft if it is newer than `stored`, the draft of this tab, because the browser crashed;
 * otherwise to null.
 */
export async function readNewerCopy(
  copies: DraftCopies,
  session: string,
  stored: StoredDraft,
): Promise<StoredDraft | null> {
  const copy = await copies.get(session).catch(() => undefined);
  if (!copy) return null;
  const shared = readSharedDraft(session);
  const hasShared = shared.at !== 0;
  // A draft and its copy are written together, with the same time, so nothing was lost.
  if (copy.at <= Math.max(stored.at, shared.at)) return null;
  // The draft was sent or cleared, which also removes the shared one.
  if (!hasShared && copy.text === '') return null;
  // Another tab wrote the shared draft, and then the copy is that tab's as well.
  if (hasShared && shared.text !== stored.text) return null;
  return { text: copy.text, at: copy.at, ...(copy.isPlain && { isPlain: true }) };
}

/** Returns the storage key of the shared draft, as a `storage` event reports it. */
export function draftKey(session: string): string {
  return DRAFT + session;
}

/**
 * Returns the attachments that this tab stored. A new tab takes over only the comments, which are the user's own text.
 */
export function readAttached(session: string): readonly Attachment[] {
  const stored = storedAttachments(session);
  const own = stored.get();
  if (own.length > 0) return own;
  const comments = storedComments(session).get();
  if (comments.length > 0) stored.set(comments);
  return comments;
}

/** Stores the attachments. Returns false, and stores none for this tab, if they are too large. */
export function writeAttached(session: string, attachments: readonly Attachment[]): boolean {
  const stored = storedAttachments(session);
  const before = stored.get().filter(isComment);
  const comments = attachments.filter(isComment);
  // The shared comments are written only after a change, because another tab may have stored its own.
  if (JSON.stringify(before) !== JSON.stringify(comments))
    storedComments(session).set(comments.length > 0 ? comments : null);
  const isStored = stored.set(attachments.length > 0 ? attachments : null);
  if (!isStored) stored.set(null);
  return isStored;
}

export function readUnanswered(session: string): Unanswered | null {
  return unansweredIn(session).get();
}

export function writeUnanswered(session: string, unanswered: Unanswered | null): void {
  unansweredIn(session).set(unanswered);
}

/** Returns the edit that is under way in this tab. */
export function readEdit(session: string): Edit | null {
  return editIn(session).get();
}

export function writeEdit(session: string, edit: Edit | null): void {
  editIn(session).set(edit);
}

/** Returns the sent messages, newest last. */
export function readSent(): string[] {
  return sent.get();
}

/** Whether a sent message went to the model as text, although it begins with `!` or `/`. */
export function wasSentPlain(text: string): boolean {
  return sentPlain.get().includes(text);
}

export function addSent(text: string, isPlain = false): void {
  if (text.length > MAX_SENT_LENGTH) return;
  const plain = sentPlain.get().filter((known) => known !== text);
  if (isPlain || plain.length < sentPlain.get().length)
    sentPlain.set([...plain, ...(isPlain ? [text] : [])].slice(-MAX_SENT));
  const others = readSent().filter((known) => known !== text);
  sent.set([...others, text].slice(-MAX_SENT));
}

function draftIn(area: Area, session: string): Persisted<StoredDraft | null> {
  return new Persisted<StoredDraft | null>({
    area,
    key: draftKey(session),
    parse: (value) => {
      const { text, at, isPlain } = asObject(value);
      if (!isText(text)) return null;
      return { text, at: typeof at === 'number' ? at : 0, ...(isPlain === true && { isPlain }) };
    },
  });
}

function unansweredIn(session: string): Persisted<Unanswered | null> {
  return new Persisted<Unanswered | null>({
    area: 'browser',
    key: `pi-panel.asked:${session}`,
    parse: (value) => {
      const { key, text } = asObject(value);
      return isText(key) && isText(text) ? { key, text } : null;
    },
  });
}

function editIn(session: string): Persisted<Edit | null> {
  return new Persisted<Edit | null>({
    area: 'tab',
    key: `pi-panel.edit:${session}`,
    parse: (value) => {
      const { end, text, isPlain } = asObject(value);
      if (!isText(end) || !isText(text)) return null;
      return isPlain === true ? { end, text, isPlain } : { end, text };
    },
  });
}

function removeOldestDrafts(): void {
  const sessions = persistedKeys('browser', DRAFT).map((key) => key.slice(DRAFT.length));
  if (sessions.length <= MAX_DRAFTS) return;
  const oldestFirst = sessions.sort((a, b) => readSharedDraft(a).at - readSharedDraft(b).at);
  for (const session of oldestFirst.slice(0, sessions.length - MAX_DRAFTS))
    draftIn('browser', session).set(null);
}
