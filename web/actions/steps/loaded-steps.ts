// Palette steps that list what pi has loaded: extensions and what they registered, skills, prompts, tools and files of
// the system prompt, each with its origin. The flags of extensions can be changed.
import { plural, t } from '../../language/text.ts';
import type { Loaded, LoadedExtension } from '../../../shared/loaded.ts';
import type { Resources } from '../../../shared/resources.ts';
import { ask, Refused, send, toComposer, type ActionContext } from '../action.ts';
import { askBeforeRestart } from './restart-steps.ts';
import type { Item, Outcome, PickStep } from './step.ts';

type Flag = LoadedExtension['flags'][number];

export async function showLoaded(context: ActionContext): Promise<PickStep> {
  const { agent } = context;
  const [{ extensions, resources, startOptions, tools }, { contexts }] = await Promise.all([
    ask<Loaded>(context, { type: 'panel_loaded' }),
    agent.api.json<Resources>(`${agent.path}/setup/resources`),
  ]);
  return {
    kind: 'pick',
    title: t('What pi has loaded'),
    none: t('pi has loaded no extensions, skills or prompts.'),
    isWhole: true,
    items: [
      ...extensions.map((extension) => ({
        id: extension.path,
        label: extension.name,
        detail: [countsOf(extension), extension.path].filter(Boolean).join(' · '),
        hint: originOf(extension),
        section: t('Extensions'),
        act: () => extensionStep(context, extension),
      })),
      ...extensions.flatMap(({ flags }) => flags).map((flag) => flagItem(context, flag)),
      ...resources.map(({ kind, name, path, ...origin }) => ({
        id: `${kind} ${name} ${path}`,
        label: name,
        detail: path,
        hint: originOf(origin),
        section: kind === 'skill' ? t('Skills') : t('Prompts'),
        act: () => toComposer(context, `/${name} `),
      })),
      ...contexts.map(({ path }) => ({
        id: `context ${path}`,
        label: path.split(/[\\/]/).at(-1)!,
        detail: path,
        section: t('In the system prompt'),
        act: () => () => context.workbench.openSettings('skills'),
      })),
      ...tools.map(({ name, description, path, ...origin }) => ({
        id: `tool ${name}`,
        label: name,
        detail: path || description,
        hint: originOf(origin),
        section: t('Tools'),
        act: async () => (await import('./companion-steps.ts')).chooseTools(context),
      })),
      ...startOptions.map(({ name, value }, at) => ({
        id: `option ${at}`,
        label: name,
        ...(value !== undefined && { detail: value }),
        section: t('pi was started with'),
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
    note: [originOf(extension), path].filter(Boolean).join(' · '),
    none: t('It registered nothing.'),
    isWhole: true,
    items: [
      ...shortcutItems(context, extension),
      ...commands.map((command) => ({
        id: `Commands ${command}`,
        label: `/${command}`,
        section: t('Commands'),
        act: () => toComposer(context, `/${command} `),
      })),
      ...listed(t('Tools'), tools),
      ...flags.map((flag) => flagItem(context, flag)),
      ...listed(t('Draws'), draws),
      ...listed(t('Listens to'), events),
    ],
  };
}

function shortcutItems(context: ActionContext, { name, path, shortcuts }: LoadedExtension): Item[] {
  return shortcuts.map(({ key, description }) => ({
    id: `${path} ${key}`,
    label: description || key,
    detail: name,
    hint: t('{key} in the TUI', { key }),
    section: t('Shortcuts'),
    act: () => send(context, { type: 'panel_shortcut', path, key }),
  }));
}

function flagItem(context: ActionContext, flag: Flag): Item {
  const { name, description, value } = flag;
  return {
    id: `flag ${name}`,
    label: `--${name}`,
    detail: description,
    hint: value === '' ? t('not set') : value,
    section: t('Flags'),
    act: () => flagStep(context, flag),
  };
}

/** A change restarts pi, because it reads its flags only when it starts. */
function flagStep(context: ActionContext, { name, description, type, value }: Flag): Outcome {
  const restart = t('pi restarts with it and continues this session.');
  const note = description ? `${description}. ${restart}` : restart;
  if (type !== 'boolean')
    return {
      kind: 'text',
      title: `--${name}`,
      note,
      placeholder: t('Value (leave empty to unset it)'),
      value,
      isOptional: true,
      yes: t('Restart with it'),
      enter: async (text) => restartWith(context, name, text.trim() || null),
    };
  const isOn = value === 'true';
  return {
    kind: 'pick',
    title: `--${name}`,
    note,
    items: [
      { id: 'on', label: t('On'), isCurrent: isOn, act: () => restartWith(context, name, true) },
      { id: 'off', label: t('Off'), isCurrent: !isOn, act: () => restartWith(context, name, null) },
    ],
  };
}

function restartWith(
  context: ActionContext,
  name: string,
  value: string | true | null,
): Outcome | Promise<Outcome> {
  const { agent, notify } = context;
  return askBeforeRestart(context, 'restart', async () => {
    const answer = await agent.restart({ extensionFlags: { [name]: value } });
    if (!answer.success) throw new Refused(answer.error);
    notify(
      'info',
      value === null ? t('pi started without --{name}.', { name }) : t('pi started with --{name}.', { name }),
    );
    return null;
  });
}

/** Returns the number of each kind, such as `2 commands, 1 tool`. */
function countsOf({ commands, tools, shortcuts, flags }: LoadedExtension): string {
  return [
    commands.length > 0 && plural(commands.length, ['{count} command', '{count} commands']),
    tools.length > 0 && plural(tools.length, ['{count} tool', '{count} tools']),
    shortcuts.length > 0 && plural(shortcuts.length, ['{count} shortcut', '{count} shortcuts']),
    flags.length > 0 && plural(flags.length, ['{count} flag', '{count} flags']),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns the origin in pi's words, such as `user · npm:pi-tools`. */
function originOf({ scope, source }: { scope: string; source: string }): string {
  return [...new Set([scope, source])]
    .filter((word) => word && word !== 'local' && word !== 'auto')
    .join(' · ');
}
