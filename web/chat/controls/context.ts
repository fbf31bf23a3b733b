// Computes how full the context of the model is, for the meter and its details. Pure.
import { t } from '../../language/text.ts';
import { tokens } from '../../lib/format/amounts.ts';
import type { View } from '../../../shared/view/view.ts';

export interface Context {
  /** Tokens; null if unknown. */
  used: number | null;
  /** Tokens; 0 without a model. */
  size: number;
  percent: number | null;
  /** pi's estimate after a compaction, until the next answer. */
  isEstimate: boolean;
  words: string;
  /** For the meter, which leaves out `shortRest` where it has no room. */
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
    return t('unknown of {size} tokens until the next answer', { size: tokens(size) });
  const values = { used: tokens(used), size: tokens(size), percent: Math.round(percent) };
  return isEstimate
    ? t('about {used} of {size} tokens, {percent} %, estimated until the next answer', values)
    : t('{used} of {size} tokens, {percent} %', values);
}
