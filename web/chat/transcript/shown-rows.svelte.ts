// The rows of the conversation that is shown, and which of them belong to the current run.
import { untrack } from 'svelte';
import type { Entry } from '../../../shared/view/conversation.ts';
import { failedAttempt } from '../../../shared/view/transcript.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { Positions } from './positions.svelte.ts';
import type { costNotes } from './cost-notes.ts';
import { Rows, type CostNotes, type Row } from './rows.ts';

/** A conversation with at least this many rows does not fit into a few screens. */
const MIN_LONG_ROWS = 40;

export class ShownRows {
  readonly #agent: () => Agent;
  readonly #builder = new Rows();
  readonly positions: Positions;

  constructor(agent: () => Agent) {
    this.#agent = agent;
    this.positions = new Positions(() => ({
      entries: this.entries,
      isWhole: !agent().hasOlder,
      liveKey: this.#liveKey,
    }));
  }

  readonly #liveKey = $derived.by(() => this.#agent().view?.live?.key ?? null);
  readonly #isRunning = $derived.by(() => this.#agent().view?.run != null);
  /** During a retry, the failed attempt is not shown at the end; the row about the retry replaces it. */
  readonly #isRepeating = $derived.by(
    () => this.#agent().view?.retry != null || (this.#isRunning && this.#liveKey !== null),
  );
  readonly entries = $derived.by((): readonly Entry[] => {
    const { entries } = this.#agent();
    const failed = this.#isRepeating && failedAttempt(entries);
    return failed ? entries.filter((entry) => entry !== failed) : entries;
  });
  /** Fetched when the user wants to see costs, which few do. */
  #costNotes = $state.raw<typeof costNotes | null>(null);
  readonly #costs = $derived.by((): CostNotes | undefined => {
    const view = this.#agent().view;
    if (!view || !this.#wantsCosts) return undefined;
    return this.#costNotes?.(this.entries, view.model, view.showsCostNotices ? 'all' : 'unprompted');
  });
  /** What pi spends without a prompt is always said. */
  readonly #wantsCosts = $derived.by(
    () =>
      this.#agent().view?.showsCostNotices === true ||
      this.entries.some(({ message }) => message.role === 'warming'),
  );
  readonly all = $derived.by((): readonly Row[] =>
    this.#builder.of(this.entries, {
      ...{ liveKey: this.#liveKey, isRunning: this.#isRunning, costs: this.#costs },
    }),
  );
  /** Run this in an effect. */
  readonly fetchCosts = (): void => {
    if (!this.#wantsCosts || untrack(() => this.#costNotes)) return;
    void import('./cost-notes.ts').then((module) => (this.#costNotes = module.costNotes));
  };
  readonly lastKey = $derived(this.entries.at(-1)?.key);
  readonly #hasLiveText = $derived.by(
    () =>
      this.#agent().view?.live?.blocks.some((block) => block?.type === 'text' && block.text.trim() !== '') ??
      false,
  );
  /**
   * The key of the row with the tool calls of the current run: the last row, or the row before a streamed answer
   * without text.
   */
  readonly workingKey = $derived.by(() => {
    const last = this.all.at(this.#liveKey !== null && !this.#hasLiveText ? -2 : -1);
    return this.#isRunning && last?.kind === 'work' ? last.key : null;
  });
  readonly isLong = $derived.by(() => this.#agent().hasOlder || this.all.length >= MIN_LONG_ROWS);
}
