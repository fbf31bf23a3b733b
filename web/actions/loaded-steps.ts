// The questions of the palette about what pi has loaded: extensions with what they registered, skills, prompts, tools and
// files of the system prompt, each with where it comes from; and the flags of extensions.
import type { Loaded, LoadedExtension } from '../../shared/companion.ts';
import type { Resources } from '../../shared/resources.ts';
import { ask, askBeforeEndingRun, Refused, send, toComposer, type ActionContext } from './action.ts';
import type { Item, Outcome, PickStep } from './step.ts';

type Flag = LoadedExtension['flags'][number];

export async function showLoaded(context: ActionContext): Promise<PickStep> {
  const { agent } = context;
  const [{ extensions, resources, tools }, { contexts }] = await Promise.all([
    ask<Loaded>(context, { type: 'panel_loaded' }),
    agent.api.json<Resources>(`${agent.path}/setup/resources`),
  ]);
  return {
    kind: 'pick',
    title: 'What pi has loaded',
    none: 'pi has loaded no extensions, skills or prompts.',
    isWhole: true,
    items: [
      ...extensions.map((extension) => ({
        id: extension.path,
        label: extension.name,
        detail: [countsOf(extension), extension.path].filter(Boolean).join(' · '),
        hint: originOf(extension),
        section: 'Extensions',
        act: () => extensionStep(context, extension),
      })),
      ...extensions.flatMap(({ flags }) => flags).map((flag) => flagItem(context, flag)),
      ...resources.map(({ kind, name, path, ...origin }) => ({
        id: `${kind} ${name} ${path}`,
        label: name,
        detail: path,
        hint: originOf(origin),
        section: kind === 'skill' ? 'Skills' : 'Prompts',
        act: () => toComposer(context, `/${name} `),
      })),
      ...contexts.map(({ path }) => ({
        id: `context ${path}`,
        label: path.split(/[\\/]/).at(-1)!,
        detail: path,
        section: 'In the system prompt',
        act: () => () => context.workbench.openSettings('skills'),
      })),
      ...tools.map(({ name, description, path, ...origin }) => ({
        id: `tool ${name}`,
        label: name,
        detail: path || description,
        hint: originOf(origin),
        section: 'Tools',
        act: async () => (await import('./companion-steps.ts')).chooseTools(context),
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
    note: [originOf(extension), path].filter(Boolean).join(' · '),
    none: 'It registered nothing.',
    isWhole: true,
    items: [
      ...shortcutItems(context, extension),
      ...commands.map((command) => ({
        id: `Commands ${command}`,
        label: `/${command}`,
        section: 'Commands',
        act: () => toComposer(context, `/${command} `),
      })),
      ...listed('Tools', tools),
      ...flags.map((flag) => flagItem(context, flag)),
      ...listed('Draws', draws),
      ...listed('Listens to', events),
    ],
  };
}

function shortcutItems(context: ActionContext, { name, path, shortcuts }: LoadedExtension): Item[] {
  return shortcuts.map(({ key, description }) => ({
    id: `${path} ${key}`,
    label: description || key,
    detail: name,
    hint: `${key} in the TUI`,
    section: 'Shortcuts',
    act: () => send(context, { type: 'panel_shortcut', path, key }),
  }));
}

function flagItem(context: ActionContext, flag: Flag): Item {
  const { name, description, value } = flag;
  return {
    id: `flag ${name}`,
    label: `--${name}`,
    detail: description,
    hint: value === '' ? 'not set' : value,
    section: 'Flags',
    act: () => flagStep(context, flag),
  };
}

/** pi reads its flags when it starts. */
function flagStep(context: ActionContext, { name, description, type, value }: Flag): Outcome {
  const note = `${description ? `${description}. ` : ''}pi starts again with it, on the same session.`;
  if (type !== 'boolean')
    return {
      kind: 'text',
      title: `--${name}`,
      note,
      placeholder: 'A value; empty: not set',
      value,
      isOptional: true,
      yes: 'Restart with it',
      enter: async (text) => restartWith(context, name, text.trim() || null),
    };
  const isOn = value === 'true';
  return {
    kind: 'pick',
    title: `--${name}`,
    note,
    items: [
      { id: 'on', label: 'On', isCurrent: isOn, act: () => restartWith(context, name, true) },
      { id: 'off', label: 'Off', isCurrent: !isOn, act: () => restartWith(context, name, null) },
    ],
  };
}

function restartWith(
  context: ActionContext,
  name: string,
  value: string | true | null,
): Outcome | Promise<Outcome> {
  const { agent, notify } = context;
  return askBeforeEndingRun(context, 'restart', async () => {
    const answer = await agent.restart({ extensionFlags: { [name]: value } });
    if (!answer.success) throw new Refused(answer.error);
    notify('info', value === null ? `pi started without --${name}.` : `pi started with --${name}.`);
    return null;
  });
}

/** For example `2 commands, 1 tool`. */
function countsOf({ commands, tools, shortcuts, flags }: LoadedExtension): string {
  const counts = { command: commands, tool: tools, shortcut: shortcuts, flag: flags };
  return Object.entries(counts)
    .filter(([, list]) => list.length > 0)
    .map(([noun, { length }]) => `${length} ${noun}${length === 1 ? '' : 's'}`)
    .join(', ');
}

/** Where it comes from, as pi calls it: `user · npm:pi-tools`. */
function originOf({ scope, source }: { scope: string; source: string }): string {
  return [...new Set([scope, source])]
    .filter((word) => word && word !== 'local' && word !== 'auto')
    .join(' · ');
}
