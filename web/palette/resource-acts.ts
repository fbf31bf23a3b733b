// What the agent works with: its tools, and what it loads beside them.
import type { ToolChoice } from '../../shared/companion.ts';
import { ask, type Act, type Page } from './page.ts';
import type { PickStep } from './step.ts';

export const chooseTools: Act = async (page) =>
  toolsStep(page, await ask<ToolChoice>(page, { type: 'panel_tools' }));

/** Each row switches its tool, and the list stands there again as pi has it then. */
function toolsStep(page: Page, { tools }: ToolChoice, start?: string): PickStep {
  const active = tools.filter(({ isActive }) => isActive).map(({ name }) => name);
  return {
    kind: 'pick',
    title: 'Tools of the model',
    note: `${active.length} of ${tools.length} are on. A change counts from the next message on, in this session.`,
    none: 'pi has no tools.',
    isWhole: true,
    ...(start && { start, replaces: true }),
    items: tools.map(({ name, description, isActive }) => ({
      id: name,
      label: name,
      detail: description,
      isCurrent: isActive,
      hint: isActive ? 'on' : 'off',
      act: async () => {
        const names = isActive ? active.filter((other) => other !== name) : [...active, name];
        return toolsStep(page, await ask<ToolChoice>(page, { type: 'panel_use_tools', names }), name);
      },
    })),
  };
}

export const reload: Act = async (page) => {
  await ask(page, { type: 'panel_reload' });
  page.say('info', 'Extensions, skills, prompt templates and settings were loaded anew.');
  return null;
};
