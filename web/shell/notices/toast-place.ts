// Positions the toasts at the bottom right of the page, above the fields in which the user writes or answers, and below
// the bar.
import type { Attachment } from 'svelte/attachments';

/** The elements that toasts must not cover. Toasts stay above `FLOOR` and below `CEILING`. */
const FLOOR = '[data-region="status"], [data-tab-bar], [data-toasts="above"]';
const CEILING = '[data-region="bar"], [data-toasts="below"]';
/** On a narrow page, the region that covers all others. */
const COVER = '[data-mode="narrow"] .cover:not(.away)';
/** Fills the room that the other elements leave, so its size changes whenever one of them moves. */
const FILLER = '[role="log"]';
const GAP = 8;

export const toastPlace: Attachment<HTMLElement> = (element) => {
  const place = (): void => {
    const { clientHeight, clientWidth } = document.documentElement;
    const left = clientWidth - element.offsetWidth - GAP;
    const cover = document.querySelector(COVER);
    const isCovered = (other: Element): boolean =>
      cover !== null && !cover.contains(other) && other.closest('.region') !== null;
    const rectsOf = (selector: string): DOMRect[] =>
      [...document.querySelectorAll(selector)]
        .filter((other) => other.checkVisibility({ visibilityProperty: true }) && !isCovered(other))
        .map((other) => other.getBoundingClientRect())
        .filter(({ right }) => right > left);
    // The elements are checked from the bottom up. One that ends above the toasts, such as the composer of an empty
    // session, is not in the way.
    let floor = clientHeight - GAP;
    for (const { top, bottom } of rectsOf(FLOOR).sort((a, b) => b.bottom - a.bottom))
      if (bottom > floor - element.scrollHeight - GAP) floor = Math.min(floor, top - GAP);
    const ceiling = Math.max(0, ...rectsOf(CEILING).map(({ bottom }) => bottom)) + GAP;
    element.style.insetBlockEnd = `${clientHeight - floor}px`;
    element.style.maxBlockSize = `${Math.max(0, floor - ceiling)}px`;
  };
  const sizes = new ResizeObserver(place);
  const observed = new WeakSet<Element>();
  const observeAll = (): void => {
    for (const other of document.querySelectorAll(`${FLOOR}, ${CEILING}, ${FILLER}`)) {
      if (observed.has(other)) continue;
      observed.add(other);
      sizes.observe(other);
    }
  };
  // A dialog may come later, and the rows of a conversation replace their placeholder.
  const arrivals = new MutationObserver(observeAll);
  sizes.observe(element);
  arrivals.observe(document.body, { childList: true, subtree: true });
  observeAll();
  place();
  return () => {
    sizes.disconnect();
    arrivals.disconnect();
  };
};
