// The panel's memory of worktrees, beside its state and never in a repository: the set-up command and the place
// that the user chose for each repository, how each worktree began, and its last merge.
import * as v from 'valibot';
import { SharedJson } from '../sessions/shared-json.ts';

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
const merge = v.object({
  branch: v.string(),
  into: v.string(),
  files: v.number(),
  method: v.picklist(['commits', 'files']),
  at: v.number(),
});
const schema = v.object({
  repositories: v.record(v.string(), v.object({ setup: v.string(), place: v.optional(v.string()) })),
  worktrees: v.record(v.string(), origin),
  /** Absent from files of earlier panels: the repositories of worktrees that have ended. */
  ended: v.optional(v.record(v.string(), v.string())),
  /** Absent from files of earlier panels: the last merge of each worktree. */
  merges: v.optional(v.record(v.string(), merge)),
  /** Absent from files of earlier panels. */
  comparisons: v.optional(v.record(v.string(), comparison)),
});

const MAX_ENDED = 500;

type Memory = v.InferOutput<typeof schema>;
export type RepositoryChoice = Memory['repositories'][string];
/** `base`: the branch from which it started. `ignored`: the files that were ignored after its set-up. */
export type WorktreeOrigin = Memory['worktrees'][string];
export type StoredMerge = v.InferOutput<typeof merge>;
export type StoredComparison = v.InferOutput<typeof comparison>;

export class WorktreeMemory {
  readonly #stored: SharedJson<Memory>;

  /** Null if it lives as long as the panel. */
  constructor(file: string | null) {
    this.#stored = new SharedJson({ file, schema, empty: () => ({ repositories: {}, worktrees: {} }) });
  }

  async choiceOf(repository: string): Promise<RepositoryChoice | undefined> {
    return (await this.#stored.read()).repositories[repository];
  }

  async originOf(worktree: string): Promise<WorktreeOrigin | undefined> {
    return (await this.#stored.read()).worktrees[worktree];
  }

  async choose(repository: string, choice: RepositoryChoice): Promise<void> {
    await this.#stored.change(({ repositories }) => void (repositories[repository] = choice));
  }

  async begin(worktree: string, origin: WorktreeOrigin): Promise<void> {
    await this.#stored.change(({ worktrees }) => void (worktrees[worktree] = origin));
  }

  async merges(): Promise<Readonly<Record<string, StoredMerge>>> {
    return (await this.#stored.read()).merges ?? {};
  }

  async setMerge(worktree: string, merge: StoredMerge): Promise<void> {
    await this.#stored.change((memory) => void (memory.merges = { ...memory.merges, [worktree]: merge }));
  }

  /** Forgets a worktree, but not its repository, because its sessions stay. */
  async end(worktree: string, repository: string): Promise<void> {
    await this.#stored.change((memory) => {
      delete memory.worktrees[worktree];
      delete memory.merges?.[worktree];
      const { [worktree]: _old, ...others } = memory.ended ?? {};
      const ended: [string, string][] = [...Object.entries(others), [worktree, repository]];
      memory.ended = Object.fromEntries(ended.slice(-MAX_ENDED));
    });
  }

  async endedOf(repository: string): Promise<string[]> {
    const ended = Object.entries((await this.#stored.read()).ended ?? {});
    return ended.flatMap(([worktree, its]) => (its === repository ? worktree : []));
  }

  async comparisons(): Promise<Readonly<Record<string, StoredComparison>>> {
    return (await this.#stored.read()).comparisons ?? {};
  }

  /** Null forgets it. */
  async setComparison(id: string, comparison: StoredComparison | null): Promise<void> {
    await this.#stored.change((memory) => {
      const { [id]: _old, ...others } = memory.comparisons ?? {};
      memory.comparisons = comparison === null ? others : { ...others, [id]: comparison };
    });
  }
}
