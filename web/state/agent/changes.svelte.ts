// The agent's changes to files when they were last fetched. Used by the Changes region and for the marks on files
// elsewhere.
import { t } from '../../language/text.ts';
import type {
  ChangedFile,
  ChangedTurn,
  ChangeList,
  Plan,
  PlanRequest,
  PlanResult,
} from '../../../shared/changes.ts';
import { isInTurns } from '../../../shared/view/turn-range.ts';
import { ApiError, type Api } from '../../lib/requests/api.ts';

/** Tools often end together. */
const PAUSE_MS = 80;

export class AgentChanges {
  /** Null until the first response. */
  list = $state.raw<ChangeList | null>(null);
  failure = $state<string | null>(null);
  /** All differences to the last commit. Null until they were fetched. */
  head = $state.raw<ChangeList | null>(null);
  headFailure = $state<string | null>(null);
  readonly #api: Api;
  readonly #path: string;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isStale = false;
  /** Counts the requests, so that only the response to the newest one is used. */
  #requests = 0;

  /** `path` is the prefix of the agent's routes. */
  constructor(api: Api, path: string) {
    this.#api = api;
    this.#path = `${path}/changes`;
  }

  /** Oldest first. */
  readonly turns = $derived<readonly ChangedTurn[]>(this.list?.turns ?? []);

  /** The changed files of the session by path, without undone changes. */
  readonly files = $derived.by((): ReadonlyMap<string, ChangedFile> => {
    const active = this.turns.flatMap(({ files }) => files.filter(({ undone }) => !undone));
    return new Map(active.map((file) => [file.path, file]));
  });

  /** The number of lines that the session added to each of these files and removed, by path. */
  readonly lines = $derived.by((): ReadonlyMap<string, { added: number; removed: number }> => {
    const sums = new Map<string, { added: number; removed: number }>();
    for (const { path, added, removed, undone } of this.turns.flatMap(({ files }) => files)) {
      if (undone) continue;
      const sum = sums.get(path);
      sums.set(path, { added: added + (sum?.added ?? 0), removed: removed + (sum?.removed ?? 0) });
    }
    return sums;
  });

  /** True if a turn since this time made changes that were not undone. */
  hasSince(at: number): boolean {
    return this.turns.some((turn) => turn.at >= at && turn.files.some(({ undone }) => !undone));
  }

  /** Returns the turns with this name, which may be a range, oldest first. */
  turnsNamed(name: string): ChangedTurn[] {
    return this.turns.filter(({ at }) => isInTurns(at, name));
  }

  /** Fetches at once; further calls within the pause that follows lead to one more request at its end. */
  fetchSoon(): void {
    if (this.#pause === undefined) void this.fetchNow();
    else this.#isStale = true;
  }

  async fetchNow(): Promise<void> {
    clearTimeout(this.#pause);
    this.#isStale = false;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#isStale) void this.fetchNow();
    }, PAUSE_MS);
    const number = ++this.#requests;
    try {
      const list = await this.#api.json<ChangeList>(this.#path);
      if (number !== this.#requests) return;
      this.list = list;
      this.failure = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (number === this.#requests)
        this.failure = t('The changes could not be listed: {reason}', { reason: error.message });
    }
  }

  async fetchHead(): Promise<void> {
    try {
      this.head = await this.#api.json<ChangeList>(`${this.#path}?scope=head`);
      this.headFailure = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.head = null;
      this.headFailure = error.message;
    }
  }

  /** Rejects with an ApiError while the agent runs. */
  async forget(): Promise<void> {
    await this.#api.fetch(this.#path, { method: 'DELETE' });
    await this.fetchNow();
  }

  plan(request: PlanRequest): Promise<Plan> {
    return this.#api.json(`${this.#path}/plan`, { method: 'POST', body: request });
  }

  /** Executes a plan, for `paths` only if they are given. */
  run(plan: Plan, paths?: string[]): Promise<PlanResult> {
    const body = paths ? { paths } : {};
    return this.#api.json(`${this.#path}/plans/${plan.plan}`, { method: 'POST', body });
  }
}
