// Drafts and sent messages in the browser's storage: by session, and bounded.
// A draft is kept twice: for this tab, and for the next tab.
import {
  asArray,
  asObject,
  isText,
  Persisted,
  PersistedText,
  persistedKeys,
  type Area,
} from '../../lib/persisted.ts';

const DRAFT = 'pi-panel.draft:';
const MAX_DRAFTS = 50;
const MAX_SENT = 100;
/** A pasted log is no line to recall. */
const LONGEST_SENT = 20_000;

const LAST = 'pi-panel.last-session';

/** A message that was sent and not answered yet. */
export interface Asked {
  /** The idempotency key of its request, which is its name everywhere. */
  key: string;
  text: string;
}

export interface StoredDraft {
  text: string;
  /** ms since 1970 */
  at: number;
}

const sent = new Persisted({
  area: 'browser',
  key: 'pi-panel.sent',
  parse: (value) => asArray(value, isText),
});
const lastInTab = new PersistedText('tab', LAST);
const lastOfAll = new Persisted({
  area: 'browser',
  key: LAST,
  parse: (value) => {
    const { agent, session } = asObject(value);
    return isText(agent) && isText(session) ? { agent, session } : null;
  },
});

function draftIn(area: Area, key: string): Persisted<StoredDraft | null> {
  return new Persisted<StoredDraft | null>({
    area,
    key,
    parse: (value) => {
      const { text, at } = asObject(value);
      return isText(text) ? { text, at: typeof at === 'number' ? at : 0 } : null;
    },
  });
}

/** Where there is none, an empty one from 1970. */
export function readDraft(session: string): StoredDraft {
  return draftIn('browser', draftKey(session)).get() ?? { text: '', at: 0 };
}

/** The key of a draft for the next tab, as the `storage` event names it. */
export const draftKey = (session: string): string => DRAFT + session;

/** What this tab wrote, even if it is empty by now; null when it wrote nothing. */
export function readOwnDraft(session: string): StoredDraft | null {
  return draftIn('tab', draftKey(session)).get();
}

export function writeOwnDraft(session: string, draft: StoredDraft): void {
  draftIn('tab', draftKey(session)).set(draft);
}

/**
 * The session that this tab saw last, whatever the agent is called now; for a new tab the one that was last seen with
 * this agent, if no other was seen since.
 */
export function readLastSession(agent: string): string | null {
  const last = lastOfAll.get();
  return lastInTab.get() ?? (last?.agent === agent ? last.session : null);
}

export function writeLastSession(last: { agent: string; session: string }): void {
  lastInTab.set(last.session);
  lastOfAll.set(last);
}

/** An empty text forgets the draft. `at`: now, in ms since 1970. */
export function writeDraft(session: string, { text, at }: StoredDraft): void {
  const stored = draftIn('browser', draftKey(session));
  const isNew = stored.get() === null;
  stored.set(text === '' ? null : { text, at });
  if (isNew && text !== '') forgetOldest();
}

export function readAsked(session: string): Asked | null {
  return askedIn(session).get();
}

export function writeAsked(session: string, asked: Asked | null): void {
  askedIn(session).set(asked);
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

/** What was sent, the newest last. */
export function readSent(): string[] {
  return sent.get();
}

export function addSent(text: string): void {
  if (text.length > LONGEST_SENT) return;
  const others = readSent().filter((known) => known !== text);
  sent.set([...others, text].slice(-MAX_SENT));
}

function forgetOldest(): void {
  const keys = persistedKeys('browser', DRAFT);
  if (keys.length <= MAX_DRAFTS) return;
  const age = (key: string): number => draftIn('browser', key).get()?.at ?? 0;
  const byAge = keys.sort((a, b) => age(a) - age(b));
  for (const key of byAge.slice(0, keys.length - MAX_DRAFTS)) draftIn('browser', key).set(null);
}
