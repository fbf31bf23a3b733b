// The sources of the items in the first step of the palette.
import { t, translate, type Text } from '../language/text.ts';
import { ask, send, toComposer, type Action, type ActionContext } from '../actions/action.ts';
import { searchWordsOf } from '../actions/search-words.ts';
import type { Actions } from '../actions/actions.svelte.ts';
import { listModels } from '../actions/models.ts';
import { sessionItems } from '../actions/steps/session-steps.svelte.ts';
import type { Item, Outcome } from '../actions/steps/step.ts';
import type { ExtensionCompletion } from '../../shared/view/completions.ts';
import type { SlashCommand } from '../../shared/pi/commands.ts';
import type { FoundFiles } from '../../shared/files.ts';
import type { FoundSymbols } from '../../shared/languages.ts';
import type { CommandList } from '../../shared/wire.ts';

export function actionItems(actions: Actions, context: ActionContext): Item[] {
  return actions.all
    .filter(({ id }) => id !== 'palette')
    .map((action) => [action, actions.resolve(action)] as const)
    .map(([action, resolved]) => ({
      id: `action:${action.id}`,
      label: action.label,
      alias: aliasOf(action),
      words: searchWordsOf(action.id),
      section: action.section,
      keys: actions.keys.label(action.id),
      unavailable: actions.unavailableReason(resolved),
      act: () => resolved.run(context),
    }));
}

/** An action can also be found by its English label, and one of pi's by the name of its command. */
function aliasOf({ id, group, label, english = label }: Action): string {
  return [english !== label && english, group === 'pi' && id].filter(Boolean).join(' ');
}

/**
 * From the palette, these actions open the tree of the session, as `get_tree` does. The list shows only one of them; a
 * search finds them all.
 */
const SHOW_TREE = new Set(['action:panel_navigate', 'action:panel_label', 'action:edit_message']);

export const isListed = ({ id, unavailable }: Item): boolean => !unavailable && !SHOW_TREE.has(id);

/** The items that must be fetched, with the message for a failure. */
export const SOURCES: Record<string, { failure: Text; fetch: (context: ActionContext) => Promise<Item[]> }> =
  {
    'slash commands': { failure: "The slash commands couldn't be listed: {reason}", fetch: slashItems },
    models: { failure: "The models couldn't be listed: {reason}", fetch: modelItems },
    sessions: {
      failure: "The sessions couldn't be listed: {reason}",
      fetch: async (context) =>
        (await sessionItems(context)).map((item) => ({ ...item, section: t('Sessions') })),
    },
  };

async function slashItems(context: ActionContext): Promise<Item[]> {
  const { commands } = await ask<CommandList>(context, { type: 'get_commands' });
  return commands.map(({ name, description = '', source }: SlashCommand) => ({
    id: `slash:${name}`,
    label: `/${name}`,
    detail: description,
    hint: source,
    section: t('Slash commands'),
    act: () =>
      context.view.registered.completes.includes(name)
        ? argumentStep(context, name)
        : toComposer(context, `/${name} `),
  }));
}

/** Lets the user pick one of the arguments that the command's extension offers. */
async function argumentStep(context: ActionContext, name: string): Promise<Outcome> {
  const before = `/${name} `;
  const write = (): Outcome => toComposer(context, before);
  const offered = await ask<ExtensionCompletion[]>(context, { type: 'panel_complete', before, after: '' });
  if (offered.length === 0) return write();
  return {
    kind: 'pick',
    title: before,
    items: [
      ...offered.map(({ label, description, text }, index) => ({
        id: `${index} ${label}`,
        label,
        detail: description,
        act: () => toComposer(context, text),
      })),
      { id: 'other', label: t('Something else'), detail: t('written in the composer'), act: write },
    ],
  };
}

async function modelItems(context: ActionContext): Promise<Item[]> {
  const models = await listModels(context);
  return models.map(({ id, label, detail, isCurrent, command }) => ({
    id: `model:${id}`,
    label,
    detail,
    section: t('Models'),
    isCurrent,
    act: () => send(context, command),
  }));
}

/** Finds files of the workspace, best match first. `note` says which files were not searched. */
export async function findFiles(
  context: ActionContext,
  query: string,
  signal: AbortSignal,
): Promise<{ items: Item[]; note: string | undefined }> {
  const { agent } = context;
  const parameters = new URLSearchParams({ query, limit: '20' });
  const { files, note } = await agent.api.json<FoundFiles>(`${agent.path}/find?${parameters}`, { signal });
  return { items: files.map((path) => fileItem(context, path)), note };
}

/** Finds symbols of the workspace, such as functions and classes. */
export async function findSymbols(
  { agent, workbench }: ActionContext,
  query: string,
  signal: AbortSignal,
): Promise<{ items: Item[]; note: string | undefined }> {
  if (query === '') return { items: [], note: t('Type a part of a name.') };
  const parameters = new URLSearchParams({ query });
  const { symbols, note } = await agent.api.json<FoundSymbols>(
    `${agent.path}/languages/symbols?${parameters}`,
    { signal },
  );
  const items = symbols.map(({ name, container, path, line, column }, at) => ({
    id: `symbol:${at}`,
    label: name,
    detail: [container, `${path}:${line}`].filter(Boolean).join(' · '),
    section: t('Symbols'),
    act: () => () => workbench.showFile(path, { line, match: { column, length: 0 } }),
  }));
  return { items, note: note && translate(note) };
}

export function fileItem({ workbench }: ActionContext, path: string): Item {
  return {
    id: `file:${path}`,
    label: path,
    section: t('Files'),
    isCurrent: path === workbench.shownFile,
    act: () => () => workbench.showFile(path),
  };
}
