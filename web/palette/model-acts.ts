// Which model answers, and how much it thinks.
import { tokens } from '../lib/amounts.ts';
import { IN_SETTINGS } from '../ui/picker-item.ts';
import type { Model, ThinkingLevel } from '../../shared/pi/messages.ts';
import type { View } from '../../shared/view/view.ts';
import { ask, type Act, type Page } from './page.ts';
import type { Item } from './step.ts';

const LEVELS: ThinkingLevel[] = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Before 0.84.3 model and thinking level are no matter of the session alone. */
export const settingsNote = ({ can }: View): { note?: string } =>
  can.keepSettings ? {} : { note: IN_SETTINGS };

export async function modelItems(page: Page): Promise<Item[]> {
  const { models } = await ask<{ models: Model[] }>(page, { type: 'get_available_models' });
  const { model: current } = page.view;
  return models.map((model) => ({
    id: `model:${model.provider}/${model.id}`,
    label: model.name || model.id,
    detail: model.provider,
    hint: `${tokens(model.contextWindow)} context`,
    isCurrent: model.id === current?.id && model.provider === current.provider,
    act: async () => {
      await ask(page, { type: 'set_model', provider: model.provider, modelId: model.id });
      return null;
    },
  }));
}

export const pickModel: Act = async (page) => ({
  kind: 'pick',
  title: 'Model',
  ...settingsNote(page.view),
  items: await modelItems(page),
  none: 'pi knows no model that it has credentials for.',
});

export const nextModel: Act = async (page) => {
  const next = await ask<{ model: Model } | null>(page, { type: 'cycle_model' });
  page.say('info', next ? `Model: ${next.model.name || next.model.id}` : 'There is only this one model.');
  return null;
};

export const pickThinking: Act = (page) => ({
  kind: 'pick',
  title: 'Thinking',
  ...settingsNote(page.view),
  items: (page.view.thinkingLevels.length > 0 ? page.view.thinkingLevels : LEVELS).map((level) => ({
    id: level,
    label: level,
    isCurrent: level === page.view.thinkingLevel,
    act: async () => {
      await ask(page, { type: 'set_thinking_level', level });
      return null;
    },
  })),
});

export const nextThinking: Act = async (page) => {
  const next = await ask<{ level: ThinkingLevel } | null>(page, { type: 'cycle_thinking_level' });
  page.say('info', next ? `Thinking: ${next.level}` : 'This model does not think.');
  return null;
};
