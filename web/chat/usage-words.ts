// Describes the usage and cost of an answer.
import { t } from '../language/text.ts';
import type { AssistantMessage, Usage } from '../../shared/pi/messages.ts';
import { dollars, tokens } from '../lib/format/amounts.ts';

/** Whether pi reported tokens. A message that failed before the model answered has none. */
export function hasUsage({ usage }: AssistantMessage): boolean {
  return usage !== undefined && inputTokens(usage) + usage.output > 0;
}

/** Returns `demo-tour · 1.7k in · 210 out · $0.01`, or only the model if pi does not report any usage. */
export function usageWords(message: AssistantMessage): string {
  const { model, usage } = message;
  return [
    model,
    ...(usage && hasUsage(message)
      ? [
          t('{tokens} in', { tokens: tokens(inputTokens(usage)) }),
          t('{tokens} out', { tokens: tokens(usage.output) }),
        ]
      : []),
    usage && usage.cost.total > 0 && dollars(usage.cost.total),
  ]
    .filter(Boolean)
    .join(' · ');
}

function inputTokens({ input, cacheRead, cacheWrite }: Usage): number {
  return input + cacheRead + cacheWrite;
}
