// The thinking levels of the current model.
import type { ThinkingLevel } from '../../shared/pi/messages.ts';
import type { View } from '../../shared/view/view.ts';

const LEVELS: readonly ThinkingLevel[] = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/**
 * The fallback for pi before 0.81, which does not report the levels of a model. Every reasoning model accepts these.
 */
const COMMON_LEVELS: readonly ThinkingLevel[] = LEVELS.slice(0, 5);

export function thinkingLevelsOf(view: Pick<View, 'model' | 'thinkingLevels'>): readonly ThinkingLevel[] {
  if (!view.model?.reasoning) return ['off'];
  return view.thinkingLevels.length > 0 ? view.thinkingLevels : COMMON_LEVELS;
}
