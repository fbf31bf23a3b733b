// The fields of a new worktree, filled in with suggestions from its repository.
import { errorText } from '../../../shared/error-text.ts';
import type { NewWorktree, Repository } from '../../../shared/worktrees.ts';
import type { Api } from '../../lib/requests/api.ts';

export class NewWorktreeChoice {
  /** Null until it is known, and for a folder that is not in a repository. */
  repository = $state.raw<Repository | null>(null);
  /** Why the repository could not be read. */
  failure = $state<string | null>(null);
  branch = $state('');
  base = $state('');
  setup = $state('');
  #place = $state<string | null>(null);
  readonly #api: Pick<Api, 'json'>;
  readonly #wantedBase: string | undefined;
  #asked = '';

  /** `base`: where the worktree begins, unless the user changes it. Default: the branch of the folder. */
  constructor(api: Pick<Api, 'json'>, base?: string) {
    this.#api = api;
    this.#wantedBase = base;
  }

  /** The folder of the worktree: next to the repository and named after the branch, unless the user chose another. */
  get place(): string {
    if (this.#place !== null || !this.repository) return this.#place ?? '';
    const { folder, place } = this.repository;
    const name = folder.split(/[/\\]/).findLast((part) => part !== '') ?? '';
    return `${place}/${name}-${this.branch.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}`;
  }

  set place(place: string) {
    this.#place = place;
  }

  get isComplete(): boolean {
    return Boolean(this.repository && this.branch.trim() && this.base.trim() && this.place.trim());
  }

  async read(folder: string): Promise<void> {
    this.#asked = folder;
    this.failure = null;
    try {
      const query = `folder=${encodeURIComponent(folder)}`;
      const repository = await this.#api.json<Repository>(`api/worktrees?${query}`);
      if (this.#asked !== folder) return;
      const isOther = repository.folder !== this.repository?.folder;
      this.repository = repository;
      if (!isOther) return;
      this.branch = freeName(repository.branches);
      this.base = this.#wantedBase ?? repository.branch ?? 'HEAD';
      this.setup = repository.setup;
      this.#place = null;
    } catch (error) {
      if (this.#asked !== folder) return;
      this.repository = null;
      this.failure = errorText(error);
    }
  }

  make(folder: string): NewWorktree {
    const { branch, base, place, setup } = this;
    return { folder, branch: branch.trim(), base: base.trim(), place: place.trim(), setup: setup.trim() };
  }
}

/** Returns `agent-1`, or the first name with a free number. */
function freeName(branches: readonly string[]): string {
  const taken = new Set(branches.map((name) => name.replace(/^[^/]+\/(?=agent-\d+$)/, '')));
  let n = 1;
  while (taken.has(`agent-${n}`)) n += 1;
  return `agent-${n}`;
}
