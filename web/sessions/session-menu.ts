// The menu of a stored session.
import type { NamedSession, StoredSession } from '../../shared/stored-sessions.ts';
import type { MenuItem } from '../ui/menu-item.ts';
import type { SessionActs } from './session-acts.ts';

export interface SessionMenuOptions {
  onrename: () => void;
  onchoose: () => void;
  /** Another folder that a copy could be continued in; null: there is none. */
  elsewhere: string | null;
}

export function sessionMenu(
  session: StoredSession,
  acts: SessionActs,
  { onrename, onchoose, elsewhere }: SessionMenuOptions,
): MenuItem[] {
  const { pinned = false, archived = false, isHomeless = false } = session;
  const isOpen = acts.agentOf(session) !== undefined;
  return [
    { label: 'Read without continuing', act: () => acts.read(session) },
    ...(isOpen || isHomeless ? [] : [{ label: 'Open with a new agent', act: () => void acts.open(session) }]),
    ...(elsewhere === null
      ? []
      : [{ label: 'Continue in this folder', act: () => void acts.continueIn(session, elsewhere) }]),
    { label: 'Rename', act: onrename },
    { label: pinned ? 'Unpin' : 'Pin', act: () => void acts.pin(session, !pinned) },
    { label: archived ? 'Unarchive' : 'Archive', act: () => void acts.archive([session], !archived) },
    { label: 'Choose several', act: onchoose },
    ...exportItems(session, acts).map((item, at) => ({ ...item, isSeparated: at === 0 })),
    { label: 'Delete', act: () => void acts.delete([session]), isSeparated: true },
  ];
}

export function exportItems(session: NamedSession, acts: SessionActs): MenuItem[] {
  return [
    { label: 'Copy as Markdown', act: () => void acts.copyMarkdown(session) },
    { label: 'Download as HTML', act: () => void acts.downloadHtml(session) },
    { label: 'Download as JSONL', act: () => void acts.download(session) },
  ];
}
