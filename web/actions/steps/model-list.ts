// The list of the model picker.
import { t } from '../../language/text.ts';
import { isInDollars, type BudgetState } from '../../../shared/budget.ts';
import type { ConfigFile } from '../../../shared/setup.ts';
import { asObject } from '../../lib/storage/persisted.ts';
import type { ActionContext } from '../action.ts';
import { favoriteModels } from '../favorite-models.svelte.ts';
import { listModels, type ModelRow } from './model-steps.ts';

export interface ModelList {
  /** Null while the models are being fetched. A string explains why there are none. */
  items: (ModelRow & { tag?: string })[] | string | null;
  unit?: string | undefined;
  more?: { label: string; act: () => void };
}

type ListContext = Pick<ActionContext, 'agent' | 'workbench'>;

/**
 * Lists the models for which pi has credentials, favorites first, and marks the default. First adds `toggled` to the
 * favorites or removes it. Throws `Refused` if pi refuses the request.
 */
export async function modelList({ agent, workbench }: ListContext, toggled?: string): Promise<ModelList> {
  if (toggled !== undefined) favoriteModels.toggle(toggled);
  const [models, settings, { budget }] = await Promise.all([
    listModels({ agent }),
    agent.api.json<ConfigFile>(`${agent.path}/setup/files/settings`),
    agent.api.json<BudgetState>('api/budget'),
  ]);
  const withPrice = (row: ModelRow): ModelRow =>
    row.hasPrice || !isInDollars(budget)
      ? row
      : {
          ...row,
          hint: [row.hint, t('no price: only a budget in tokens holds')].filter(Boolean).join(' · '),
        };
  const standard = defaultModel(settings);
  return {
    items:
      models.length > 0
        ? models.map(withPrice).map((row) => (row.id === standard ? { ...row, tag: t('Default') } : row))
        : t('pi has no credentials for any model.'),
    unit: models.some(({ hasPrice }) => hasPrice) ? t('$ per 1M tokens, in / out') : undefined,
    more: {
      label: t('More models: connect a provider'),
      act: () => workbench.openSettings('providers'),
    },
  };
}

/** Returns the id of the model with which new sessions start, or null if pi chooses it. */
function defaultModel({ text, problem }: Pick<ConfigFile, 'text' | 'problem'>): string | null {
  if (!text || problem) return null;
  const { defaultProvider, defaultModel } = asObject(JSON.parse(text));
  return typeof defaultProvider === 'string' && typeof defaultModel === 'string'
    ? `${defaultProvider}/${defaultModel}`
    : null;
}
