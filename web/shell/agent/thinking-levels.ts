// Which thinking levels can be offered.
import type { ThinkingLevel } from '../../../shared/pi/messages.ts';
import type { View } from '../../../shared/view/view.ts';

/** pi before 0.81 cannot say which levels a model has; these are those that every reasoning model takes. */
const USUAL: ThinkingLevel[] = ['off', 'minimal', 'low', 'medium', 'high'];

export function thinkingLevelsOf(view: Pick<View, 'model' | 'thinkingLevels'>): ThinkingLevel[] {
  if (!view.model?.reasoning) return ['off'];
  return view.thinkingLevels.length > 0 ? view.thinkingLevels : USUAL;
}
