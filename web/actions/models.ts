// Actions that choose the model and its thinking level, and the lists of models and levels.
import { t } from '../language/text.ts';
import type { ThinkingLevel } from '../../shared/pi/messages.ts';
import type { View } from '../../shared/view/view.ts';
import { ask, Refused, send, type ActionContext, type Entry } from './action.ts';
import type { ModelRow } from './steps/model-steps.ts';

const loadSteps = () => import('./steps/model-steps.ts');

export const MODEL_ACTIONS = {
  set_model: {
    label: 'Choose the model',
    group: 'pi',
    keys: 'Mod+Shift+M',
    slash: { name: 'model', description: 'Choose the model', hint: '[name]' },
    /** The argument is a name, as in pi's TUI. An exact match is chosen; otherwise, the list is searched. */
    async run(context) {
      const { argument, workbench } = context;
      if (!argument) return () => workbench.pickers.toggle('model');
      return (await loadSteps()).chooseModel(context, argument);
    },
  },
  cycle_model: {
    label: 'Next model',
    group: 'pi',
    keys: 'Alt+M',
    /** Cycles through the favorites if there are any besides the current model, otherwise through all models. */
    run: async (context) => (await loadSteps()).cycleModel(context),
  },
  previous_model: {
    label: 'Previous favorite model',
    group: 'page',
    keys: 'Alt+Shift+M',
    /** In RPC mode, pi itself only cycles forward (in pi 0.73.1 to 1.5.2). */
    run: async (context) => (await loadSteps()).previousFavorite(context),
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
          t('This model has no level “{level}”. Its levels: {levels}.', {
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
 * The fallback for pi before 0.81, which does not report the levels of a model. Every reasoning model accepts these.
 */
const COMMON_LEVELS: readonly ThinkingLevel[] = LEVELS.slice(0, 5);

export function thinkingLevelsOf(view: Pick<View, 'model' | 'thinkingLevels'>): readonly ThinkingLevel[] {
  if (!view.model?.reasoning) return ['off'];
  return view.thinkingLevels.length > 0 ? view.thinkingLevels : COMMON_LEVELS;
}

/** Lists the models for which pi has credentials, favorites first. Throws `Refused` if pi refuses the request. */
export async function listModels(context: Pick<ActionContext, 'agent'>): Promise<ModelRow[]> {
  return (await loadSteps()).listModels(context);
}
