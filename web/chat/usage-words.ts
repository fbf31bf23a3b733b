// Describes the usage and cost of an answer.
import { t } from '../language/text.ts';
import type { AssistantMessage, Cost, Usage } from '../../shared/pi/messages.ts';
import { dollars, tokens } from '../lib/format/amounts.ts';
import { dotted } from '../lib/format/dotted.ts';

/** Whether pi reported tokens. A message that failed before the model answered has none. */
export function hasUsage({ usage }: AssistantMessage): boolean {
  return usage !== undefined && inputTokens(usage) + usage.output > 0;
}

/**
 * Returns `demo · demo-tour · 1.7k in · 210 out · $0.01 estimated`, or only the provider and the model if pi does not
 * report any usage. A model that chose another one is followed by it: `auto → gpt-5`.
 */
export function usageWords(message: AssistantMessage): string {
  const { model, provider, responseModel, usage } = message;
  return dotted([
    provider,
    [...new Set([model, responseModel])].filter(Boolean).join(' → '),
    ...(usage && hasUsage(message)
      ? [
          t('{tokens} in', { tokens: tokens(inputTokens(usage)) }),
          t('{tokens} out', { tokens: tokens(usage.output) }),
        ]
      : []),
    usage !== undefined && usage.cost.total > 0 && costWords(usage.cost),
  ]);
}

/** pi >= 1.5 says whether the provider has billed the amount; older ones always estimate it. */
function costWords({ total, totalFromProvider }: Cost): string {
  const amount = dollars(total);
  return totalFromProvider ? t('{amount} billed', { amount }) : t('{amount} estimated', { amount });
}

function inputTokens({ input, cacheRead, cacheWrite }: Usage): number {
  return input + cacheRead + cacheWrite;
}
