// Gives a new agent its first prompt. A prompt that cannot be sent is returned to the user.
import { randomUUID } from 'node:crypto';
import type { NewWorktree } from '../../shared/worktrees.ts';
import { errorText } from '../../shared/error-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Agent } from '../agent/agent.ts';

export type FirstPrompt = Pick<NonNullable<NewWorktree['agent']>, 'model' | 'prompt'>;

/** Sends the prompt, unless the agent could not get its model, because another model would answer instead. */
export async function sendFirstPrompt(agent: Agent, { model, prompt }: FirstPrompt): Promise<void> {
  await agent.pi.started;
  if (model) {
    const { provider, id: modelId } = model;
    const refusal = await refusalOf(() => agent.commands.run({ type: 'set_model', provider, modelId }));
    if (refusal !== null)
      return giveBack(agent, prompt, `The prompt was not sent, because of the model: ${refusal}`);
  }
  if (prompt === undefined) return;
  const refusal = await refusalOf(() => agent.commands.run({ type: 'prompt', message: prompt }));
  if (refusal !== null) return giveBack(agent, prompt, `The prompt was not sent: ${refusal}`);
}

/** Returns the refusal, or null if the command succeeded. */
async function refusalOf(run: () => ReturnType<Agent['commands']['run']>): Promise<string | null> {
  try {
    const answer = await run();
    return answer.success ? null : answer.error;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return errorText(error);
  }
}

async function giveBack(agent: Agent, prompt: string | undefined, message: string): Promise<void> {
  agent.emit({ type: 'panel_notice', kind: 'error', message, panel_at: Date.now() });
  if (prompt !== undefined) await agent.queue.returnUnsent(prompt, randomUUID());
}
