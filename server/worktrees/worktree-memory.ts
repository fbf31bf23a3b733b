// The panel's memory of worktrees, beside its state and never in a repository: the set-up command and the place
// that the user chose for each repository, and how each worktree began. Several panels share the file, so it is read again
// for each use.
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { replaceTextFile } from '../lib/replace-text-file.ts';
import { turns } from '../lib/turns.ts';

const origin = v.object({
  base: v.string(),
  ignored: v.record(v.string(), v.string()),
  /** When its set-up was done, in ms since 1970. */
  at: v.optional(v.number()),
});
const comparison = v.object({
  repository: v.string(),
  /** The id of the commit from which all candidates started. */
  commit: v.string(),
  prompt: v.string(),
  at: v.number(),
  candidates: v.array(
    v.object({
      model: v.object({ provider: v.string(), id: v.string() }),
      branch: v.string(),
      folder: v.string(),
      /** Why its worktree was not started; absent if it was. */
      failure: v.exactOptional(v.string()),
    }),
  ),
});
const stored = v.object({
  repositories: v.record(v.string(), v.object({ setup: v.string(), place: v.optional(v.string()) })),
  worktrees: v.record(v.string(), origin),
  /** Absent from files of earlier panels: the repositories of worktrees that have ended. */
  ended: v.optional(v.record(v.string(), v.string())),
  /** Absent from files of earlier panels. */
  comparisons: v.optional(v.record(v.string(), comparison)),
});

const MAX_ENDED = 500;

type Memory = v.InferOutput<typeof stored>;
export type RepositoryChoice = Memory['repositories'][string];
/** `base`: the branch from which it started. `ignored`: the files that were ignored after its set-up. */
export type WorktreeOrigin = Memory['worktrees'][string];
export type StoredComparison = v.InferOutput<typeof comparison>;

export class WorktreeMemory {
  readonly #file: string | null;
  readonly #inTurn = turns();
  /** The memory if there is no file. */
  #kept: Memory = { repositories: {}, worktrees: {} };

  /** Null if it lives as long as the panel. */
  constructor(file: string | null) {
    this.#file = file;
  }

  async choiceOf(repository: string): Promise<RepositoryChoice | undefined> {
    return (await this.#read()).repositories[repository];
  }

  async originOf(worktree: string): Promise<WorktreeOrigin | undefined> {
    return (await this.#read()).worktrees[worktree];
  }

  async choose(repository: string, choice: RepositoryChoice): Promise<void> {
    await this.#change((memory) => (memory.repositories[repository] = choice));
  }

  async begin(worktree: string, origin: WorktreeOrigin): Promise<void> {
    await this.#change((memory) => (memory.worktrees[worktree] = origin));
  }

  /** Forgets a worktree, but not its repository, because its sessions stay. */
  async end(worktree: string, repository: string): Promise<void> {
    await this.#change((memory) => {
      delete memory.worktrees[worktree];
      const { [worktree]: _old, ...others } = memory.ended ?? {};
      const ended: [string, string][] = [...Object.entries(others), [worktree, repository]];
      memory.ended = Object.fromEntries(ended.slice(-MAX_ENDED));
    });
  }

  async endedOf(repository: string): Promise<string[]> {
    const ended = Object.entries((await this.#read()).ended ?? {});
    return ended.flatMap(([worktree, its]) => (its === repository ? worktree : []));
  }

  async comparisons(): Promise<Readonly<Record<string, StoredComparison>>> {
    return (await this.#read()).comparisons ?? {};
  }

  /** Null forgets it. */
  async setComparison(id: string, comparison: StoredComparison | null): Promise<void> {
    await this.#change((memory) => {
      const { [id]: _old, ...others } = memory.comparisons ?? {};
      memory.comparisons = comparison === null ? others : { ...others, [id]: comparison };
    });
  }

  async #change(act: (memory: Memory) => unknown): Promise<void> {
    await this.#inTurn(async () => {
      const memory = await this.#read();
      act(memory);
      this.#kept = memory;
      if (this.#file) await replaceTextFile(this.#file, JSON.stringify(memory));
    });
  }

  /**
   * Reads the memory. A damaged file counts as empty. One that cannot be read is an error, because a change would
   * overwrite what is in it.
   */
  async #read(): Promise<Memory> {
    if (this.#file === null) return this.#kept;
    try {
      const parsed = v.safeParse(stored, JSON.parse(await readFile(this.#file, 'utf8')));
      if (parsed.success) return parsed.output;
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing && !(error instanceof SyntaxError)) throw error;
    }
    return { repositories: {}, worktrees: {} };
  }
}
