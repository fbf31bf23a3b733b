// The server's side of the drawings of extensions. Passes on what the panel's own extension reports, and sends keys and
// the size of the terminal to it in order.
import type { CompanionReport, CompanionRequest, EditorActs, PageSize } from '../../../shared/companion.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { View } from '../../../shared/view/view.ts';
import { isSizeKnown, lastSize, useSize } from '../process/terminal-size.ts';

/**
 * How long a page that follows the agent may take to report its size, before extensions draw for the usual one. Other
 * clients than pages never report one.
 */
const SIZE_WAIT_MS = 2000;

export interface ScreensOptions {
  view: () => View;
  emit: (event: ViewEvent) => void;
  ask: (request: CompanionRequest) => Promise<unknown>;
  /** Whether the panel's own extension takes requests now. */
  isReachable: () => boolean;
  /** Whether a page shows the agent now. */
  isFollowed: () => boolean;
  /** Runs a request that no page is waiting for. A failure becomes a notice. Never rejects. */
  report: (act: () => Promise<unknown>) => Promise<void>;
}

type Report = Extract<CompanionReport, { type: 'drawn' | 'frame' | 'drawn_closed' }>;

export class Screens {
  readonly #options: ScreensOptions;
  #size = lastSize();
  /** The state that the extension received last. */
  #sentState = this.#state(isSizeKnown());
  /** Runs while a page follows the agent that has not reported its size. */
  #sizeWait: NodeJS.Timeout | undefined;
  /**
   * The request that was sent last. Each waits for the one before, so keys arrive in the order in which they were
   * accepted.
   */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ScreensOptions) {
    this.#options = options;
  }

  /** Call this before pi starts. It gets the size of the page that was used last. */
  reset(): void {
    clearTimeout(this.#sizeWait);
    this.#size = lastSize();
    this.#sentState = this.#state(isSizeKnown());
  }

  onReport(report: Report): void {
    const { emit } = this.#options;
    if (report.type === 'drawn_closed') return emit({ type: 'panel_drawn_closed', id: report.id });
    if (report.type === 'drawn') emit({ type: 'panel_drawn', drawn: report.drawn });
    else emit({ type: 'panel_frame', frame: report.frame });
    this.onFollowersChange();
  }

  /** Call this when a page starts or stops following the agent. */
  onFollowersChange(): void {
    const { isFollowed, isReachable, report, view } = this.#options;
    if (isFollowed() && !isSizeKnown()) return this.#awaitSize();
    const wanted = this.#state(isFollowed());
    const isNeeded = view().drawn.length > 0 || (isReachable() && wanted.isWatched);
    if (!isNeeded || JSON.stringify(wanted) === JSON.stringify(this.#sentState)) return;
    this.#sentState = wanted;
    const ask = (): Promise<unknown> => this.#ask({ ask: 'terminal', ...wanted });
    // Without a drawing nobody misses the size.
    void (view().drawn.length > 0 ? report(ask) : ask().catch(() => undefined));
  }

  #awaitSize(): void {
    clearTimeout(this.#sizeWait);
    if (this.#options.view().drawn.length === 0) return;
    this.#sizeWait = setTimeout(() => this.resize(lastSize()), SIZE_WAIT_MS).unref();
  }

  /** Sets the size of the terminal to that of the page that asked last. */
  resize(size: PageSize): void {
    clearTimeout(this.#sizeWait);
    this.#size = useSize(size);
    this.onFollowersChange();
  }

  /** Sends keys to a screen. Rejects with a Refusal 404 if the screen is closed. */
  async type(id: string, data: string): Promise<EditorActs | null> {
    this.#require(id);
    return (await this.#ask({ ask: 'keys', id, data })) as EditorActs | null;
  }

  /** Cancels a screen as Esc would, or closes it without a result. Rejects with a Refusal 404. */
  async close(id: string): Promise<void> {
    this.#require(id);
    await this.#ask({ ask: 'close', id });
  }

  /** Cancels all screens that wait for the user. */
  cancelAll(): void {
    const { report, view } = this.#options;
    for (const { id, kind } of view().drawn)
      if (kind === 'screen' || kind === 'overlay') void report(() => this.#ask({ ask: 'close', id }));
  }

  #state(isWatched: boolean): PageSize & { isWatched: boolean } {
    return { ...this.#size, isWatched };
  }

  #require(id: string): void {
    if (this.#options.view().drawn.some((drawn) => drawn.id === id)) return;
    throw new Refusal(404, 'unknown_screen', 'This screen of an extension is closed.');
  }

  #ask(request: CompanionRequest): Promise<unknown> {
    const asked = this.#last.then(() => this.#options.ask(request));
    this.#last = asked.catch(() => undefined);
    return asked;
  }
}
