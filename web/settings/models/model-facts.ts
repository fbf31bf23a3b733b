// A short summary of the facts that help to choose a model.
import { t } from '../../language/text.ts';
import type { SetupModel } from '../../../shared/setup.ts';
import { price, tokens } from '../../lib/format/amounts.ts';

/** Returns a model's context, price and abilities, each of which can be empty, for the columns of a list. */
export function factColumns({ contextWindow, cost, hasImages, hasThinking }: SetupModel): string[] {
  return [
    contextWindow > 0 ? t('{tokens} context', { tokens: tokens(contextWindow) }) : '',
    cost.input + cost.output > 0
      ? t('{input} in, {output} out##price', {
          input: `$${price(cost.input)}`,
          output: `$${price(cost.output)}`,
        })
      : '',
    [hasImages && t('images'), hasThinking && t('thinking')].filter(Boolean).join(' · '),
  ];
}

export const modelFacts = (model: SetupModel): string => factColumns(model).filter(Boolean).join(' · ');
