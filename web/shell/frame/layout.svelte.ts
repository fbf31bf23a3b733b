// Which regions are shown now: what the workbench has open, as the window's width allows.
import { MediaQuery } from 'svelte/reactivity';
import type { Rail, Workbench } from '../../state/workbench.svelte.ts';
import type { LayoutMode } from './layout.ts';

const isNarrow = new MediaQuery('(max-width: 699px)');
const isBelowWide = new MediaQuery('(max-width: 1099px)');

export class Layout {
  readonly #workbench: Workbench;
  readonly #hasRuns: () => boolean;
  /** In the middle layout the rail lies over the regions, until something else was asked for. */
  #overlay = $state.raw<{ panel: Rail; n: number } | null>(null);
  #lastPanel: Rail = 'files';

  /** `hasRuns`: there is a bash run that the terminal could show. */
  constructor(workbench: Workbench, hasRuns: () => boolean) {
    this.#workbench = workbench;
    this.#hasRuns = hasRuns;
  }

  get mode(): LayoutMode {
    if (isNarrow.current) return 'narrow';
    return isBelowWide.current ? 'middle' : 'wide';
  }

  /** The panel of the rail that can be seen. */
  get rail(): Rail | null {
    const { tab, rail } = this.#workbench;
    if (this.mode === 'narrow') return tab === 'files' || tab === 'sessions' ? tab : null;
    if (this.mode === 'middle') return this.#overlay?.n === this.#asked ? this.#overlay.panel : null;
    return rail;
  }

  get isChatShown(): boolean {
    return this.mode !== 'narrow' || this.#workbench.tab === 'chat';
  }

  get isEditorShown(): boolean {
    return this.mode === 'narrow' ? this.#workbench.tab === 'editor' : this.#workbench.hasOpenFiles;
  }

  get isTerminalShown(): boolean {
    if (this.mode === 'narrow') return this.#workbench.tab === 'terminal';
    return this.#workbench.isTerminalOpen ?? (this.mode === 'wide' && this.#hasRuns());
  }

  showRail(panel: Rail | null): void {
    if (panel) this.#lastPanel = panel;
    if (this.mode === 'narrow') this.#workbench.tab = panel ?? 'chat';
    else if (this.mode === 'middle') this.#overlay = panel && { panel, n: this.#asked };
    else this.#workbench.rail = panel;
  }

  toggleRail(panel: Rail = this.rail ?? this.#lastPanel): void {
    this.showRail(this.rail === panel ? null : panel);
  }

  toggleTerminal(): void {
    const { isTerminalShown } = this;
    this.#workbench.isTerminalOpen = !isTerminalShown;
    if (this.mode === 'narrow') this.#workbench.tab = isTerminalShown ? 'chat' : 'terminal';
  }

  get #asked(): number {
    return this.#workbench.fileRequest?.n ?? 0;
  }
}
