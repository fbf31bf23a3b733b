// Which run is shown to who follows the output: the one that began last. That it ends moves nobody, also while an
// earlier one still runs.
import type { ToolRun } from '../../shared/view/view.ts';
import { currentRun } from './bash-runs.ts';

export class FollowedRun {
  #id: string | undefined;
  #restarts = $state(0);
  readonly #seen = new Set<string>();

  /** To be called with the runs whenever they change, the newest first. Gives the one to show. */
  among(runs: readonly ToolRun[]): ToolRun | undefined {
    void this.#restarts;
    const at = runs.findIndex(({ id }) => id === this.#id);
    const begun = (at < 0 ? runs : runs.slice(0, at)).filter(({ id }) => !this.#seen.has(id));
    for (const { id } of runs) this.#seen.add(id);
    if (begun.length > 0) this.#id = currentRun(begun)?.id;
    return runs.find(({ id }) => id === this.#id) ?? currentRun(runs);
  }

  /** The person asks for what runs now. */
  restart(): void {
    this.#id = undefined;
    this.#seen.clear();
    this.#restarts += 1;
  }
}
