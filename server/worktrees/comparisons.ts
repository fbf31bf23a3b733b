// Comparisons: the same prompt for several models, each with an agent in its own worktree. A comparison outlives the
// panel and lasts until its worktrees are gone. They are merged and ended like all others.
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type * as Wire from '../../shared/comparisons.ts';
import { errorText } from '../../shared/error-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { NewWorktree, Repository, WorktreeStart } from '../../shared/worktrees.ts';
import { changesSince, contentAt, contentIn } from '../git/worktree-changes.ts';
import { commitToBeginWith } from '../git/worktrees.ts';
import type { StoredComparison, WorktreeMemory } from './worktree-memory.ts';

/** The part of `Worktrees` that it uses. */
interface WorktreeMaker {
  describe: (folder: string) => Promise<Repository>;
  requireNew: (repository: string, wanted: Pick<NewWorktree, 'branch' | 'place'>) => Promise<unknown>;
  start: (wanted: NewWorktree) => Promise<WorktreeStart>;
  readonly starts: { list: () => readonly WorktreeStart[] };
}

/** A comparison younger than this is not forgotten, because git may not have added its worktrees yet. */
const MIN_AGE_MS = 60_000;

export class Comparisons {
  readonly #memory: WorktreeMemory;
  readonly #worktrees: WorktreeMaker;
  readonly #lastAnswerIn: (folder: string) => string | null;

  constructor(
    memory: WorktreeMemory,
    worktrees: WorktreeMaker,
    lastAnswerIn: (folder: string) => string | null,
  ) {
    this.#memory = memory;
    this.#worktrees = worktrees;
    this.#lastAnswerIn = lastAnswerIn;
  }

  /**
   * Starts a comparison. Rejects with a Refusal, such as 409 `no_git`, if nothing was started. If only a later worktree
   * is refused, its candidate has the reason, because those before it already have the prompt.
   */
  async start({ folder, base, setup, prompt, models, agent }: Wire.NewComparison): Promise<Wire.Comparison> {
    const repository = await this.#worktrees.describe(folder);
    const commit = await commitToBeginWith(repository.folder, base);
    const wanted = branchesFor(models, repository.branches).map((branch, i) => ({
      ...{ folder, branch, base, setup, agent: { ...agent, model: models[i]!, prompt } },
      place: path.join(repository.place, `${path.basename(repository.folder)}-${branch}`),
    }));
    for (const one of wanted) await this.#worktrees.requireNew(repository.folder, one);
    const id = randomUUID();
    const comparison: StoredComparison = {
      repository: repository.folder,
      ...{ commit, prompt, at: Date.now(), candidates: [] },
    };
    for (const one of wanted) {
      const { branch, place } = one;
      const { model } = one.agent;
      try {
        const { folder: made } = await this.#worktrees.start(one);
        comparison.candidates.push({ model, branch, folder: made });
      } catch (error) {
        if (comparison.candidates.length === 0) throw error;
        comparison.candidates.push({ model, branch, folder: place, failure: errorText(error) });
      }
      await this.#memory.setComparison(id, comparison);
    }
    return this.#show(id, comparison);
  }

  /**
   * Lists comparisons, newest first. Forgets those whose worktrees are all gone, unless they have only just been
   * started.
   */
  async list(): Promise<Wire.Comparison[]> {
    const shown: Wire.Comparison[] = [];
    for (const [id, stored] of Object.entries(await this.#memory.comparisons())) {
      const comparison = await this.#show(id, stored);
      const isLeft = comparison.candidates.some(
        ({ isThere, folder }) => isThere || this.#isBeingAdded(folder),
      );
      if (isLeft) shown.push(comparison);
      else if (stored.at < Date.now() - MIN_AGE_MS) await this.#memory.setComparison(id, null);
    }
    return shown.toSorted((a, b) => b.at - a.at);
  }

  async files(id: string): Promise<Wire.ComparedFiles> {
    const { commit, candidates } = await this.#get(id);
    // A worktree that was just removed cannot be read; one that is being added still lacks files.
    const read = async ({ folder, failure }: StoredComparison['candidates'][number]) =>
      failure === undefined && !this.#isBeingAdded(folder)
        ? changesSince(folder, commit).catch(() => null)
        : null;
    return {
      candidates: await Promise.all(candidates.map(read)),
      answers: candidates.map(({ folder }) => this.#lastAnswerIn(folder)),
    };
  }

  /** Returns one file. Rejects with a Refusal 404 for a file that no candidate changed. */
  async file(id: string, name: string): Promise<Wire.ComparedFile> {
    const { commit, candidates } = await this.#get(id);
    const { candidates: changes } = await this.files(id);
    const isChanged = changes.map((files) => files?.some((file) => file.path === name) ?? false);
    const changed = candidates.find((_, i) => isChanged[i]);
    if (!changed) throw new Refusal(404, 'unknown_file', `No candidate changed ${name}.`);
    const before = await contentAt(changed.folder, commit, name);
    const after = candidates.map(async ({ folder }, i) => ({
      isChanged: isChanged[i]!,
      content: isChanged[i] ? await contentIn(folder, name) : before,
    }));
    return { before, after: await Promise.all(after) };
  }

  /** Forgets a comparison. Its worktrees and agents stay. */
  async forget(id: string): Promise<void> {
    await this.#get(id);
    await this.#memory.setComparison(id, null);
  }

  /** Whether a worktree is being added. It may not have its folder yet. */
  #isBeingAdded(folder: string): boolean {
    return this.#worktrees.starts
      .list()
      .some((start) => start.folder === folder && start.state === 'running' && start.step === 'adding');
  }

  async #get(id: string): Promise<StoredComparison> {
    const stored = (await this.#memory.comparisons())[id];
    if (stored) return stored;
    throw new Refusal(
      404,
      'unknown_comparison',
      'This comparison no longer exists, because its worktrees were removed.',
    );
  }

  async #show(
    id: string,
    { repository, prompt, at, candidates }: StoredComparison,
  ): Promise<Wire.Comparison> {
    const show = async (one: StoredComparison['candidates'][number]): Promise<Wire.Candidate> => ({
      ...one,
      // The place of a worktree that was refused may belong to something else.
      isThere: one.failure === undefined && (await isFolder(one.folder)),
      startedAt: (await this.#memory.originOf(one.folder))?.at ?? null,
    });
    return { id, repository, prompt, at, candidates: await Promise.all(candidates.map(show)) };
  }
}

/** Returns `compare-1-` and the name of the model, with the first number that no branch has. */
export function branchesFor(models: readonly Wire.ModelName[], taken: readonly string[]): string[] {
  let n = 1;
  while (taken.some((name) => name.includes(`compare-${n}-`))) n += 1;
  const names = models.map(({ id }) => id.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, ''));
  const branches: string[] = [];
  const isTaken = (branch: string): boolean =>
    branches.some((other) => other.toLowerCase() === branch.toLowerCase());
  for (const name of names) {
    // Two providers may have the same model.
    let branch = `compare-${n}-${name}`;
    for (let nth = 2; isTaken(branch); nth += 1) branch = `compare-${n}-${name}-${nth}`;
    branches.push(branch);
  }
  return branches;
}

/** Whether the folder exists. One that cannot be read counts as there, because it may be readable again. */
const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (stats) => stats.isDirectory(),
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
