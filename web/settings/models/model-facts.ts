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

/** The protocol of virtual models, which choose a model for each request (pi >= 0.99). */
const VIRTUAL_API = 'pi-virtual';

/**
 * Returns the id, the use if it is a special one, the protocol, the limit of an answer, the prices of the cache and the
 * address.
 */
export function technicalFacts({ api, baseUrl, cost, id, maxTokens, use }: SetupModel): string[] {
  const isVirtual = api === VIRTUAL_API;
  return [
    id,
    use === 'image' ? t('draws pictures for scripts of codemode') : '',
    use === 'classifier' ? t('classifies for scripts of codemode') : '',
    isVirtual ? t('virtual: chooses a model for each request') : api,
    maxTokens > 0 ? t('answers up to {tokens} tokens', { tokens: tokens(maxTokens) }) : '',
    cost.cacheRead + cost.cacheWrite > 0
      ? t('cache: {read} read, {written} written##price', {
          read: `$${price(cost.cacheRead)}`,
          written: `$${price(cost.cacheWrite)}`,
        })
      : '',
    isVirtual ? '' : baseUrl,
  ].filter(Boolean);
}

/**
 * Whether one of pi's `enabledModels` names the model: by its id, by `provider/id`, or by a pattern of these with `*` and
 * `?`. A thinking level may follow after a colon. pi cycles through these models, or through all if there are none.
 */
export function isCycled(
  { id, provider }: Pick<SetupModel, 'id' | 'provider'>,
  patterns: readonly string[],
): boolean {
  return patterns.some((pattern) =>
    [pattern, pattern.replace(/:[a-z]+$/, '')].some((one) => {
      const source = one
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*+/g, '.*')
        .replace(/\?/g, '.');
      const exact = new RegExp(`^${source}$`, 'i');
      return exact.test(id) || exact.test(`${provider}/${id}`);
    }),
  );
}

export const modelFacts = (model: SetupModel): string => factColumns(model).filter(Boolean).join(' · ');
