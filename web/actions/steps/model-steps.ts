// Lists the models, and chooses one of them by its name or as the next of the favourites.
import { t } from '../../language/text.ts';
import type { Model } from '../../../shared/pi/messages.ts';
import { price, tokens } from '../../lib/format/amounts.ts';
import { ask, Refused, send, type ActionContext } from '../action.ts';
import { favouriteModels } from '../favourite-models.svelte.ts';
import { modelId, nameOf } from '../model-names.ts';
import type { Outcome } from './step.ts';

/** Chooses the model whose name is `argument`; without exactly one such model the list is searched for it. */
export async function chooseModel(context: ActionContext, argument: string): Promise<Outcome> {
  const wanted = argument.toLowerCase();
  const named = (await listModels(context)).filter(({ id, label, command }) =>
    [id, label, command.modelId].some((name) => name.toLowerCase() === wanted),
  );
  if (named.length === 1) return send(context, named[0]!.command);
  return () => context.workbench.pickers.search('model', argument);
}

export async function cycleModel(context: ActionContext): Promise<null> {
  const favourite = nextFavourite(favouriteModels.ids.length > 0 ? await listModels(context) : []);
  if (favourite) {
    await ask(context, favourite.command);
    context.notify('info', t('Model: {label}', { label: favourite.label }));
    return null;
  }
  const next = await ask<{ model: Model } | null>(context, { type: 'cycle_model' });
  context.notify(
    'info',
    next ? t('Model: {label}', { label: nameOf(next.model) }) : t('No other model is available.'),
  );
  return null;
}

export async function previousFavourite(context: ActionContext): Promise<null> {
  if (favouriteModels.ids.length === 0)
    throw new Refused(t('First mark favourites in the model list: this cycles back through them.'));
  const favourite = nextFavourite(await listModels(context), -1);
  if (favourite) await ask(context, favourite.command);
  context.notify(
    'info',
    favourite ? t('Model: {label}', { label: favourite.label }) : t('No other favourite is available.'),
  );
  return null;
}

/** Returns the favorite after (or with step -1 before) the current model. `rows` are those of `listModels`. */
export function nextFavourite(rows: readonly ModelRow[], step: 1 | -1 = 1): ModelRow | undefined {
  const favourites = rows.filter(({ isFavourite }) => isFavourite);
  const at = favourites.findIndex(({ isCurrent }) => isCurrent);
  const next = favourites.at(at < 0 && step < 0 ? -1 : (at + step) % favourites.length);
  return next?.isCurrent ? undefined : next;
}

/** Returns a short summary of a model, such as `128k · $3 / $15 · images · thinking`. */
export function factsOf({ contextWindow, cost, input, reasoning }: Model): string {
  const isPriced = cost && cost.input + cost.output > 0;
  return [
    tokens(contextWindow),
    isPriced && `$${price(cost.input)} / $${price(cost.output)}`,
    input.includes('image') && t('images'),
    reasoning && t('thinking'),
  ]
    .filter(Boolean)
    .join(' · ');
}

export interface ModelRow {
  id: string;
  label: string;
  detail: string;
  hint: string;
  isCurrent: boolean;
  isFavourite: boolean;
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
    isCurrent: model.id === current?.id && model.provider === current.provider,
    isFavourite: favouriteModels.has(modelId(model)),
    command: { type: 'set_model', provider: model.provider, modelId: model.id },
  }));
  return rows.toSorted((a, b) => Number(b.isFavourite) - Number(a.isFavourite));
}
