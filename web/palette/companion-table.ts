// What pi has no command for and the panel's own extension does: the words for each, and where else it stands.
import type { ActionId, CompanionActionId } from '../lib/keys.ts';
import type { View } from '../../shared/view/view.ts';
import type { CommandRow } from './command-table.ts';
import { chooseTools, reload } from './resource-acts.ts';
import { showTree } from './tree-acts.ts';

export const COMPANION_ACTS: Record<CompanionActionId, CommandRow> = {
  panel_navigate: {
    words: 'Go to another point of the session, or label it',
    place: 'Sessions: Show as a tree; /tree',
    act: showTree,
  },
  panel_use_tools: { words: 'Choose the tools of the model', place: 'bar: Settings of pi', act: chooseTools },
  panel_reload: {
    words: 'Reload extensions, skills, prompts and settings',
    place: 'bar: Settings of pi; /reload',
    act: reload,
    idle: ({ run, compaction }) => (run || compaction ? 'The agent is at work: stop it first.' : undefined),
  },
};

/** What a key, a button or a slash command leads to: what the panel's extension does, where it is there. */
export function bestFor(id: ActionId, { companionLack }: View): ActionId {
  if (id === 'get_tree' && companionLack === null) return 'panel_navigate';
  return id === 'panel_reload' && companionLack !== null ? 'restartAgent' : id;
}

/** Why this cannot be asked for now; undefined when it can. */
export function companionLackOf(id: CompanionActionId, view: View): string | undefined {
  if (view.exit) return 'The agent is gone: restart it.';
  if (!view.ready) return 'The agent is still starting.';
  return view.companionLack ?? COMPANION_ACTS[id].idle?.(view);
}
