// Everything that the palette lists at its first step, each kind from where it is known.
import { bindings } from '../lib/key-bindings.svelte.ts';
import { COMPANION_ACTIONS, KEYS, type PageActionId } from '../lib/keys.ts';
import type { CommandType } from '../../shared/pi/command-facts.ts';
import type { SlashCommand } from '../../shared/pi/commands.ts';
import type { CommandList, FoundFiles } from '../../shared/wire.ts';
import { COMMANDS, lackOf } from './command-table.ts';
import { companionLackOf, COMPANION_ACTS } from './companion-table.ts';
import { modelItems } from './model-acts.ts';
import { ask, type Page } from './page.ts';
import { sessionItems } from './session-acts.ts';
import type { Item } from './step.ts';

/** These are in the table of pi's commands, or are the palette itself. */
const SAID_ELSEWHERE: readonly PageActionId[] = ['openPalette', 'newSession', 'pickModel', 'focusComposer'];

export function piItems(page: Page): Item[] {
  return (Object.keys(COMMANDS) as CommandType[]).map((type) => ({
    id: `pi:${type}`,
    label: COMMANDS[type].words,
    detail: type,
    hint: 'pi',
    keys: bindings.label(type) || bindings.label(SAME_KEY[type] ?? type),
    lack: lackOf(type, page.view),
    act: () => COMMANDS[type].act(page),
  }));
}

export function companionItems(page: Page): Item[] {
  return COMPANION_ACTIONS.map((id) => ({
    id: `companion:${id}`,
    label: COMPANION_ACTS[id].words,
    hint: 'panel',
    keys: bindings.label(id),
    lack: companionLackOf(id, page.view),
    act: () => COMPANION_ACTS[id].act(page),
  }));
}

/** Where the page has an action of its own for it, with a key. */
const SAME_KEY: { readonly [T in CommandType]?: PageActionId } = {
  prompt: 'focusComposer',
  new_session: 'newSession',
  set_model: 'pickModel',
};

export function pageItems({ workbench }: Page): Item[] {
  return (Object.keys(KEYS) as PageActionId[])
    .filter((id) => !SAID_ELSEWHERE.includes(id))
    .map((id) => ({
      id: `page:${id}`,
      label: KEYS[id].label,
      hint: 'page',
      keys: bindings.label(id),
      act: () => () => workbench.doOnPage?.(id),
    }));
}

/** What pi has to be asked for, each apart: one that fails does not take the others with it. */
export const SOURCES: Record<string, (page: Page) => Promise<Item[]>> = {
  'slash commands': slashItems,
  models: async (page) => (await modelItems(page)).map((item) => ({ ...item, hint: 'model' })),
  sessions: async (page) =>
    (await sessionItems(page)).map((item) => ({ ...item, hint: `session, ${item.hint ?? ''}` })),
};

async function slashItems(page: Page): Promise<Item[]> {
  const { commands } = await ask<CommandList>(page, { type: 'get_commands' });
  return commands.map(({ name, description = '', source }: SlashCommand) => ({
    id: `slash:${name}`,
    label: `/${name}`,
    detail: description,
    hint: source,
    act: () => () => {
      page.workbench.tab = 'chat';
      page.workbench.composer.get().insert(`/${name} `);
      page.workbench.composer.get().focus();
    },
  }));
}

/** Files of the workspace, the best match first. */
export async function fileItems(page: Page, query: string, signal: AbortSignal): Promise<Item[]> {
  const parameters = new URLSearchParams({ query, limit: '20' });
  const { files } = await page.agent.api.json<FoundFiles>(`${page.agent.path}/find?${parameters}`, {
    signal,
  });
  return files.map((path) => ({
    id: `file:${path}`,
    label: path,
    hint: 'file',
    act: () => () => page.workbench.showFile(path),
  }));
}
