// Actions that choose the model and its thinking level, and the list of models.
import type { ActionContext, Entry } from './action.ts';
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
    async run(context) {
      const { argument, workbench } = context;
      if (!argument) return () => workbench.pickers.toggle('thinking');
      return (await loadSteps()).setThinkingLevel(context, argument);
    },
  },
  cycle_thinking_level: {
    label: 'Next thinking level',
    group: 'pi',
    keys: 'Alt+T',
    run: async (context) => (await loadSteps()).cycleThinkingLevel(context),
  },
} as const satisfies Record<string, Entry>;

/** Lists the models for which pi has credentials, favorites first. Throws `Refused` if pi refuses the request. */
export async function listModels(context: Pick<ActionContext, 'agent'>): Promise<ModelRow[]> {
  return (await loadSteps()).listModels(context);
}
