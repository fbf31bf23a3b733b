// The state of the merge dialog of a worktree: the plan, and the requests that the user makes.
import { randomId } from '../../lib/browser/random-id.ts';
import type { CommitRequest, CommitResult } from '../../../shared/git.ts';
import type { OverviewAgent } from '../../../shared/overview.ts';
import type { FilesApplied, MergeDone, MergePlan } from '../../../shared/worktrees.ts';
import type { Api } from '../../lib/requests/api.ts';
import { Attempt } from '../../lib/requests/attempt.svelte.ts';
import { AgentRequests } from '../../state/agent/agent-requests.ts';

/** `commits`: the branch is merged. `files`: all files are brought over without a commit. */
export type MergeMethod = 'commits' | 'files';

/** Its requests, of which `failure` says why the last one failed. */
export class WorktreeMerge extends Attempt {
  method = $state<MergeMethod>('commits');
  /** Null until git has computed the plan. */
  plan = $state.raw<MergePlan | null>(null);
  isMerging = $state(false);
  /** The folder in which git commits or merges now. */
  written = $state<string | null>(null);
  /** Whether the first plan is known, which decides the method that comes first. */
  isOpen = $state(false);
  readonly #api: Api;
  readonly #folder: string;

  constructor(api: Api, folder: string) {
    super();
    this.#api = api;
    this.#folder = folder;
  }

  async choose(method: MergeMethod): Promise<void> {
    this.method = method;
    await this.read();
  }

  /** Reads the plan. If there is nothing to merge, but there are uncommitted files, the plan is to bring those over. */
  async open(): Promise<void> {
    await this.read();
    if (this.plan?.commits.length === 0 && this.plan.left.length > 0) await this.choose('files');
    this.isOpen = true;
  }

  async read(): Promise<void> {
    this.plan = null;
    const folder = this.#folder;
    const { method } = this;
    await this.run(async () => {
      const plan = await (method === 'files'
        ? this.#api.json<MergePlan>('api/worktrees/files/plan', { method: 'POST', body: { folder } })
        : this.#api.json<MergePlan>(`api/worktrees/merge?folder=${encodeURIComponent(folder)}`));
      // The user may have chosen the other method in the meantime.
      if (method === this.method) this.plan = plan;
    });
  }

  /** Merges. Resolves to true on success. */
  async apply(plan: MergePlan): Promise<boolean> {
    return (await this.#carryOut<MergeDone>('api/worktrees/merge', plan)) !== null;
  }

  /** Brings the files over. Resolves to null if that failed. */
  applyFiles(plan: MergePlan): Promise<FilesApplied | null> {
    return this.#carryOut<FilesApplied>('api/worktrees/files', plan);
  }

  async #carryOut<T>(path: string, { id, into }: MergePlan): Promise<T | null> {
    this.isMerging = true;
    this.written = into.folder;
    let done: T | null = null;
    await this.run(async () => {
      done = await this.#api.json<T>(path, {
        method: 'POST',
        headers: { 'idempotency-key': randomId() },
        body: { folder: this.#folder, plan: id },
      });
    });
    this.isMerging = false;
    this.written = null;
    return done;
  }

  /** Commits the uncommitted files to the branch and reads the plan again. */
  async commit(agent: OverviewAgent, { left }: MergePlan, message: string): Promise<void> {
    this.written = agent.workspace;
    const isDone = await this.run(async () => {
      const body: CommitRequest = { message, files: left.map((path) => ({ path })) };
      const path = `api/agents/${agent.id}/git/commit`;
      const result = await this.#api.json<CommitResult>(path, { method: 'POST', body });
      if (!result.isDone) throw new Error(`git did not commit: ${result.commands.at(-1)?.output ?? ''}`);
    });
    this.written = null;
    if (isDone) await this.read();
  }

  /** Sends a message to the agent. Resolves to true once the agent has it. */
  ask({ id, state }: OverviewAgent, message: string): Promise<boolean> {
    return this.run(async () => {
      const requests = new AgentRequests(this.#api, `api/agents/${id}`);
      const type = state === 'working' ? 'follow_up' : 'prompt';
      const answer = await requests.sendOnce('commands', { type, message });
      if (!answer.success) throw new Error(answer.error);
    });
  }
}
