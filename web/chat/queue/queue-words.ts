// What the row of a message says beside its text.
import { t } from '../../language/text.ts';
import { firstVersionWith } from '../../../shared/pi/abilities.ts';
import type { Queued } from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';

/** Returns why a message that waits cannot be changed; null if it can. */
export function whyFixed(
  { isForeign, state }: Pick<Queued, 'isForeign' | 'state'>,
  { can, version }: Pick<View, 'can' | 'version'>,
): string | null {
  if (isForeign) return t('An extension queued it, and pi would return it without its images.');
  if (state === 'sending') return t('It is being sent.');
  if (can.clearQueue || state !== 'waiting') return null;
  return t("{pi} can't return queued messages: that takes {needed} or newer.", {
    pi: `pi ${version ?? ''}`,
    needed: firstVersionWith('clearQueue'),
  });
}

/** Explains a message that does not simply wait in its lane: not accepted, held, or queued by an extension. */
export function waitingNote(
  { isForeign, state }: Pick<Queued, 'isForeign' | 'state'>,
  { can, compaction, run }: Pick<View, 'can' | 'compaction' | 'run'>,
): string {
  if (state === 'sending') return t('sending…');
  if (state === 'failed') return t('not accepted');
  if (state === 'held' && compaction) return t('after the compaction');
  const when = run ? '' : t('with the next message');
  if (isForeign) return joinWords(when, t('from an extension'));
  if (can.clearQueue) return when;
  if (state === 'held') return joinWords(run ? '' : t('until you send it'), t('held by the panel'));
  return joinWords(when, t('cannot be changed'));
}

/** Says where a message was returned that was not delivered. Its error, if it has one, says the rest. */
export function returnedNote({ error, session }: Queued, shown: string | undefined): string {
  if (session && session.id !== shown)
    return session.title
      ? t('not delivered, from “{session}”', { session: session.title })
      : t('not delivered, from another session');
  return error ? '' : t('not delivered');
}

const joinWords = (...words: string[]): string => words.filter(Boolean).join(' · ');
