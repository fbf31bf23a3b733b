// Actions that choose the model and its thinking level, and the lists of models and levels.
import { t } from '../language/text.ts';
import type { Model, ThinkingLevel } from '../../shared/pi/messages.ts';
import type { View } from '../../shared/view/view.ts';
import { price, tokens } from '../lib/format/amounts.ts';
import { favouriteModels } from './favourite-models.svelte.ts';
import { ask, Refused, send, type ActionContext, type Entry } from './action.ts';

export const MODEL_ACTIONS = {
  set_model: {
    label: 'Choose the model',
    group: 'pi',
    keys: 'Mod+Shift+M',
    slash: { name: 'model', description: 'Choose the model', hint: '[name]' },
    /** The argument is a name, as in pi's TUI: an exact match is chosen, otherwise the list is searched. */
    async run(context) {
      const { argument, workbench } = context;
      if (!argument) return () => workbench.pickers.toggle('model');
      const wanted = argument.toLowerCase();
      const named = (await listModels(context)).filter(({ id, label, command }) =>
        [id, label, command.modelId].some((name) => name.toLowerCase() === wanted),
      );
      if (named.length === 1) return send(context, named[0]!.command);
      return () => workbench.pickers.search('model', argument);
    },
  },
  cycle_model: {
    label: 'Next model',
    group: 'pi',
    keys: 'Alt+M',
    /** Cycles through the favorites if there are any besides the current model, otherwise through all models. */
    async run(context) {
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
    },
  },
  previous_model: {
    label: 'Previous favourite model',
    group: 'page',
    keys: 'Alt+Shift+M',
    /** In RPC mode, pi itself only cycles forward (0.73.1 to 1.5.2). */
    async run(context) {
      if (favouriteModels.ids.length === 0)
        throw new Refused(t('First mark favourites in the model list: this cycles back through them.'));
      const favourite = nextFavourite(await listModels(context), -1);
      if (favourite) await ask(context, favourite.command);
      context.notify(
        'info',
        favourite ? t('Model: {label}', { label: favourite.label }) : t('No other favourite is available.'),
      );
      return null;
    },
  },
  set_thinking_level: {
    label: 'Choose the thinking level',
    group: 'pi',
    slash: {
      name: 'thinking',
      description: 'Choose the thinking level',
      hint: '[level]',
    },
    run(context) {
      const { argument, view, workbench } = context;
      if (!argument) return () => workbench.pickers.toggle('thinking');
      const levels = thinkingLevelsOf(view);
      const level = levels.find((candidate) => candidate === argument.toLowerCase());
      if (!level)
        throw new Refused(
          t('“{level}” is not a level of this model. It has: {levels}.', {
            level: argument,
            levels: levels.join(', '),
          }),
        );
      return send(context, { type: 'set_thinking_level', level });
    },
  },
  cycle_thinking_level: {
    label: 'Next thinking level',
    group: 'pi',
    keys: 'Alt+T',
    async run(context) {
      const next = await ask<{ level: ThinkingLevel } | null>(context, { type: 'cycle_thinking_level' });
      context.notify(
        'info',
        next ? t('Thinking: {level}', { level: next.level }) : t('This model does not support thinking.'),
      );
      return null;
    },
  },
} as const satisfies Record<string, Entry>;

const LEVELS: readonly ThinkingLevel[] = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/**
 * The fallback for pi before 0.81, which does not report the levels of a model: every reasoning model accepts these.
 */
const COMMON_LEVELS: readonly ThinkingLevel[] = LEVELS.slice(0, 5);

export function thinkingLevelsOf(view: Pick<View, 'model' | 'thinkingLevels'>): readonly ThinkingLevel[] {
  if (!view.model?.reasoning) return ['off'];
  return view.thinkingLevels.length > 0 ? view.thinkingLevels : COMMON_LEVELS;
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

export const modelId = ({ provider, id }: Model): string => `${provider}/${id}`;
const nameOf = ({ name, id }: Model): string => name || id;
