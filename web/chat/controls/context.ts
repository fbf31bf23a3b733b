// Computes how full the model's context window is, for the meter and its details.
import { t } from '../../language/text.ts';
import { tokens } from '../../lib/format/amounts.ts';
import type { View } from '../../../shared/view/view.ts';

export interface Context {
  /** The used tokens. Null if unknown. */
  used: number | null;
  /** The size of the context window in tokens. 0 without a model. */
  size: number;
  percent: number | null;
  /** Whether `used` is pi's estimate, as after a compaction until the next answer. */
  isEstimate: boolean;
  words: string;
  /** The text of the meter. If there is no room, the meter omits `shortRest`. */
  short: string;
  shortRest: string;
}

export function contextOf(view: Pick<View, 'stats' | 'model' | 'contextEstimate'> | null): Context {
  const usage = view?.stats?.contextUsage;
  const size = usage?.contextWindow ?? view?.model?.contextWindow ?? 0;
  const counted = usage?.tokens ?? null;
  const estimate = view?.contextEstimate ?? null;
  const isEstimate = estimate !== null;
  const used = estimate ?? counted;
  const percent = used === null || size === 0 ? null : (100 * used) / size;
  return {
    used,
    size,
    percent,
    isEstimate,
    words: describe({ used, size, percent, isEstimate }),
    short: used === null ? '?' : `${isEstimate ? '~' : ''}${tokens(used)}`,
    shortRest: used === null ? t('until the next answer') : `/ ${tokens(size)}`,
  };
}

function describe({
  used,
  size,
  percent,
  isEstimate,
}: Pick<Context, 'used' | 'size' | 'percent' | 'isEstimate'>): string {
  if (size === 0) return t('no model');
  if (used === null || percent === null)
    return t('usage of {size} tokens unknown until the next answer', { size: tokens(size) });
  const values = { used: tokens(used), size: tokens(size), percent: Math.round(percent) };
  return isEstimate
    ? t('about {used} of {size} tokens, {percent} %, estimated until the next answer', values)
    : t('{used} of {size} tokens, {percent} %', values);
}
