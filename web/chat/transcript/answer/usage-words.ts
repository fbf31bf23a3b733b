// Describes the usage and cost of answers.
import { t } from '../../../language/text.ts';
import type { AssistantMessage } from '../../../../shared/pi/messages.ts';
import { dollars, tokens } from '../../../lib/format/amounts.ts';

/** Returns `demo-tour · 1.7k in · 210 out · $0.01`, or only the models if pi does not report any usage. */
export function usageWords(messages: readonly AssistantMessage[]): string {
  const models = [...new Set(messages.flatMap(({ model }) => model ?? []))];
  const usages = messages.flatMap(({ usage }) => usage ?? []);
  const sum = (count: (usage: (typeof usages)[number]) => number): number =>
    usages.reduce((total, usage) => total + count(usage), 0);
  const sent = sum(({ input, cacheRead, cacheWrite }) => input + cacheRead + cacheWrite);
  const written = sum(({ output }) => output);
  const facts =
    sent + written > 0
      ? [t('{tokens} in', { tokens: tokens(sent) }), t('{tokens} out', { tokens: tokens(written) })]
      : [];
  const cost = sum(({ cost: { total } }) => total);
  return [...models, ...facts, ...(cost > 0 ? [dollars(cost)] : [])].join(' · ');
}
