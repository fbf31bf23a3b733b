// Drafts, unanswered requests and sent messages in the browser's storage. A draft is stored by session and twice: for
// this tab, and for the next tab that opens the session.
import {
  asArray,
  asObject,
  isText,
  Persisted,
  persistedKeys,
  type Area,
} from '../../../lib/storage/persisted.ts';
import { isComment, storedAttachments, storedComments, type Attachment } from './attachment.ts';

const DRAFT = 'pi-panel.draft:';
const MAX_DRAFTS = 50;
const MAX_SENT = 100;
/** In characters. A pasted log is not worth recalling. */
const MAX_SENT_LENGTH = 20_000;

/** A message that was sent and not answered yet. */
export interface Asked {
  /** The idempotency key of its request, which is also its id in the queue and in the view. */
  key: string;
  text: string;
}

/** As the view has it. */
export interface PutText {
  session: string;
  text: string;
  n: number;
}

export interface StoredDraft {
  text: string;
  /** When it was written, in ms since 1970. */
  at: number;
}

/**
 * Copies of drafts that the browser writes to the disk at once, for the case that it crashes. localStorage can be read
 * at once, but reaches the disk seconds later.
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

/** Only the last one of all sessions: it may be long. */
const putTexts = (['tab', 'browser'] as const).map(
  (area) =>
    new Persisted<PutText | null>({
      area,
      key: 'pi-panel.extension-text',
      parse: (value) => {
        const { session, text, n } = asObject(value);
        return isText(session) && isText(text) && typeof n === 'number' ? { session, text, n } : null;
      },
    }),
);

/** The draft that this tab wrote, even if it is empty by now; else the one that any tab wrote last. */
export function readDraft(session: string): StoredDraft {
  return draftIn('tab', session).get() ?? readSharedDraft(session);
}

/** The draft that any tab wrote last; an empty one from 1970 if there is none. */
export function readSharedDraft(session: string): StoredDraft {
  return draftIn('browser', session).get() ?? NO_DRAFT;
}

/** An empty text removes the draft for other tabs. */
export function writeDraft(session: string, draft: StoredDraft): void {
  draftIn('tab', session).set(draft);
  const shared = draftIn('browser', session);
  const isNew = shared.get() === null;
  shared.set(draft.text === '' ? null : draft);
  if (isNew && draft.text !== '') removeOldestDrafts();
}

/** Writes a draft of now, and its copy, even if it is empty: that records that the draft was sent. */
export function writeDraftAndCopy(copies: DraftCopies | null, session: string, text: string): void {
  const at = Date.now();
  writeDraft(session, { text, at });
  // A browser without IndexedDB has no copies.
  void copies?.put({ session, text, at }).catch(() => undefined);
}

/** The copy of a draft, if it is newer because the browser crashed. `stored`: the draft as it was read. */
export async function readNewerCopy(
  copies: DraftCopies,
  session: string,
  stored: StoredDraft,
): Promise<StoredDraft | null> {
  const copy = await copies.get(session).catch(() => undefined);
  if (!copy) return null;
  const shared = readSharedDraft(session);
  // Both are written together. Without a crash the copy is newer only if the text was sent and so removed.
  if (copy.at <= Math.max(stored.at, shared.at) || (shared.at === 0 && copy.text === '')) return null;
  // Another tab may have written the copy.
  if (shared.at !== 0 && shared.text !== stored.text) return null;
  return { text: copy.text, at: copy.at };
}

/** The key of the draft for other tabs, as the `storage` event names it. */
export function draftKey(session: string): string {
  return DRAFT + session;
}

/** The attachments of this tab; in another tab only the comments, since the user wrote them. */
export function readAttached(session: string): readonly Attachment[] {
  const stored = storedAttachments(session);
  const own = stored.get();
  if (own.length > 0) return own;
  const comments = storedComments(session).get();
  if (comments.length > 0) stored.set(comments);
  return comments;
}

/** Returns false if they do not fit: then none are stored. */
export function writeAttached(session: string, attachments: readonly Attachment[]): boolean {
  const stored = storedAttachments(session);
  const [before, comments] = [stored.get(), attachments].map((all) => all.filter(isComment));
  // Another tab may have its own.
  if (JSON.stringify(before) !== JSON.stringify(comments))
    storedComments(session).set(comments!.length > 0 ? comments! : null);
  const isStored = stored.set(attachments.length > 0 ? attachments : null);
  if (!isStored) stored.set(null);
  return isStored;
}

export function readAsked(session: string): Asked | null {
  return askedIn(session).get();
}

export function writeAsked(session: string, asked: Asked | null): void {
  askedIn(session).set(asked);
}

/** The text that an extension last put into the draft of this session, which this tab knows, or any tab. */
export function readPutText(session: string): PutText | null {
  return putTexts.map((stored) => stored.get()).find((put) => put?.session === session) ?? null;
}

export function writePutText(put: PutText): void {
  for (const stored of putTexts) stored.set(put);
}

/** The sent messages, the newest last. */
export function readSent(): string[] {
  return sent.get();
}

export function addSent(text: string): void {
  if (text.length > MAX_SENT_LENGTH) return;
  const others = readSent().filter((known) => known !== text);
  sent.set([...others, text].slice(-MAX_SENT));
}

function draftIn(area: Area, session: string): Persisted<StoredDraft | null> {
  return new Persisted<StoredDraft | null>({
    area,
    key: draftKey(session),
    parse: (value) => {
      const { text, at } = asObject(value);
      return isText(text) ? { text, at: typeof at === 'number' ? at : 0 } : null;
    },
  });
}

function askedIn(session: string): Persisted<Asked | null> {
  return new Persisted<Asked | null>({
    area: 'browser',
    key: `pi-panel.asked:${session}`,
    parse: (value) => {
      const { key, text } = asObject(value);
      return isText(key) && isText(text) ? { key, text } : null;
    },
  });
}

function removeOldestDrafts(): void {
  const sessions = persistedKeys('browser', DRAFT).map((key) => key.slice(DRAFT.length));
  if (sessions.length <= MAX_DRAFTS) return;
  const byAge = sessions.sort((a, b) => readSharedDraft(a).at - readSharedDraft(b).at);
  for (const session of byAge.slice(0, sessions.length - MAX_DRAFTS)) draftIn('browser', session).set(null);
}
