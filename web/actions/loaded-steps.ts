// The question of the palette about what pi has loaded: extensions with what they registered, skills and prompts.
import type { Loaded, LoadedExtension } from '../../shared/companion.ts';
import { ask, send, type ActionContext } from './action.ts';
import type { Item, PickStep } from './step.ts';

export async function showLoaded(context: ActionContext): Promise<PickStep> {
  const { extensions, resources } = await ask<Loaded>(context, { type: 'panel_loaded' });
  return {
    kind: 'pick',
    title: 'What pi has loaded',
    none: 'pi has loaded no extensions, skills or prompts.',
    isWhole: true,
    items: [
      ...extensions.map((extension) => ({
        id: extension.path,
        label: extension.name,
        detail: extension.path,
        hint: extension.scope,
        section: 'Extensions',
        act: () => extensionStep(context, extension),
      })),
      ...resources.map(({ kind, name, path, scope }) => ({
        id: `${kind} ${name} ${path}`,
        label: name,
        detail: path,
        hint: scope,
        section: kind === 'skill' ? 'Skills' : 'Prompts',
        act: () => null,
      })),
    ],
  };
}

function extensionStep(context: ActionContext, extension: LoadedExtension): PickStep {
  const { name, path, commands, tools, flags, draws, events } = extension;
  const listed = (section: string, words: readonly string[]): Item[] =>
    words.map((label) => ({ id: `${section} ${label}`, label, section, act: () => null }));
  return {
    kind: 'pick',
    title: name,
    note: path,
    none: 'It registered nothing.',
    isWhole: true,
    items: [
      ...shortcutItems(context, extension),
      ...listed(
        'Commands',
        commands.map((command) => `/${command}`),
      ),
      ...listed('Tools', tools),
      ...flags.map(({ name: flag, description, value }) => ({
        id: `Flags ${flag}`,
        label: `--${flag}`,
        detail: description,
        hint: value,
        section: 'Flags',
        act: () => null,
      })),
      ...listed('Draws', draws),
      ...listed('Listens to', events),
    ],
  };
}

/** The key is pi's and does nothing on the page: there it would meet the page's own. */
function shortcutItems(context: ActionContext, { name, path, shortcuts }: LoadedExtension): Item[] {
  return shortcuts.map(({ key, description }) => ({
    id: `${path} ${key}`,
    label: description || key,
    detail: name,
    hint: `${key} in the TUI`,
    section: 'Shortcuts',
    act: async () => {
      await send(context, { type: 'panel_shortcut', path, key });
      return null;
    },
  }));
}
