// The run that a reader who follows the output sees: the one that began last. It stays when it ends, even while an
// earlier run goes on.
import type { ToolRun } from '../../shared/view/conversation.ts';
import { currentRun } from './bash-runs.ts';

export class FollowedRun {
  #id: string | undefined;
  #restarts = $state(0);
  readonly #seen = new Set<string>();

  /** The run to show. Must be called with all runs, the newest first, whenever they change. */
  pick(runs: readonly ToolRun[]): ToolRun | undefined {
    void this.#restarts;
    const at = runs.findIndex(({ id }) => id === this.#id);
    const begun = (at < 0 ? runs : runs.slice(0, at)).filter(({ id }) => !this.#seen.has(id));
    for (const { id } of runs) this.#seen.add(id);
    if (begun.length > 0) this.#id = currentRun(begun)?.id;
    return runs.find(({ id }) => id === this.#id) ?? currentRun(runs);
  }

  /** The user asks for whatever runs now. */
  restart(): void {
    this.#id = undefined;
    this.#seen.clear();
    this.#restarts += 1;
  }
}
