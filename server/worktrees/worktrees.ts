// Worktrees as places for agents: describes a repository, adds a worktree, brings its work back, and ends it.
import path from 'node:path';
import { lstat } from 'node:fs/promises';
import { Refusal } from '../../shared/refusal.ts';
import type * as Wire from '../../shared/worktrees.ts';
import { applyFiles, planFiles } from '../git/apply-files.ts';
import { removeWorktree } from '../git/end-worktree.ts';
import { listIncluded } from '../git/included-files.ts';
import { keepWorktree } from '../git/keep-worktree.ts';
import { applyMerge, planMerge } from '../git/merge-worktree.ts';
import { findUnsavedWork, readIgnored } from '../git/unsaved-work.ts';
import {
  commitToBeginWith,
  findCheckouts,
  forgetWorktree,
  listBranches,
  requireNewBranch,
  requireWorktree,
  type Checkout,
} from '../git/worktrees.ts';
import { ifThere } from '../lib/if-there.ts';
import { turns } from '../lib/turns.ts';
import { resolvePlace } from './place.ts';
import { findSetupIdeas } from './setup-ideas.ts';
import { Comparisons } from './comparisons.ts';
import { WorktreeMemory } from './worktree-memory.ts';
import type { RunInShell } from './worktree-start.ts';
import { WorktreeStarts } from './worktree-starts.ts';

export interface WorktreesOptions {
  /** The file of the panel's memory of worktrees; null if it lives as long as the panel. */
  file: string | null;
  /** The panel's own folder, where no worktree may be; null if it has none. */
  ownFolder: string | null;
  /** For set-up commands. */
  env: NodeJS.ProcessEnv;
  runInShell?: RunInShell;
  /** Starts an agent in this folder; resolves with its id. */
  startAgent: (workspace: string, agent: Wire.NewWorktree['agent']) => Promise<string>;
  /** The agents that work in this folder, or below it. */
  agentsIn: (folder: string) => readonly { id: string }[];
  /** The text of the last answer of the agent in this folder. */
  lastAnswerIn: (folder: string) => string | null;
  /** How many of their conversations are stored in the folder, or nowhere. */
  lostWith: (folder: string) => Promise<number>;
  endAgent: (id: string) => Promise<void>;
  /** Called when the checkout in this folder has new commits or files. */
  onMerge: (folder: string) => void;
  onBug: (error: unknown) => void;
}

/** Acts on the worktree in this folder. `base`: the branch from which it was made, if that is known. */
type WithBase<T> = (folder: string, base: string | undefined) => Promise<T>;

export class Worktrees {
  readonly comparisons: Comparisons;
  readonly starts: WorktreeStarts;
  readonly #options: WorktreesOptions;
  readonly #memory: WorktreeMemory;
  readonly #inTurn = turns();
  /** The worktrees that are being removed. */
  readonly #ending = new Set<string>();

