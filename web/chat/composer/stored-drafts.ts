// Drafts and what was sent before, in the browser's own storage: by session, bounded, and never a reason to fail.
// A draft is kept twice: for the tab, and for whichever tab comes next. Pure but for the storage that it is given.

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const DRAFT = 'pi-panel.draft:';
const MAX_DRAFTS = 50;
const SENT = 'pi-panel.sent';
const MAX_SENT = 100;
/** A pasted log is no line to recall. */
const LONGEST_SENT = 20_000;

const ASKED = 'pi-panel.asked:';
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

/** Where there is none, an empty one from 1970. */
export function readDraft(store: Store, key: string): StoredDraft {
  return { text: '', at: 0, ...parse<Partial<StoredDraft>>(store.getItem(DRAFT + key), {}) };
}

/** Under which a draft for the next tab stands, as the `storage` event names it. */
export const draftKey = (session: string): string => DRAFT + session;

/** What this tab wrote, also when it is empty by now; null when it wrote nothing. */
export function readOwnDraft(tab: Store, key: string): StoredDraft | null {
  return parse<StoredDraft | null>(tab.getItem(DRAFT + key), null);
}

export function writeOwnDraft(tab: Store, key: string, draft: StoredDraft): void {
  put(tab, DRAFT + key, JSON.stringify(draft));
}

/**
 * The session that this tab saw last, whatever the agent is called now; for a new tab the one that was last seen with
 * this agent, if no other was seen since.
 */
export function readLastSession(tab: Store, shared: Store, agent: string): string | null {
  const last = parse<{ agent?: string; session?: string } | null>(shared.getItem(LAST), null);
  return tab.getItem(LAST) ?? (last?.agent === agent ? (last.session ?? null) : null);
}

export function writeLastSession(tab: Store, shared: Store, last: { agent: string; session: string }): void {
  put(tab, LAST, last.session);
  put(shared, LAST, JSON.stringify(last));
}

/** An empty text forgets the draft. `at`: now, in ms since 1970. */
export function writeDraft(store: Store, key: string, { text, at }: StoredDraft): void {
  if (text === '') return store.removeItem(DRAFT + key);
  const isNew = store.getItem(DRAFT + key) === null;
  put(store, DRAFT + key, JSON.stringify({ text, at }));
  if (isNew) forgetOldest(store);
}

export function readAsked(store: Store, key: string): Asked | null {
  return parse<Asked | null>(store.getItem(ASKED + key), null);
}

export function writeAsked(store: Store, key: string, asked: Asked | null): void {
  if (asked) put(store, ASKED + key, JSON.stringify(asked));
  else store.removeItem(ASKED + key);
}

/** What was sent, the newest last. */
export function readSent(store: Store): string[] {
  return parse<string[]>(store.getItem(SENT), []);
}

export function addSent(store: Store, text: string): void {
  if (text.length > LONGEST_SENT) return;
  const others = readSent(store).filter((known) => known !== text);
  put(store, SENT, JSON.stringify([...others, text].slice(-MAX_SENT)));
}

function forgetOldest(store: Store): void {
  const keys = Array.from({ length: store.length }, (_, i) => store.key(i)!).filter((key) =>
    key.startsWith(DRAFT),
  );
  if (keys.length <= MAX_DRAFTS) return;
  const age = (key: string): number => parse<Partial<StoredDraft>>(store.getItem(key), {}).at ?? 0;
  const byAge = keys.sort((a, b) => age(a) - age(b));
  for (const key of byAge.slice(0, keys.length - MAX_DRAFTS)) store.removeItem(key);
}

/** A full store must not keep anybody from typing: the draft is then in the page only. */
function put(store: Store, key: string, value: string): void {
  try {
    store.setItem(key, value);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** What somebody else wrote under our name is as good as nothing. */
function parse<T>(text: string | null, otherwise: T): T {
  try {
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}
