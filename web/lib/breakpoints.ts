// The widths at which the page changes its layout, written once. CSS cannot read them: the frame sets `data-mode` on
// the root element, and style sheets select by that.
import { MediaQuery } from 'svelte/reactivity';

/** `wide`: every region side by side. `middle`: the side bar is a strip of icons. `narrow`: one region at a time. */
export type LayoutMode = 'wide' | 'middle' | 'narrow';

/** px; a page below this is narrow, with its tabs below the region. */
export const PHONE_BELOW = 700;
/** px; a page below this is narrow, with its tabs beside the region: it may be low, such as a page at 200 %. */
const NARROW_BELOW = 800;
/** px; a page from here on is wide. */
const WIDE_FROM = 1100;

const isPhone = new MediaQuery(`(max-width: ${PHONE_BELOW - 1}px)`);
const isNarrow = new MediaQuery(`(max-width: ${NARROW_BELOW - 1}px)`);
const isBelowWide = new MediaQuery(`(max-width: ${WIDE_FROM - 1}px)`);

/** Reactive: an effect or a derived value that reads it follows the width of the window. */
export function layoutMode(): LayoutMode {
  if (isNarrow.current) return 'narrow';
  return isBelowWide.current ? 'middle' : 'wide';
}

/** Where a narrow page has its tabs. Reactive. */
export function tabsPlace(): 'below' | 'beside' {
  return isPhone.current ? 'below' : 'beside';
}
