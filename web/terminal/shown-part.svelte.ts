// Which part of a run's output its screen shows, and the stream that brings it there: the end, which goes on; the
// place where the reader was; or an earlier part, which is over. It owns neither the screen nor when it is looked at.
import type { Agent } from '../state/agent.svelte.ts';
import type { ToolRun } from '../../shared/view/view.ts';
import { startOfLines } from './earlier.ts';
import { SCROLLBACK } from './long-lines.ts';
import { markedSink } from './marked-sink.ts';
import { OutputFollower, type FollowState } from './output-follower.ts';
import { outputPath } from './output-path.ts';
import { places } from './own-places.ts';
import type { Screen } from './screen.svelte.ts';

/** More than this is not drawn again, however long its lines are. */
const SHOWN_BYTES = 4_000_000;
/** So much is drawn as soon as its lines are counted. */
const LITTLE = 100_000;
/** What the scrollback holds, the rows in sight, and the first line, which is left out. */
const MOST_LINES = SCROLLBACK + 200;

export class ShownPart {
  /** The byte before which it ends; null: it is the end of the output, and what comes is shown. */
  readonly end: number | null;
  progress = $state<FollowState>('reading');
  /** Set with the first screen. */
  reading = $state.raw<OutputFollower | null>(null);
  /** The first byte that the screen was given. */
  #from = $state(0);
  #screen: Screen | null = null;
  readonly #agent: Agent;
  readonly #run: () => ToolRun;
  readonly #key: string;

  /** Where its reader was last, which may be in an earlier part. */
  constructor(agent: Agent, run: () => ToolRun) {
    this.#agent = agent;
    this.#run = run;
    this.#key = `${agent.view?.session?.id} ${run().id}`;
    const place = places.of(this.#key);
    this.end = place?.isPart ? place.at : null;
  }

  /** There is output before what the screen holds. */
  get hasEarlier(): boolean {
    return this.progress !== 'lost' && (this.#from > 0 || (this.#screen?.isFullUp ?? false));
  }

  /** So much came since it was looked at that the screen would not hold what it shows now. */
  get isOutdated(): boolean {
    const { reading } = this;
    if (!reading || this.end !== null || !this.#screen?.isAtEnd) return false;
    return this.#run().output.bytes - reading.position > SHOWN_BYTES;
  }

  /** Begins as far before the reader's place, or else before the end, as the screen can hold. */
  async fill(screen: Screen): Promise<void> {
    const { end } = this;
    const run = this.#run();
    const place = places.of(this.#key);
    const from = await this.#startBefore(place?.at ?? end ?? run.output.bytes);
    const position = (): number => reading.position;
    const onMark = (): void => screen.goTo(place!.up, place!.newLines);
    const reading = new OutputFollower({
      api: this.#output.api,
      path: this.#output.path,
      from,
      ...(end !== null && { until: end }),
      sink: place ? markedSink({ sink: screen, at: place.at, position, onMark }) : screen,
      onState: (next) => {
        this.progress = next;
        if (next === 'lost') screen.write(new TextEncoder().encode(this.#run().output.tail));
      },
    });
    this.#from = from;
    this.#screen = screen;
    this.reading = reading;
  }

  /** The reader went there: see `onPlace` of the screen. */
  keepPlace(up: number, newLines: number): void {
    if (!this.#screen) return;
    const isPart = this.end !== null;
    const place = { at: this.#shownTo, up, newLines, ...(isPart && { isPart }) };
    places.keep(this.#key, this.#screen.isAtEnd ? undefined : place);
  }

  /** A part of this run that is made after this shows what stands before this one. False: there is nothing. */
  async leaveForEarlier(): Promise<boolean> {
    const screen = this.#screen;
    if (!screen) return false;
    const shown = { end: this.#shownTo, lines: screen.lines };
    // In the middle of a line of megabytes there is no such place.
    const start = (await startOfLines(this.#output, shown)) || this.#from;
    if (start === 0) return false;
    places.keep(this.#key, { at: start, up: 0, newLines: 0, isPart: true });
    return true;
  }

  /** One that is made after this shows the end. */
  leaveForEnd(): void {
    places.keep(this.#key, undefined);
  }

  get #output(): { api: Agent['api']; path: string } {
    return { api: this.#agent.api, path: outputPath(this.#agent, this.#run()) };
  }

  /** Where the lines begin that a screen can hold before byte `end`: millions of short ones need not be drawn. */
  async #startBefore(end: number): Promise<number> {
    if (end <= LITTLE) return 0;
    const least = Math.max(0, end - SHOWN_BYTES);
    // Whoever then asks for the output hears, too, that it is gone, or cannot be had now.
    return startOfLines(this.#output, { end, lines: MOST_LINES, least }).catch(() => least);
  }

  /** The byte up to which the output stands on the screen. */
  get #shownTo(): number {
    return (this.reading?.position ?? 0) - (this.#screen?.pending ?? 0);
  }
}
