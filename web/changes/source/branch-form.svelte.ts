// Creates, renames or deletes a branch. A branch with commits to which nothing else leads is deleted only once the user
// has seen them.
import { errorText } from '../../../shared/error-text.ts';
import type { BranchBody, GitBranch, OwnCommits } from '../../../shared/git.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { BranchTask, shipOf } from './ship.svelte.ts';

export class BranchForm {
  /** Those that can be deleted. */
  branches = $state.raw<readonly GitBranch[]>([]);
  /** The commits that the user has seen. */
  lost = $state.raw<OwnCommits | null>(null);
  failure = $state<string | null>(null);
  #name = $state('');
  readonly #agent: Pick<Agent, 'api' | 'path'>;
  readonly #ship: Pick<ReturnType<typeof shipOf>, 'run' | 'failure'>;
  readonly #task: BranchTask;

  constructor(
    agent: Pick<Agent, 'api' | 'path'>,
    ship: Pick<ReturnType<typeof shipOf>, 'run' | 'failure'>,
    task: BranchTask,
  ) {
    this.#agent = agent;
    this.#ship = ship;
    this.#task = task;
    this.#name = 'branch' in task ? task.branch : '';
  }

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name;
    this.lost = null;
  }

  /** Reads the branches that can be deleted: local ones that no folder has checked out. */
  async read(): Promise<void> {
    await this.#read<{ branches: GitBranch[] }>('branches', ({ branches }) => {
      this.branches = branches.filter(
        ({ isCurrent, isRemote, folder }) => !isCurrent && !isRemote && folder === undefined,
      );
      this.name = this.branches[0]?.name ?? '';
    });
  }

  /** Resolves to whether it was done. If not, `failure` says why, or `lost` has what would be lost. */
  async act(): Promise<boolean> {
    this.failure = null;
    const { name } = this;
    if (await this.#ship.run({ act: 'branch', body: this.#body() })) return true;
    const { code, words } = this.#ship.failure ?? {};
    // The dialog says it.
    this.#ship.failure = null;
    if (code !== 'unmerged') this.failure = words ?? null;
    else
      await this.#read<OwnCommits>(`branches/own?branch=${encodeURIComponent(name)}`, (own) => {
        // The user may have chosen another branch.
        if (this.name === name) this.lost = own;
      });
    return false;
  }

  #body(): BranchBody {
    if (this.#task.act === 'create') return { create: this.name.trim() };
    if (this.#task.act === 'rename') return { rename: this.#task.branch, to: this.name.trim() };
    return { delete: this.name, ...(this.lost && { unmerged: this.lost.commit }) };
  }

  async #read<T>(route: string, onanswer: (answer: T) => void): Promise<void> {
    try {
      onanswer(await this.#agent.api.json<T>(`${this.#agent.path}/git/${route}`));
    } catch (error) {
      this.failure = errorText(error);
    }
  }
}
