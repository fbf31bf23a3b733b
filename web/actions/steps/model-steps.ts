// Lists the models, and chooses one of them by its name or as the next of the favorites. Chooses the thinking level.
import { t } from '../../language/text.ts';
import type { Model, ThinkingLevel } from '../../../shared/pi/messages.ts';
import { price, tokens } from '../../lib/format/amounts.ts';
import { ask, Refused, send, type ActionContext } from '../action.ts';
import { favoriteModels } from '../favorite-models.svelte.ts';
import { modelId, nameOf } from '../model-names.ts';
import { thinkingLevelsOf } from '../thinking-levels.ts';
import type { Outcome } from './step.ts';

/**
 * Chooses the model whose name is `argument`. If not exactly one model has that name, lists the models that match it.
 */
export async function chooseModel(context: ActionContext, argument: string): Promise<Outcome> {
  const wanted = argument.toLowerCase();
  const named = (await listModels(context)).filter(({ id, label, command }) =>
    [id, label, command.modelId].some((name) => name.toLowerCase() === wanted),
  );
  if (named.length === 1) return send(context, named[0]!.command);
  return () => context.workbench.pickers.search('model', argument);
}

export async function cycleModel(context: ActionContext): Promise<null> {
  const favorite = nextFavorite(favoriteModels.ids.length > 0 ? await listModels(context) : []);
  if (favorite) {
    await ask(context, favorite.command);
    context.notify('info', t('Model: {label}', { label: favorite.label }));
    return null;
  }
  const next = await ask<{ model: Model } | null>(context, { type: 'cycle_model' });
  context.notify(
    'info',
    next ? t('Model: {label}', { label: nameOf(next.model) }) : t('No other model is available.'),
  );
  return null;
}

export async function previousFavorite(context: ActionContext): Promise<null> {
  if (favoriteModels.ids.length === 0)
    throw new Refused(t('Mark favorites in the model list first. This action cycles back through them.'));
  const favorite = nextFavorite(await listModels(context), -1);
  if (favorite) await ask(context, favorite.command);
  context.notify(
    'info',
    favorite ? t('Model: {label}', { label: favorite.label }) : t('No other favorite is available.'),
  );
  return null;
}

/** Returns the favorite after (or with step -1 before) the current model. `rows` are those of `listModels`. */
export function nextFavorite(rows: readonly ModelRow[], step: 1 | -1 = 1): ModelRow | undefined {
  const favorites = rows.filter(({ isFavorite }) => isFavorite);
  const at = favorites.findIndex(({ isCurrent }) => isCurrent);
  const next = favorites.at(at < 0 && step < 0 ? -1 : (at + step) % favorites.length);
  return next?.isCurrent ? undefined : next;
}

/** Returns a short summary of a model, such as `128k · $3 / $15 · images · thinking`. */
export function factsOf({ contextWindow, cost, input, reasoning }: Model): string {
  return [
    tokens(contextWindow),
    isPriced(cost) && `$${price(cost.input)} / $${price(cost.output)}`,
    input.includes('image') && t('images'),
    reasoning && t('thinking'),
  ]
    .filter(Boolean)
    .join(' · ');
}

const isPriced = (cost: Model['cost']): cost is NonNullable<Model['cost']> =>
  cost !== undefined && cost.input + cost.output > 0;

export interface ModelRow {
  id: string;
  label: string;
  detail: string;
  hint: string;
  hasPrice: boolean;
  isCurrent: boolean;
  isFavorite: boolean;
  command: { type: 'set_model'; provider: string; modelId: string };
}

/** Lists the models for which pi has credentials, favorites first. Throws `Refused` if pi refuses the request. */
export async function listModels(context: Pick<ActionContext, 'agent'>): Promise<ModelRow[]> {
  const current = context.agent.view?.model;
  const { models } = await ask<{ models: Model[] }>(context, { type: 'get_available_models' });
  const rows = models.map((model): ModelRow => ({
    id: modelId(model),
    label: nameOf(model),
    detail: model.provider,
    hint: factsOf(model),
    hasPrice: isPriced(model.cost),
    isCurrent: model.id === current?.id && model.provider === current.provider,
    isFavorite: favoriteModels.has(modelId(model)),
    command: { type: 'set_model', provider: model.provider, modelId: model.id },
  }));
  return rows.toSorted((a, b) => Number(b.isFavorite) - Number(a.isFavorite));
}

export async function setThinkingLevel(context: ActionContext, name: string): Promise<null> {
  const levels = thinkingLevelsOf(context.view);
  const level = levels.find((candidate) => candidate === name.toLowerCase());
  if (!level)
    throw new Refused(
      t('This model has no level “{level}”. Its levels: {levels}.', {
        level: name,
        levels: levels.join(', '),
      }),
    );
  return send(context, { type: 'set_thinking_level', level });
}

export async function cycleThinkingLevel(context: ActionContext): Promise<null> {
  const next = await ask<{ level: ThinkingLevel } | null>(context, { type: 'cycle_thinking_level' });
  context.notify(
    'info',
    next ? t('Thinking: {level}', { level: next.level }) : t("This model doesn't support thinking."),
  );
  return null;
}