  constructor(options: WorktreesOptions) {
    this.#options = options;
    this.starts = new WorktreeStarts((folder) => this.isEnding(folder), options.onBug);
    this.#memory = new WorktreeMemory(options.file);
    this.comparisons = new Comparisons(this.#memory, this, options.lastAnswerIn);
  }

  /** Describes a repository. Rejects with a Refusal 409 if the folder is not in a git checkout. */
  async describe(folder: string): Promise<Wire.Repository> {
    const { main, own, prefix } = await findCheckouts(folder);
    const [choice, branches, setupIdeas, included] = await Promise.all([
      this.#memory.choiceOf(main.folder),
      listBranches(main.folder),
      findSetupIdeas(main.folder),
      main.isBare ? [] : listIncluded(main.folder),
    ]);
    const { setup = '', place = path.dirname(main.folder) } = choice ?? {};
    return { folder: main.folder, prefix, branch: own.branch, branches, place, setup, setupIdeas, included };
  }

  /**
   * Returns the same folder in the other checkouts of its repository, also in worktrees that have ended. None without
   * git.
   */
  async relatedFolders(folder: string): Promise<string[]> {
    const place = await findCheckouts(folder).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (!place) return [];
    const ended = await this.#memory.endedOf(place.main.folder);
    return [...place.all.map((one) => one.folder), ...ended].map((one) => path.resolve(one, place.prefix));
  }

  /** Starts a worktree, after checking everything that can be known in advance. Rejects with a Refusal. */
  start(wanted: Wire.NewWorktree): Promise<Wire.WorktreeStart> {
    return this.#inTurn(() => this.#start(wanted));
  }

  async #start({ folder, branch, base, place, setup, agent }: Wire.NewWorktree): Promise<Wire.WorktreeStart> {
    const { main, prefix } = await findCheckouts(folder);
    const target = await this.requireNew(main.folder, { branch, place });
    const commit = await commitToBeginWith(main.folder, base);
    await this.#memory.choose(main.folder, { setup, place: path.dirname(place) });
    return this.starts.begin({
      ...{ repository: main.folder, branch, folder: target, base: commit, setup },
      env: { ...this.#options.env, MAIN_CHECKOUT: main.folder },
      runInShell: this.#options.runInShell,
      onReady: async () =>
        this.#memory.begin(target, {
          base: base.replace(/^origin\//, ''),
          ignored: await readIgnored(target),
          at: Date.now(),
        }),
      startAgent: () => this.#options.startAgent(path.resolve(target, prefix), agent),
    });
  }

  /**
   * Returns the place of a new worktree without links. Rejects with a Refusal if the branch or the place is in use, or
   * not allowed.
   */
  async requireNew(
    repository: string,
    { branch, place }: Pick<Wire.NewWorktree, 'branch' | 'place'>,
  ): Promise<string> {
    await requireNewBranch(repository, branch);
    const target = await resolvePlace(place, this.#options.ownFolder);
    await this.#requireFree(target);
    return target;
  }

  async #requireFree(place: string): Promise<void> {
    if (!this.starts.isPreparing(place) && (await ifThere(lstat(place))) === undefined) return;
    throw new Refusal(
      409,
      'folder_exists',
      `${place} already exists. Choose another folder for the worktree.`,
    );
  }

