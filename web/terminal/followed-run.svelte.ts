// Picks the run that is shown while the reader follows the output: the one that started last. It stays on the screen when
// it ends, even if an earlier run is still running.
import type { ToolRun } from '../../shared/view/conversation.ts';
import { currentRun } from './bash-runs.ts';

export class FollowedRun {
  #id: string | undefined;
  #restarts = $state(0);
  readonly #seen = new Set<string>();

  /** Returns the run to show. Must be called with all runs, newest first, whenever they change. */
  pick(runs: readonly ToolRun[]): ToolRun | undefined {
    void this.#restarts;
    const at = runs.findIndex(({ id }) => id === this.#id);
    const started = (at < 0 ? runs : runs.slice(0, at)).filter(({ id }) => !this.#seen.has(id));
    for (const { id } of runs) this.#seen.add(id);
    if (started.length > 0) this.#id = currentRun(started)?.id;
    return runs.find(({ id }) => id === this.#id) ?? currentRun(runs);
  }

  /** Forgets the followed run, so that the next `pick` returns a run that is still running. */
  restart(): void {
    this.#id = undefined;
    this.#seen.clear();
    this.#restarts += 1;
  }
}
