// Connects what the page shows with its address and with the history of the browser: a link and a reload show the same
// place, and Back returns to the place before.
import { tick } from 'svelte';
import { t } from '../../language/text.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';
import type { Panel } from '../../state/panel/panel.svelte.ts';
import type { FileRequest } from '../../state/workbench/requests.ts';
import { differsOnlyIn, moveTo, readEntry, type HistoryEntry, type Step } from './history-entry.ts';
import { openPlace, type Arrival } from './open-place.ts';
import { formatPlace, NO_PLACE, parsePlace, type Place } from './place.ts';
import { isFileComing, shownPlace, shownStep } from './shown-place.ts';

/** A place to show as soon as its agent is on the page. */
interface AskedPlace {
  place: Place;
  arrival: Arrival;
  /** Null at the load of the page, which has found the agent before. */
  agent: string | null;
}

/** The address is read only once, although the components of the page are created again for another language. */
let isRead = false;

export class Address {
  readonly #panel: Panel;
  readonly #toasts: Toasts;
  #entry: HistoryEntry = readEntry(history.state);
  #asked: AskedPlace | null = null;
  /** Whether the file that belongs to the current entry may not be shown yet. */
  #isFileExpected = true;
  /** The last request for a file when that began. A later one is the user's. */
  #fileRequest: FileRequest | null = null;
  #mode: string;
  /** Whether the page itself has asked the browser to go back. */
  #isGoingBack = false;
  readonly #shown = $derived.by(() => {
    const panel = this.#panel;
    const view = panel.agent?.view;
    const waits = [panel.isOpened, !view, view?.ready, !view?.exit, isFileComing(panel)];
    return JSON.stringify([shownStep(panel), shownPlace(panel), waits]);
  });

  constructor(panel: Panel, toasts: Toasts) {
    this.#panel = panel;
    this.#toasts = toasts;
    this.#mode = panel.layout.mode;
    if (!isRead) this.#asked = { place: parsePlace(location.search), arrival: 'load', agent: null };
    isRead = true;
  }

  /** Must be called from an effect, so that the address follows what the page shows. */
  follow(): void {
    void this.#shown;
    // Other effects of the same change, such as the one that shows a requested file, come first.
    void tick().then(() => this.#update());
  }

  onpopstate(): void {
    this.#entry = readEntry(history.state);
    const isOwn = this.#isGoingBack;
    this.#isGoingBack = false;
    if (!isOwn) this.#ask(parsePlace(location.search), this.#entry.step?.agent ?? null);
    this.#update();
  }

  #ask(place: Place, id: string | null): void {
    const panel = this.#panel;
    const { agents } = panel.overview;
    const shown = panel.agent?.id ?? null;
    const agent =
      agents.find((one) => one.id === id) ??
      agents.find(({ session }) => place.session !== null && session?.id === place.session);
    if (!agent && (id ?? place.session) !== null) {
      this.#asked = null;
      this.#toasts.show('info', t('The agent of that page has ended.'));
      return this.#replace();
    }
    const target = agent?.id ?? shown;
    if (target !== null && target !== shown) panel.show(target);
    this.#asked = { place, arrival: target === shown ? 'within' : 'from another', agent: target };
  }

  #update(): void {
    const panel = this.#panel;
    if (this.#isGoingBack || !panel.isOpened) return;
    if (this.#asked) return this.#showAsked(this.#asked);
    // Another agent may come, for instance after a restart of the server.
    if (!panel.agent || isFileComing(panel)) return;
    const step = shownStep(panel);
    const move = this.#isOwnChange(step) ? 'replace' : moveTo(this.#entry, step, this.#isCoverClosed(step));
    // In a frame, the entry before may be one of the page around it.
    if (move === 'back' && parent === window) {
      this.#isGoingBack = true;
      history.back();
    } else if (move === 'push') this.#write('pushState', { step, before: this.#entry.step });
    else this.#replace();
  }

  /** Waits until the page shows the agent with its workspace. An agent that the user chooses meanwhile comes first. */
  #showAsked(asked: AskedPlace): void {
    const panel = this.#panel;
    const { place, arrival, agent } = asked;
    const isExpected = agent === null || agent === panel.agent?.id;
    if (panel.agent && isExpected && (!panel.agent.view || this.#isSessionComing(place))) return;
    const { fileRequest } = panel.workbench;
    this.#asked = null;
    if (!panel.agent || (agent !== null && agent !== panel.agent.id)) return this.#update();
    if (arrival === 'load' && this.#isOther(place)) {
      const act = (): void => panel.workbench.readStored({ session: place.session ?? '' });
      const label = t('Read without continuing');
      this.#toasts.show('info', t("The session of this address can't be shown."), { label, act });
      openPlace(panel, { ...NO_PLACE, settings: place.settings }, arrival);
    } else openPlace(panel, place, arrival);
    this.#replace();
    this.#expectFile(panel.workbench.fileRequest !== fileRequest || isFileComing(panel));
  }

  #expectFile(isExpected: boolean): void {
    this.#isFileExpected = isExpected;
    this.#fileRequest = this.#panel.workbench.fileRequest;
  }

  /** Whether the address names a session while pi, which is starting, has not told its own yet. */
  #isSessionComing({ session }: Place): boolean {
    const view = this.#panel.agent?.view;
    return session !== null && shownPlace(this.#panel).session === null && !view?.ready && !view?.exit;
  }

  /** Whether the page shows another session than the one that its address names. */
  #isOther({ session }: Place): boolean {
    const { agent } = this.#panel;
    const query = new URLSearchParams(location.search);
    const named = query.get('agent') ?? query.get('show');
    const shown = shownPlace(this.#panel).session;
    return session !== null && shown !== null && shown !== session && named !== agent?.id;
  }

  /** Whether the user has closed the review, for instance, instead of opening a file from it. */
  #isCoverClosed({ cover }: Step): boolean {
    return cover === null && this.#panel.workbench.hiddenCover === null;
  }

  /** Whether the page changed without a request from the user to go somewhere. */
  #isOwnChange(to: Step): boolean {
    const { overview, goneAgent, layout, workbench } = this.#panel;
    const from = this.#entry.step;
    const isOtherMode = this.#mode !== layout.mode;
    this.#mode = layout.mode;
    const wasExpected = this.#isFileExpected && workbench.fileRequest === this.#fileRequest;
    if (from?.agent !== to.agent) this.#expectFile(true);
    if (this.#panel.agent?.view) this.#isFileExpected = false;
    if (!from || isOtherMode) return true;
    // The agent has ended, or the server was restarted, so that another agent has its session now.
    const isGone = from.agent === goneAgent || !overview.agents.some(({ id }) => id === from.agent);
    if (from.agent !== to.agent && isGone) return true;
    const { isOn, isPaused } = workbench.follow;
    return differsOnlyIn('file', from, to) && (wasExpected || (isOn && !isPaused));
  }

  #replace(): void {
    this.#write('replaceState', { step: shownStep(this.#panel), before: this.#entry.before });
  }

  #write(method: 'pushState' | 'replaceState', entry: HistoryEntry): void {
    const { pathname, search } = location;
    const agent = this.#panel.agent?.id ?? null;
    const address = pathname + formatPlace(shownPlace(this.#panel), { search, agent });
    const isSame = address === pathname + search && JSON.stringify(entry) === JSON.stringify(this.#entry);
    this.#entry = entry;
    if (!isSame) history[method](entry, '', address);
  }
}
