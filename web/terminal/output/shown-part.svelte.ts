// The part of a run's output that its screen shows, and the stream that fills it: the end, which continues; the lines
// around the reader's place; or an earlier part, which is complete. Others own the screen and decide when to stream.
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import type { Hit } from '../../../shared/searches.ts';
import { SCROLLBACK } from '../screen/long-lines.ts';
import { OutputFollower, type FollowState } from './output-follower.ts';
import { endOfLines, startOfLines, type OutputRoute } from './output-lines.ts';
import type { Sought } from './output-search.svelte.ts';
import { readerPlaces } from './reader-places.ts';
import { outputPath } from './run-addresses.ts';
import type { Screen } from '../screen/screen.svelte.ts';

/** At most this much is drawn again, however long the lines are. */
const MAX_BYTES = 4_000_000;
/** This much is drawn faster than its lines are counted. */
const SMALL_BYTES = 100_000;
/** The scrollback, the visible rows, and the first line, which is skipped. */
const MAX_LINES = SCROLLBACK + 200;
/** Shown after a match, if there are so many; before it, half of what the screen can hold. */
const LINES_AFTER = 3000;
const BYTES_AFTER = 400_000;

interface ShownMatch {
  hit: Hit;
  sought: Sought;
  /** The byte that the part ends at. */
  end: number;
}

export class ShownPart {
  /** The byte that an earlier part ends at; null: this is the end of the output, and new output is shown. */
  readonly end: number | null;
  progress = $state<FollowState>('reading');
  /** Null until there is a screen. */
  follower = $state.raw<OutputFollower | null>(null);
  /** The first byte that the screen was given. */
  #from = $state(0);
  #screen: Screen | null = null;
  readonly #agent: Agent;
  readonly #run: () => ToolRun;
  readonly #key: string;
  readonly #match: ShownMatch | undefined;

  /** Shows the lines around a match, otherwise the reader's last place, which may be in an earlier part. */
  constructor(agent: Agent, run: () => ToolRun, match?: ShownMatch) {
    this.#agent = agent;
    this.#run = run;
    this.#match = match;
    this.#key = `${agent.view?.session?.id} ${run().id}`;
    const place = readerPlaces.placeOf(this.#key);
    if (match) this.end = match.end < run().output.bytes ? match.end : null;
    else this.end = place?.isPart ? place.at : null;
  }

  /** The part of a run's output around a match. */
  static async around(
    agent: Agent,
    run: () => ToolRun,
    { hit, sought }: Pick<ShownMatch, 'hit' | 'sought'>,
  ): Promise<ShownPart> {
    const [at, length] = hit;
    const output = { api: agent.api, path: outputPath(agent, run()) };
    const end = await endOfLines(output, { start: at + length, lines: LINES_AFTER, max: BYTES_AFTER });
    return new ShownPart(agent, run, { hit, sought, end });
  }

  /** There is output before the first line on the screen. */
  get hasEarlier(): boolean {
    return this.progress !== 'lost' && (this.#from > 0 || (this.#screen?.isScrollbackFull ?? false));
  }

  /** More output arrived while nobody looked than the screen can hold beside what it shows. */
  get isOutdated(): boolean {
    const { follower } = this;
    if (!follower || this.end !== null || !this.#screen?.isAtEnd) return false;
    return this.#run().output.bytes - follower.position > MAX_BYTES;
  }

  /** Starts as many lines before the match, the reader's place, or the end, as the screen can hold. */
  async fill(screen: Screen): Promise<void> {
    const { end } = this;
    const match = this.#match;
    const place = match ? undefined : readerPlaces.placeOf(this.#key);
    const matchEnd = match && match.hit[0] + match.hit[1];
    const from = await this.#startBefore(matchEnd ?? place?.at ?? end ?? this.#run().output.bytes);
    this.follower = new OutputFollower({
      ...this.#output,
      from,
      sink: screen,
      ...(end !== null && { until: end }),
      ...(match && {
        mark: { at: match.hit[0] + match.hit[1], onReach: () => screen.showMatch(match.sought) },
      }),
      ...(place && { mark: { at: place.at, onReach: () => screen.goTo(place.up, place.newLines) } }),
      onState: (next) => {
        this.progress = next;
        if (next === 'lost') screen.write(new TextEncoder().encode(this.#run().output.tail));
      },
    });
    this.#from = from;
    this.#screen = screen;
  }

  /** Remembers where the reader is: the arguments are those of the screen's `onPlace`. */
  storePlace(up: number, newLines: number): void {
    if (!this.#screen) return;
    const isPart = this.end !== null;
    const place = { at: this.shownTo, up, newLines, ...(isPart && { isPart }) };
    readerPlaces.setPlace(this.#key, this.#screen.isAtEnd ? undefined : place);
  }

  /** Makes the next `ShownPart` of this run show the lines before this one. False when there are none. */
  async leaveForEarlier(): Promise<boolean> {
    const screen = this.#screen;
    if (!screen) return false;
    const shown = { end: this.shownTo, lines: screen.lines };
    // A line of megabytes may begin before the first byte of the screen.
    const start = (await startOfLines(this.#output, shown)) || this.#from;
    if (start === 0) return false;
    readerPlaces.setPlace(this.#key, { at: start, up: 0, newLines: 0, isPart: true });
    return true;
  }

  /** Makes the next `ShownPart` of this run show the end. */
  leaveForEnd(): void {
    readerPlaces.setPlace(this.#key, undefined);
  }

  get #output(): OutputRoute {
    return { api: this.#agent.api, path: outputPath(this.#agent, this.#run()) };
  }

  /** Where the lines begin that a screen can hold before byte `end`. Millions of short lines need not be drawn. */
  async #startBefore(end: number): Promise<number> {
    if (end <= SMALL_BYTES) return 0;
    const min = Math.max(0, end - (this.#match ? MAX_BYTES / 4 : MAX_BYTES));
    // The follower meets the same failure and reports it.
    return startOfLines(this.#output, { end, lines: this.#match ? SCROLLBACK / 2 : MAX_LINES, min }).catch(
      () => min,
    );
  }

  /** The byte up to which the output is on the screen. */
  get shownTo(): number {
    return (this.follower?.position ?? 0) - (this.#screen?.pending ?? 0);
  }
}
