// The menu of a stored session.
import { t } from '../language/text.ts';
import type { NamedSession, StoredSession } from '../../shared/stored-sessions.ts';
import type { MenuItem } from '../ui/lists/menu-item.ts';
import type { SessionActs } from './session-acts.ts';

export interface SessionMenuOptions {
  onrename: () => void;
  onchoose: () => void;
  /** The current folder if it is not the session's own, because a copy can then be continued there. Null otherwise. */
  elsewhere: string | null;
  /** The items of the open session. */
  own: readonly MenuItem[];
}

export function sessionMenu(
  session: StoredSession,
  acts: SessionActs,
  { onrename, onchoose, elsewhere, own }: SessionMenuOptions,
): MenuItem[] {
  const { pinned = false, archived = false, isHomeless = false } = session;
  const isOpen = acts.agentOf(session) !== undefined;
  return [
    { label: t('Read without continuing'), act: () => acts.read(session) },
    ...(isOpen || isHomeless
      ? []
      : [{ label: t('Open with a new agent'), act: () => void acts.open(session) }]),
    ...(elsewhere === null
      ? []
      : [{ label: t('Continue in this folder'), act: () => void acts.continueIn(session, elsewhere) }]),
    { label: t('Rename'), act: onrename },
    { label: pinned ? t('Unpin') : t('Pin'), act: () => void acts.pin(session, !pinned) },
    { label: archived ? t('Unarchive') : t('Archive'), act: () => void acts.archive([session], !archived) },
    { label: t('Select several'), act: onchoose },
    ...own.map((item, at) => ({ ...item, isSeparated: at === 0 })),
    ...exportItems(session, acts).map((item, at) => ({ ...item, isSeparated: at === 0 })),
    { label: t('Delete'), act: () => void acts.delete([session]), isSeparated: true },
  ];
}

export function exportItems(session: NamedSession, acts: SessionActs): MenuItem[] {
  return [
    { label: t('Copy as Markdown'), act: () => void acts.copyMarkdown(session) },
    { label: t('Download as HTML'), act: () => void acts.downloadHtml(session) },
    { label: t('Download as JSONL'), act: () => void acts.download(session) },
  ];
}
