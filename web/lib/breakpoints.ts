// The widths at which the page changes its layout, defined only here. CSS cannot read them, so the frame sets
// `data-mode` on the root element, and the style sheets select by that attribute.
import { MediaQuery } from 'svelte/reactivity';

/** `wide`: all regions are side by side. `middle`: the side bar is a strip of icons. `narrow`: one region at a time. */
export type LayoutMode = 'wide' | 'middle' | 'narrow';

/** In px. A page narrower than this is `narrow`, with its tabs below the region. */
export const PHONE_BELOW = 700;
/**
 * In px. A page narrower than this is `narrow`, with its tabs beside the region, because the page may be low, as at a
 * zoom of 200 %.
 */
const NARROW_BELOW = 900;
/** In px. A page at least this wide is `wide`. */
const WIDE_FROM = 1100;

/** In px. A page at least this wide has room for an editor beside a wide chat. */
const ROOMY_FROM = 1560;

const isPhone = new MediaQuery(`(max-width: ${PHONE_BELOW - 1}px)`);
const isNarrow = new MediaQuery(`(max-width: ${NARROW_BELOW - 1}px)`);
const isWideWindow = new MediaQuery(`(min-width: ${ROOMY_FROM}px)`);
const isBelowWide = new MediaQuery(`(max-width: ${WIDE_FROM - 1}px)`);

/** Returns the mode. Reactive: effects and derived values that call it follow the width of the window. */
export function layoutMode(): LayoutMode {
  if (isNarrow.current) return 'narrow';
  return isBelowWide.current ? 'middle' : 'wide';
}

/** Whether an editor fits beside a wide chat. Reactive. */
export const isRoomy = (): boolean => isWideWindow.current;

/** Returns the place of the tabs on a narrow page. Reactive. */
export function tabsPlace(): 'below' | 'beside' {
  return isPhone.current ? 'below' : 'beside';
}
