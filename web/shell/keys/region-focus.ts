// Moves the focus between the regions of the page: into a region that was just shown, out of a region that was hidden,
// and to the next or previous region (F6). Any element with `data-region` is a region.
import { tick } from 'svelte';
import type { FocusPort } from '../../state/workbench/region-ports.ts';
import type { Workbench } from '../../state/workbench/workbench.svelte.ts';
import { EarlyKeys } from './early-keys.ts';

/**
 * In a region that never had the focus, the focus goes to the first element that matches one of these, in this order.
 */
const ENTRIES = [
  '[data-entry]',
  '.monaco-editor .native-edit-context, .monaco-editor textarea.inputarea',
  '.xterm-helper-textarea',
  '[role="treeitem"][tabindex="0"]',
  'input:not([hidden], :disabled, [type="file"]), textarea:not(:disabled)',
  'a[href], button:not(:disabled), select:not(:disabled), [tabindex="0"]',
];

export class RegionFocus implements FocusPort {
  readonly #workbench: Workbench;
  /** For each region, the element inside that had the focus last. */
  readonly #lastInside = new Map<string, HTMLElement>();
  /** For each region, the element outside that had the focus before the user entered the region. */
  readonly #cameFrom = new Map<string, HTMLElement>();
  /** The element that had the focus last, with its region. */
  #last: { element: HTMLElement; region: string } | null = null;
  #waiting: AbortController | null = null;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Must be called whenever an element gets the focus. */
  remember(element: EventTarget | null): void {
    if (!(element instanceof HTMLElement)) return;
    const region = regionOf(element);
    this.#last = region === undefined ? null : { element, region };
    // A user who comes back does not want the button that hid the region.
    if (region && !element.matches('[data-leaves]')) this.#lastInside.set(region, element);
  }

  enter(region: string): void {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && !this.isInside(region))
      this.#cameFrom.set(region, activeElement);
    // On a touch screen the focus would open a keyboard over the region.
    if (matchMedia('(pointer: coarse)').matches) return;
    void tick().then(() => this.#focus(region) || this.#focusLater(region));
  }

  isInside(region: string): boolean {
    return this.#current() === region;
  }

  leave(region: string): void {
    this.#waiting?.abort();
    if (!this.isInside(region) && document.activeElement !== document.body) return;
    const before = this.#cameFrom.get(region);
    void tick().then(() => {
      if (before && isVisible(before)) before.focus();
      else this.#workbench.composer.find()?.focus();
    });
  }

  step(by: 1 | -1): void {
    const regions = shownRegions();
    const at = regions.indexOf(this.#current() ?? '');
    for (let n = 1; n <= regions.length; n++) {
      const start = at < 0 && by < 0 ? regions.length : at;
      const region = regions[(start + by * n + 2 * regions.length) % regions.length];
      if (region && this.#focus(region)) return;
    }
  }

  #current(): string | undefined {
    const { activeElement } = document;
    // An element that has disappeared with the focus still counts, until the focus is moved on: see lost-focus.ts.
    if (activeElement === document.body && this.#last?.element.isConnected === false)
      return this.#last.region;
    return activeElement instanceof HTMLElement ? regionOf(activeElement) : undefined;
  }

  /** Moves the focus. Returns false if there is nothing to focus. */
  #focus(region: string): boolean {
    if (region === 'chat') {
      this.#workbench.composer.find()?.focus();
      return this.#workbench.composer.find()?.hasFocus() ?? false;
    }
    const last = this.#lastInside.get(region);
    const target = last && isVisible(last) ? last : entryOf(region);
    target?.focus();
    return target !== undefined && document.activeElement === target;
  }

  /**
   * Waits until the code and the rows of a region have loaded. Text that the user types in the meantime is typed there.
   * Anything else that the user does cancels this.
   */
  #focusLater(region: string): void {
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    const { signal } = waiting;
    const early = new EarlyKeys({ signal, oncancel: () => waiting.abort() });
    const observer = new MutationObserver(() => {
      if (!this.#focus(region)) return;
      early.release();
      waiting.abort();
    });
    observer.observe(document.body, { subtree: true, childList: true });
    signal.addEventListener('abort', () => observer.disconnect());
    for (const event of ['pointerdown', 'focusin'] as const)
      addEventListener(event, () => waiting.abort(), { signal });
  }
}

function elementOf(region: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-region="${region}"]`);
}

const regionOf = (element: HTMLElement): string | undefined =>
  element.closest<HTMLElement>('[data-region]')?.dataset.region;

function shownRegions(): string[] {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isVisible);
  return regions.map(({ dataset }) => dataset.region ?? '');
}

const isVisible = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

function entryOf(region: string): HTMLElement | undefined {
  const element = elementOf(region);
  if (!element) return undefined;
  for (const selector of ENTRIES) {
    const found = [...element.querySelectorAll<HTMLElement>(selector)].find(isVisible);
    if (found) return found;
  }
  return undefined;
}
