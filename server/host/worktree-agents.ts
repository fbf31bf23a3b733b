// Connects worktrees with the agents that work in them.
import path from 'node:path';
import type { AssistantMessage } from '../../shared/pi/messages.ts';
import type { AgentStarter } from './agent-starter.ts';
import type { Agent } from '../agent/agent.ts';
import type { Registry } from '../agent/registry.ts';
import type { Shells } from '../shells/shells.ts';
import { Worktrees } from '../worktrees/worktrees.ts';
import { sendFirstPrompt } from './first-prompt.ts';
import { countLost } from './lost-conversations.ts';

interface WorktreeAgentsOptions {
  registry: Registry;
  starter: Pick<AgentStarter, 'open'>;
  /** The file for the user's choices for worktrees; null if they live as long as the panel. */
  file: string | null;
  /** The panel's own folder; null if it has none. */
  ownFolder: string | null;
  /** For set-up commands. */
  env: NodeJS.ProcessEnv;
  shells: Shells;
  endAgent: (id: string) => Promise<void>;
  onBug: (error: unknown) => void;
}

export function openWorktrees({
  registry,
  starter,
  shells,
  onBug,
  ...options
}: WorktreeAgentsOptions): Worktrees {
  const agentsIn = (folder: string): Agent[] =>
    registry.all().filter(({ workspace }) => `${workspace}${path.sep}`.startsWith(`${folder}${path.sep}`));
  return new Worktrees({
    ...options,
    onBug,
    agentsIn,
    runInShell: async (task) => {
      const shell = await shells.run(task);
      if (!shell) return null;
      const { id } = shell;
      return {
        id,
        ended: shell.ended().then(({ code, signal }) => (signal === 0 ? code : null)),
        stop: () => shell.stop(),
        close: () => shells.forget(id),
      };
    },
    lostWith: (folder) => countLost(agentsIn(folder), folder),
    startAgent: async (workspace, { model, prompt, ...flags } = {}) => {
      const { agent } = await starter.open({ workspace, ...flags });
      if (model ?? prompt) sendFirstPrompt(agent, { model, prompt }).catch(onBug);
      return agent.id;
    },
    lastAnswerIn: (folder) => {
      const texts = (agentsIn(folder)[0]?.view.entries ?? []).flatMap(({ message }) =>
        message.role === 'assistant' ? [textIn(message)] : [],
      );
      return texts.findLast((text) => text !== '') ?? null;
    },
    onMerge: (folder) => {
      for (const agent of agentsIn(folder)) agent.emit({ type: 'panel_changes' });
    },
  });
}

/** Returns the text of an answer without its thoughts and calls. */
function textIn({ content }: AssistantMessage): string {
  return content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n')
    .trim();
}
