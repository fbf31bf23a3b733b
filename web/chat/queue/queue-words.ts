// What the page says about a message that waits: which boundary it waits for, and who has it. Pure.
import { sinceWhich } from '../../../shared/pi/abilities.ts';
import type { Lane, Queued } from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';

export const LANE_WORDS: Record<Lane, { word: string; action: string; when: string }> = {
  steer: { word: 'Steer', action: 'Steer', when: 'after this turn’s tools' },
  followUp: { word: 'Follow-up', action: 'Follow up', when: 'when it would stop' },
};

/** Where a message is, and what it waits for. */
export function whereabouts({ state, isForeign }: Queued, lane: Lane, { run, can }: View): string {
  if (state === 'sending') return 'sending …';
  if (state === 'failed') return 'not taken';
  const when = run ? LANE_WORDS[lane].when : 'with the next message';
  if (isForeign) return `${when} · from an extension`;
  if (can.clearQueue) return when;
  return state === 'held' ? `${run ? when : 'until you send it'} · held here` : `${when} · with pi for good`;
}

/** Why this message cannot be changed; null when it can. */
export function fixedBecause({ state, isForeign }: Queued, { can, version }: View): string | null {
  if (isForeign) return 'An extension queued it, and pi would give it back without its pictures.';
  if (state === 'sending') return 'It is on its way.';
  if (can.clearQueue || state !== 'waiting') return null;
  return `pi ${version ?? ''} does not give back queued messages: that takes ${sinceWhich('clearQueue')} or newer.`;
}
