// The state of the merge dialog of a worktree: the plan, and the requests that the user makes.
import { randomId } from '../../lib/browser/random-id.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { CommitRequest, CommitResult } from '../../../shared/git.ts';
import type { OverviewAgent } from '../../../shared/overview.ts';
import type { MergeDone, MergePlan } from '../../../shared/worktrees.ts';
import type { Api } from '../../lib/requests/api.ts';
import { AgentRequests } from '../../state/agent/agent-requests.ts';

export class WorktreeMerge {
  /** Null until git has computed the plan. */
  plan = $state.raw<MergePlan | null>(null);
  failure = $state<string | null>(null);
  isBusy = $state(false);
  isMerging = $state(false);
  readonly #api: Api;
  readonly #folder: string;

  constructor(api: Api, folder: string) {
    this.#api = api;
    this.#folder = folder;
  }

  async read(): Promise<void> {
    this.plan = null;
    await this.#try(async () => {
      const query = `folder=${encodeURIComponent(this.#folder)}`;
      this.plan = await this.#api.json<MergePlan>(`api/worktrees/merge?${query}`);
    });
  }

  /** Merges. Resolves with true on success. */
  async apply({ id }: MergePlan): Promise<boolean> {
    this.isMerging = true;
    const isDone = await this.#try(async () => {
      await this.#api.json<MergeDone>('api/worktrees/merge', {
        method: 'POST',
        headers: { 'idempotency-key': randomId() },
        body: { folder: this.#folder, plan: id },
      });
    });
    this.isMerging = false;
    return isDone;
  }

  /** Commits the uncommitted files to the branch and reads the plan again. */
  async commit(agent: OverviewAgent, { left }: MergePlan, message: string): Promise<void> {
    const isDone = await this.#try(async () => {
      const body: CommitRequest = { message, files: left.map((path) => ({ path })) };
      const path = `api/agents/${agent.id}/git/commit`;
      const result = await this.#api.json<CommitResult>(path, { method: 'POST', body });
      if (!result.isDone) throw new Error(`git did not commit: ${result.commands.at(-1)?.output ?? ''}`);
    });
    if (isDone) await this.read();
  }

  /** Sends a message to the agent. Resolves with true once the agent has it. */
  ask({ id, state }: OverviewAgent, message: string): Promise<boolean> {
    return this.#try(async () => {
      const requests = new AgentRequests(this.#api, `api/agents/${id}`);
      const type = state === 'working' ? 'follow_up' : 'prompt';
      const answer = await requests.sendOnce('commands', { type, message });
      if (!answer.success) throw new Error(answer.error);
    });
  }

  async #try(act: () => Promise<void>): Promise<boolean> {
    this.isBusy = true;
    this.failure = null;
    try {
      await act();
      return true;
    } catch (error) {
      this.failure = errorText(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
