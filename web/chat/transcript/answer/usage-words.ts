// Describes the usage and cost of an answer.
import { t } from '../../../language/text.ts';
import type { AssistantMessage } from '../../../../shared/pi/messages.ts';
import { dollars, tokens } from '../../../lib/format/amounts.ts';

/** Returns `demo-tour · 1.7k in · 210 out · $0.01`, or only the model if pi does not report any usage. */
export function usageWords({ model, usage }: AssistantMessage): string {
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0, cost } = usage ?? {};
  const sent = input + cacheRead + cacheWrite;
  return [
    model,
    ...(sent + output > 0
      ? [t('{tokens} in', { tokens: tokens(sent) }), t('{tokens} out', { tokens: tokens(output) })]
      : []),
    cost && cost.total > 0 && dollars(cost.total),
  ]
    .filter(Boolean)
    .join(' · ');
}
