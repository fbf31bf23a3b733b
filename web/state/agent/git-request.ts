// Has git do something in an agent's workspace. Not part of the first load.
import type { GitDone } from '../../../shared/git.ts';
import type { Agent } from './agent.svelte.ts';
import { gitOf } from './git.svelte.ts';

/** Shows the state after it. Rejects with an ApiError. */
export async function requestGit(
  agent: Agent,
  act: string,
  options: { body: object; headers?: Record<string, string> },
): Promise<GitDone> {
  const done = await agent.api.json<GitDone>(`${agent.path}/git/${act}`, { method: 'POST', ...options });
  if (done.state) gitOf(agent).show(done.state);
  return done;
}