  /** Returns the files and commits that ending this worktree would remove. Rejects with a Refusal. */
  async findWork(folder: string): Promise<Wire.WorktreeWork> {
    const { own } = await findCheckouts(folder);
    const { ignored = {} } = (await this.#memory.originOf(own.folder)) ?? {};
    const [work, conversations] = await Promise.all([
      findUnsavedWork(own.folder, ignored),
      this.#options.lostWith(own.folder),
    ]);
    return { ...work, conversations, isClean: work.isClean && conversations === 0 };
  }

  /**
   * Ends the worktree's agents and removes it. The branch stays unless the user asked to remove it. If this rejects
   * with a Refusal, the folder still exists.
   */
  end({ folder, seen, confirm, withBranch }: Wire.WorktreeEnd): Promise<Wire.WorktreeEnded> {
    return this.#inTurn(async () => {
      requireConsent(await this.findWork(folder), seen, confirm);
      return this.#withoutAgents(folder, async () => {
        // The agent may have kept writing until it ended.
        const work = await this.findWork(folder);
        requireConsent(work, seen, confirm);
        return removeWorktree(work, { withBranch: withBranch ?? false });
      });
    }, folder);
  }

  /**
   * Ends the worktree's agents and gives its folder another name, with everything in it. Rejects with a Refusal, and
   * the folder then still has its name.
   */
  keep(folder: string): Promise<Wire.WorktreeKept> {
    return this.#inTurn(() => this.#withoutAgents(folder, (own) => keepWorktree(own.folder)), folder);
  }

  /**
   * Ends the agents of a worktree whose folder is gone, and makes git forget it. Rejects with a Refusal if the folder is
   * there.
   */
  forget({ folder, repository }: Wire.WorktreeForget): Promise<void> {
    return this.#inTurn(async () => {
      const { main } = await findCheckouts(repository);
      this.#requirePrepared(folder);
      await forgetWorktree(main.folder, folder);
      for (const { id } of this.#options.agentsIn(folder)) await this.#options.endAgent(id);
      await this.#memory.end(folder, main.folder);
      this.starts.forgetIn(folder);
    }, folder);
  }

  /** Ends the agents of a worktree, then the worktree itself by `end`. No agent starts in it meanwhile. */
  async #withoutAgents<T>(folder: string, end: (own: Checkout) => Promise<T>): Promise<T> {
    const { main, own } = await findCheckouts(folder);
    requireWorktree(own, main);
    this.#requirePrepared(own.folder);
    this.#ending.add(own.folder);
    try {
      for (const { id } of this.#options.agentsIn(own.folder)) await this.#options.endAgent(id);
      const ended = await end(own);
      await this.#memory.end(own.folder, main.folder);
      this.starts.forgetIn(own.folder);
      return ended;
    } finally {
      this.#ending.delete(own.folder);
    }
  }

  /**
   * Refuses a worktree in preparation, because its set-up would write into the removed folder, and its agent would
   * bring it back.
   */
  #requirePrepared(folder: string): void {
    if (!this.starts.isPreparing(folder)) return;
    const message = `${folder} is still being prepared. Stop its set-up, or wait until its agent has started.`;
    throw new Refusal(409, 'being_prepared', message);
  }

  /**
   * Whether this folder is being removed. No agent may start in it then, because a page that shows an agent of the
   * worktree would bring it back.
   */
  isEnding(folder: string): boolean {
    return [...this.#ending].some((one) => `${folder}${path.sep}`.startsWith(`${one}${path.sep}`));
  }

  planMerge(folder: string): Promise<Wire.MergePlan> {
    return this.#withBase(folder, planMerge);
  }

  merge(folder: string, plan: string): Promise<Wire.MergeDone> {
    return this.#apply(folder, 'commits', (own, base) => applyMerge(own, base, plan));
  }

  planFiles(folder: string): Promise<Wire.MergePlan> {
    return this.#withBase(folder, planFiles);
  }

  /** Brings the files over without a commit. */
  applyFiles(folder: string, plan: string): Promise<Wire.FilesApplied> {
    return this.#apply(folder, 'files', (own, base) => applyFiles(own, base, plan));
  }

  /** Returns the last merge of each worktree that has not ended. */
  async lastMerges(): Promise<Wire.LastMerge[]> {
    return Object.entries(await this.#memory.merges()).map(([folder, merge]) => ({ folder, ...merge }));
  }

  #apply<T extends Wire.Merged & { folder: string }>(
    folder: string,
    method: Wire.LastMerge['method'],
    apply: WithBase<T>,
  ): Promise<T> {
    return this.#inTurn(async () => {
      const { own } = await findCheckouts(folder);
      const done = await this.#withBase(own.folder, apply);
      this.#options.onMerge(done.folder);
      const { branch, into, files } = done;
      // The merge is done, even if the panel cannot remember it.
      const merge = { branch, into, files, method, at: Date.now() };
      await this.#memory.setMerge(own.folder, merge).catch(this.#options.onBug);
      return done;
    }, folder);
  }

  async #withBase<T>(folder: string, act: WithBase<T>): Promise<T> {
    const { own } = await findCheckouts(folder);
    return act(own.folder, (await this.#memory.originOf(own.folder))?.base);
  }

  close(): Promise<void> {
    return this.starts.close();
  }
}

function requireConsent(work: Wire.WorktreeWork, seen: string, confirm: string | undefined): void {
  const { branch, folder, isClean, obstacle } = work;
  if (obstacle !== null) throw new Refusal(409, 'obstacle', obstacle);
  if (work.seen !== seen) {
    const message = `${folder} was changed since you looked at it. Nothing was removed; look at it again.`;
    throw new Refusal(409, 'changed', message);
  }
  const name = branch ?? path.basename(folder);
  if (isClean || confirm === name) return;
  throw new Refusal(
    409,
    'not_clean',
    `${folder} has work that is not safe elsewhere: confirm with “${name}”.`,
  );
}
