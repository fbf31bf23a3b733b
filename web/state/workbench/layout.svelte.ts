// Decides which regions are shown: the open regions of the workbench, as far as the window is wide enough.
import { layoutMode, tabsPlace, type LayoutMode } from '../../lib/breakpoints.ts';
import type { Region } from './region.ts';
import type { FileRequest } from './requests.ts';
import type { Workbench } from './workbench.svelte.ts';

export class Layout {
  readonly #workbench: Workbench;
  readonly #hasRuns: () => boolean;
  /** In the middle layout, the open rail panel covers other regions until the next request for a file. */
  #overlay = $state.raw<{ panel: string; request: FileRequest | null } | null>(null);
  #lastPanel: string;

  /** `hasRuns` returns whether there is a bash run that the terminal can show. */
  constructor(workbench: Workbench, hasRuns: () => boolean) {
    this.#workbench = workbench;
    this.#hasRuns = hasRuns;
    this.#lastPanel = workbench.regionsIn('rail')[0]?.id ?? '';
  }

  get mode(): LayoutMode {
    return layoutMode();
  }

  /** Whether the tabs are at the bottom of a narrow page. */
  get isPhone(): boolean {
    return this.mode === 'narrow' && this.tabs === 'below';
  }

  /** The place of the tabs on a narrow page. */
  get tabs(): 'below' | 'beside' {
    return tabsPlace();
  }

  /** The id of the visible rail panel. */
  get rail(): string | null {
    const { tab, rail } = this.#workbench;
    if (this.mode === 'narrow')
      return this.#workbench.regionsIn('rail').find(({ id }) => id === tab)?.id ?? null;
    if (this.mode === 'middle')
      return this.#overlay?.request === this.#workbench.fileRequest ? this.#overlay.panel : null;
    return rail;
  }

  /** Whether the terminal is open, even while another region covers it. */
  get isTerminalOpen(): boolean {
    if (this.mode === 'narrow') return this.#workbench.tab === 'terminal';
    const { isTerminalOpen, settings } = this.#workbench;
    return isTerminalOpen ?? (settings.now.opensTerminal && this.mode === 'wide' && this.#hasRuns());
  }

  isShown({ id, slot, isCover }: Region): boolean {
    const { overlay, cover, tab, hasOpenFiles } = this.#workbench;
    const covering = this.#workbench.coverIn(slot);
    if (slot === 'overlay') return overlay === id;
    if (isCover && this.mode === 'narrow') return cover === id;
    if (isCover || covering !== null) return covering === id;
    if (this.mode === 'narrow') return tab === id;
    if (slot === 'rail') return this.rail === id;
    if (id === 'editor') return hasOpenFiles;
    return id !== 'terminal' || this.isTerminalOpen;
  }

  isSlotShown(slot: 'center' | 'below'): boolean {
    return this.#workbench.regionsIn(slot).some((region) => this.isShown(region));
  }

  /** Shows a region, or hides it if it is shown and can be hidden. The action of each region calls this. */
  toggle({ id, slot, isCover }: Region): void {
    const workbench = this.#workbench;
    if (slot === 'rail') this.showRail(id);
    else if (slot === 'overlay') workbench.overlay = workbench.overlay === id ? null : id;
    else if (isCover && workbench.isCovering(id)) workbench.uncover(slot);
    else if (isCover) workbench.showCover(id);
    else if (slot === 'below') this.#toggleTerminal();
    else workbench.tab = id;
  }

  showRail(panel: string | null): void {
    if (panel) this.#lastPanel = panel;
    if (this.mode === 'narrow') this.#workbench.tab = panel ?? 'chat';
    else if (this.mode === 'middle')
      this.#overlay = panel === null ? null : { panel, request: this.#workbench.fileRequest };
    else this.#workbench.rail = panel;
  }

  toggleRail(panel: string = this.rail ?? this.#lastPanel): void {
    this.showRail(this.rail === panel ? null : panel);
  }

  /** If another region covers the open terminal, only that region is closed. */
  #toggleTerminal(): void {
    const workbench = this.#workbench;
    const { isTerminalOpen } = this;
    const isNarrow = this.mode === 'narrow';
    const isCovered = isTerminalOpen && (isNarrow ? workbench.cover : workbench.coverIn('below')) !== null;
    workbench.uncover('below');
    if (isCovered) return;
    workbench.isTerminalOpen = !isTerminalOpen;
    if (isNarrow) workbench.tab = isTerminalOpen ? 'chat' : 'terminal';
  }
}
