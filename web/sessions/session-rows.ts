// Computes the rows of the list of sessions: filters, sorts and groups them under headings.
import { locale, t, type Text } from '../language/text.ts';
import { clockTime, daysBetween, relativeTime } from '../lib/format/relative-time.ts';
import { asObject, Persisted } from '../lib/storage/persisted.ts';
import { promptTitle } from '../../shared/plain-line.ts';
import type { StoredSession } from '../../shared/stored-sessions.ts';
import { compareNames } from '../../shared/natural-order.ts';

export const SORTS = [
  { id: 'modified', label: 'Last used' },
  { id: 'created', label: 'Created' },
  { id: 'name', label: 'Name' },
  { id: 'messages', label: 'Messages' },
] as const satisfies readonly { id: string; label: Text }[];
export const GROUPS = [
  { id: 'date', label: 'By date' },
  { id: 'folder', label: 'By folder' },
  { id: 'none', label: 'One list' },
] as const satisfies readonly { id: string; label: Text }[];

export interface ListView {
  scope: 'here' | 'all';
  sort: (typeof SORTS)[number]['id'];
  group: (typeof GROUPS)[number]['id'];
  isNamedOnly: boolean;
  showsArchived: boolean;
}

export type Row =
  | { kind: 'heading'; key: string; label: string }
  /**
   * `depth` is the number of its ancestors in the list, because a fork is below the session from which it was forked.
   * `when` is when it was last used.
   */
  | { kind: 'session'; key: string; session: StoredSession; depth: number; when: string };

export const storedView = new Persisted<ListView>({
  area: 'browser',
  key: 'pi-panel.sessions-view',
  parse: (value) => {
    const { scope, sort, group, isNamedOnly, showsArchived } = asObject(value);
    return {
      scope: scope === 'all' ? 'all' : 'here',
      sort: SORTS.find(({ id }) => id === sort)?.id ?? 'modified',
      group: GROUPS.find(({ id }) => id === group)?.id ?? 'date',
      isNamedOnly: isNamedOnly === true,
      showsArchived: showsArchived === true,
    };
  },
});

/** Forks deeper than this are not indented further. */
const MAX_DEPTH = 3;

export function titleOf({ name, firstMessage }: Pick<StoredSession, 'name' | 'firstMessage'>): string {
  return name || promptTitle(firstMessage) || t('Empty session');
}

/**
 * Returns the rows. Pinned sessions come first, and matches in the archive come last, each group under its own heading.
 * `now` is in ms since 1970.
 */
export function makeRows(
  sessions: readonly StoredSession[],
  view: ListView,
  { now, isSearch = false }: { now: number; isSearch?: boolean },
): Row[] {
  const sorted = sessions.filter(({ name }) => !view.isNamedOnly || name).toSorted(ORDER[view.sort]);
  const shown = sorted.filter(({ archived = false }) => archived === view.showsArchived);
  const archived = isSearch && !view.showsArchived ? sorted.filter(({ archived }) => archived) : [];
  const pinned = shown.filter(({ pinned }) => pinned);
  const others = shown.filter(({ pinned }) => !pinned);
  const groups = new Map<string, StoredSession[]>();
  if (pinned.length > 0) groups.set(t('Pinned'), pinned);
  for (const session of others) {
    const label = headingOf(session, view, now);
    const group = groups.get(label);
    if (group) group.push(session);
    else groups.set(label, [session]);
  }
  if (archived.length > 0) groups.set(t('Archived'), archived);
  return [...groups].flatMap(([label, group]): Row[] => [
    ...(label === '' ? [] : [{ kind: 'heading', key: `heading:${label}`, label } as const]),
    ...threadRows(group, (session) => whenOf(session, label, now)),
  ]);
}

/** Below the heading “Yesterday”, a row has the time instead of the same word again. */
function whenOf({ modified }: StoredSession, heading: string, now: number): string {
  const isSaid = heading === t('Yesterday') && daysBetween(modified, now) === 1;
  return isSaid ? clockTime(modified) : relativeTime(modified, now);
}

const ORDER: Record<ListView['sort'], (a: StoredSession, b: StoredSession) => number> = {
  modified: (a, b) => b.modified - a.modified,
  created: (a, b) => b.created - a.created,
  name: (a, b) => compareNames(titleOf(a), titleOf(b)),
  messages: (a, b) => b.messageCount - a.messageCount,
};

function headingOf(session: StoredSession, { group, sort }: ListView, now: number): string {
  if (group === 'folder') return session.workspace;
  if (group === 'none' || sort === 'name' || sort === 'messages') return '';
  const at = session[sort];
  const days = daysBetween(at, now);
  if (days <= 0) return t('Today');
  if (days === 1) return t('Yesterday');
  if (days < 7) return t('This week');
  return new Date(at).toLocaleDateString(locale(), { month: 'long', year: 'numeric' });
}

/** Lists each fork below its parent, if that is in the same group. */
function threadRows(sessions: readonly StoredSession[], whenOf: (session: StoredSession) => string): Row[] {
  const ids = new Set(sessions.map(({ id }) => id));
  const forks = new Map<string, StoredSession[]>();
  const roots: StoredSession[] = [];
  for (const session of sessions) {
    const { parent } = session;
    if (!parent || !ids.has(parent) || parent === session.id) roots.push(session);
    else forks.set(parent, [...(forks.get(parent) ?? []), session]);
  }
  const rows: Row[] = [];
  const done = new Set<string>();
  const add = (session: StoredSession, depth: number): void => {
    if (done.has(session.id)) return;
    done.add(session.id);
    const row = { session, depth: Math.min(depth, MAX_DEPTH), when: whenOf(session) };
    rows.push({ kind: 'session', key: session.id, ...row });
    for (const fork of forks.get(session.id) ?? []) add(fork, depth + 1);
  };
  for (const root of roots) add(root, 0);
  // Two files that name each other as parent are not roots, so they would be missing otherwise.
  for (const session of sessions) add(session, 0);
  return rows;
}
