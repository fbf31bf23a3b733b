// The rows before the loaded ones, as far back as the last plan: the work on one may have more rows than the page loads.
import { errorText } from '../../shared/error-text.ts';
import type { EntriesPage } from '../../shared/stored-sessions.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { findPlan } from './find-plan.ts';

const PAGE_SIZE = 400;
const MAX_PAGES = 10;
const NOTHING: EntriesPage = { entries: [], toolRuns: {}, hasOlder: false };

export class EarlierPlan {
  #page = $state.raw<EntriesPage>(NOTHING);
  /** The key of the first loaded row when they were read. */
  #before = $state.raw('');
  isLooking = $state(false);
  failure = $state<string | null>(null);

  /** Returns the rows that come before those of this agent; nothing if they were not read, or others are loaded now. */
  pageOf(agent: Agent): EntriesPage {
    return agent.entries[0]?.key === this.#before ? this.#page : NOTHING;
  }

  /** Reads back to the last plan, but not further than 4000 rows. */
  async look(agent: Agent): Promise<void> {
    const first = agent.entries[0]?.key;
    if (first === undefined || first === this.#before) return;
    [this.#before, this.#page, this.failure] = [first, NOTHING, null];
    this.isLooking = true;
    try {
      for (
        let n = 0, page: EntriesPage = { ...NOTHING, hasOlder: true };
        n < MAX_PAGES && page.hasOlder;
        n++
      ) {
        const before = page.entries[0]?.key ?? first;
        const query = new URLSearchParams({ before, limit: String(PAGE_SIZE) });
        const older = await agent.api.json<EntriesPage>(`${agent.path}/entries?${query.toString()}`);
        if (this.#before !== first) return;
        page = {
          entries: [...older.entries, ...page.entries],
          toolRuns: { ...older.toolRuns, ...page.toolRuns },
          hasOlder: older.hasOlder && older.entries.length > 0,
        };
        if (!findPlan(page.entries, (call) => page.toolRuns[call])) continue;
        this.#page = page;
        return;
      }
    } catch (error) {
      if (this.#before === first) this.failure = errorText(error);
    } finally {
      if (this.#before === first) this.isLooking = false;
    }
  }
}
