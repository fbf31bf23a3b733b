// The facts that help to choose a model, in a few words.
import type { SetupModel } from '../../../shared/setup.ts';
import { tokens } from '../../lib/amounts.ts';

export function modelFacts({ contextWindow, cost, hasImages, hasThinking }: SetupModel): string {
  return [
    contextWindow > 0 && `${tokens(contextWindow)} context`,
    cost.input + cost.output > 0 && `$${price(cost.input)} in, $${price(cost.output)} out`,
    hasImages && 'images',
    hasThinking && 'thinking',
  ]
    .filter(Boolean)
    .join(' · ');
}

const price = (dollars: number): string => String(Math.round(dollars * 100) / 100);
