// Connects worktrees with the agents that work in them.
import path from 'node:path';
import type { NewWorktree } from '../../shared/worktrees.ts';
import type { AgentStarter } from './agent-starter.ts';
import type { Agent } from '../agent/agent.ts';
import type { Registry } from '../agent/registry.ts';
import { Worktrees } from '../worktrees/worktrees.ts';

interface WorktreeAgentsOptions {
  registry: Registry;
  starter: Pick<AgentStarter, 'open'>;
  /** The file for the user's choices for worktrees; null if they live as long as the panel. */
  file: string | null;
  /** For set-up commands. */
  env: NodeJS.ProcessEnv;
  endAgent: (id: string) => Promise<void>;
  onBug: (error: unknown) => void;
}

export function openWorktrees({ registry, starter, onBug, ...options }: WorktreeAgentsOptions): Worktrees {
  const agentsIn = (folder: string): Agent[] =>
    registry.all().filter(({ workspace }) => `${workspace}${path.sep}`.startsWith(`${folder}${path.sep}`));
  return new Worktrees({
    ...options,
    agentsIn,
    startAgent: async (workspace, { model, prompt, ...flags } = {}) => {
      const { agent } = await starter.open({ workspace, ...flags });
      if (model ?? prompt) sendFirstPrompt(agent, { model, prompt }).catch(onBug);
      return agent.id;
    },
    onMerge: (folder) => {
      for (const agent of agentsIn(folder)) agent.emit({ type: 'panel_changes' });
    },
  });
}

/** Without its model the agent is not given the task, because another model would answer. */
async function sendFirstPrompt(
  agent: Agent,
  { model, prompt }: Pick<NonNullable<NewWorktree['agent']>, 'model' | 'prompt'>,
): Promise<void> {
  await agent.pi.started;
  await agent.commands.reportRefusal(async () => {
    if (model) {
      const { provider, id: modelId } = model;
      const answer = await agent.commands.run({ type: 'set_model', provider, modelId });
      if (!answer.success)
        return warn(agent, `The prompt was not sent, because of the model: ${answer.error}`);
    }
    if (prompt === undefined) return;
    const answer = await agent.commands.run({ type: 'prompt', message: prompt });
    if (!answer.success) warn(agent, `The prompt was not sent: ${answer.error}`);
  });
}

function warn(agent: Agent, message: string): void {
  agent.emit({ type: 'panel_notice', kind: 'error', message, panel_at: Date.now() });
}
