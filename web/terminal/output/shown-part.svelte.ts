// The part of a run's output that its screen shows, and the follower that fills it. A part is either the end of the
// output, to which new output is added, or an earlier part, which is complete. RunScreen.svelte owns the screen and
// pauses and resumes the follower.
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import type { Hit } from '../../../shared/searches.ts';
import { SCROLLBACK } from '../screen/long-lines.ts';
import { OutputFollower, type FollowState } from './output-follower.ts';
import { endOfLines, startOfLines } from './output-lines.ts';
import type { OutputQuery } from './output-search.svelte.ts';
import { readerPlaces } from './reader-places.ts';
import { outputPath, type OutputRoute } from './run-addresses.ts';
import type { Screen } from '../screen/screen.svelte.ts';

/** The most bytes that a new screen fetches and draws, however long the lines are. */
const MAX_BYTES = 4_000_000;
/** An output of up to this many bytes is drawn faster than its lines are counted. */
const SMALL_BYTES = 100_000;
/** The most lines that are drawn: the scrollback, the visible rows, and the first line, which the follower skips. */
const MAX_LINES = SCROLLBACK + 200;
/**
 * The lines after a match that are part of the shown part. The lines before the match may fill half of the scrollback.
 */
const LINES_AFTER_MATCH = 3000;
const MAX_BYTES_AFTER_MATCH = 400_000;

interface ShownMatch {
  hit: Hit;
  query: OutputQuery;
  /** The byte at which the part ends. */
  end: number;
}

export class ShownPart {
  /** The byte at which an earlier part ends. Null for the end of the output, to which new output is added. */
  readonly end: number | null;
  progress = $state<FollowState>('reading');
  /** Null until `fill` has been called. */
  follower = $state.raw<OutputFollower | null>(null);
  /** The first byte that was requested for the screen. */
  #from = $state(0);
  #screen: Screen | null = null;
  readonly #agent: Agent;
  readonly #run: () => ToolRun;
  readonly #key: string;
  readonly #match: ShownMatch | undefined;

  /** Shows the part around `match`. Without a match, shows the part that the reader last saw. */
  constructor(agent: Agent, run: () => ToolRun, match?: ShownMatch) {
    this.#agent = agent;
    this.#run = run;
    this.#match = match;
    this.#key = `${agent.view?.session?.id} ${run().id}`;
    const place = readerPlaces.placeOf(this.#key);
    if (match) this.end = match.end < run().output.bytes ? match.end : null;
    else this.end = place?.isPart ? place.at : null;
  }

  /** Creates the part around a match: finds the byte at which the lines after it end. */
  static async around(
    agent: Agent,
    run: () => ToolRun,
    { hit, query }: Pick<ShownMatch, 'hit' | 'query'>,
  ): Promise<ShownPart> {
    const [at, length] = hit;
    const output = { api: agent.api, path: outputPath(agent, run()) };
    const end = await endOfLines(output, {
      start: at + length,
      lines: LINES_AFTER_MATCH,
      max: MAX_BYTES_AFTER_MATCH,
    });
    return new ShownPart(agent, run, { hit, query, end });
  }

  /** Whether there is output before the first line on the screen. */
  get hasEarlier(): boolean {
    return this.progress !== 'lost' && (this.#from > 0 || (this.#screen?.isScrollbackFull ?? false));
  }

  /** Whether so much output arrived while the screen was out of view that a new screen is faster than catching up. */
  get isOutdated(): boolean {
    const { follower } = this;
    if (!follower || this.end !== null || !this.#screen?.isAtEnd) return false;
    return this.#run().output.bytes - follower.position > MAX_BYTES;
  }

  /** Starts so far before the match, the reader's place or the end that the lines in between fill the scrollback. */
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
        mark: { at: matchEnd!, onReach: () => screen.showMatch(match.query) },
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

  /** Stores the reader's place. The arguments are those of the screen's `onPlace`. */
  storePlace(up: number, newLines: number): void {
    if (!this.#screen) return;
    const isPart = this.end !== null;
    const place = { at: this.shownTo, up, newLines, ...(isPart && { isPart }) };
    readerPlaces.setPlace(this.#key, this.#screen.isAtEnd ? undefined : place);
  }

  /** Makes the next `ShownPart` of this run show the lines before this part. Returns false if there are none. */
  async leaveForEarlier(): Promise<boolean> {
    const screen = this.#screen;
    if (!screen) return false;
    const shown = { end: this.shownTo, lines: screen.lines };
    // A line of several megabytes may have begun before the first byte that was requested.
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

  /** Finds the byte from which the output up to byte `end` fills the scrollback, so that no more than that is drawn. */
  async #startBefore(end: number): Promise<number> {
    if (end <= SMALL_BYTES) return 0;
    const min = Math.max(0, end - (this.#match ? MAX_BYTES / 4 : MAX_BYTES));
    // The follower will run into the same failure and report it.
    return startOfLines(this.#output, { end, lines: this.#match ? SCROLLBACK / 2 : MAX_LINES, min }).catch(
      () => min,
    );
  }

  /** The byte up to which the output was fetched. */
  get received(): number {
    return this.follower?.position ?? 0;
  }

  /** The byte up to which the output is on the screen. */
  get shownTo(): number {
    return this.received - (this.#screen?.pending ?? 0);
  }
}
