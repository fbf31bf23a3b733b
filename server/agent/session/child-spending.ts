// The usage of a session's sub-agents, as far as their packages say so in the session file. pi's own statistics
// leave it out (in any version), unless the result of a tool has a `usage` (pi >= 0.81). Reads only what was appended since
// the last time.
import { stat } from 'node:fs/promises';
import type { Spending } from '../../../shared/budget.ts';
import type { LiveChild } from '../../../shared/view/live-child.ts';
import { ifThere } from '../../lib/if-there.ts';
import { readUsage, type FileUsage } from '../../sessions/usage/file-usage.ts';

export class ChildSpending {
  #known: { file: string; usage: FileUsage } | null = null;

  /**
   * Adds what sub-agents have used so far that still run, which nothing in the file tells. A file that is not written
   * yet, or cannot be read, counts as zero.
   */
  async read(file: string | undefined, live: readonly LiveChild[]): Promise<Spending> {
    const stored = await this.#readStored(file);
    return live
      .filter(({ state }) => state === 'running')
      .reduce(
        (sum, { cost, tokens }) => ({ cost: sum.cost + cost, tokens: sum.tokens + (tokens ?? 0) }),
        stored,
      );
  }

  async #readStored(file: string | undefined): Promise<Spending> {
    const stats = file === undefined ? undefined : await ifThere(stat(file));
    if (file === undefined || !stats) return { cost: 0, tokens: 0 };
    const known = this.#known?.file === file ? this.#known.usage : undefined;
    const usage = await readUsage({ path: file, stats }, known);
    this.#known = usage ? { file, usage } : null;
    return (usage?.rows ?? [])
      .filter(({ source, isInPi }) => source === 'child' && !isInPi)
      .reduce(
        (sum, { cost, input, output, cacheRead, cacheWrite }) => ({
          cost: sum.cost + cost,
          tokens: sum.tokens + input + output + cacheRead + cacheWrite,
        }),
        { cost: 0, tokens: 0 },
      );
  }
}
