// The place of the toasts: at the bottom right of the page, above whatever the user writes or answers in, below the
// banner.
import type { Attachment } from 'svelte/attachments';

/** The elements that toasts must not cover. */
const FLOOR = '[data-region="status"], [data-tab-bar], [data-toasts="above"]';
const CEILING = '[data-region="bar"], [data-toasts="below"]';
/** It takes the room that the others leave: when one of them moves, this changes its size. */
const REST = '[role="log"]';
const GAP = 8;

export const toastPlace: Attachment<HTMLElement> = (element) => {
  const place = (): void => {
    const { clientHeight, clientWidth } = document.documentElement;
    const left = clientWidth - element.offsetWidth - GAP;
    const rectsOf = (selector: string): DOMRect[] =>
      [...document.querySelectorAll(selector)]
        .filter((other) => other.checkVisibility({ visibilityProperty: true }))
        .map((other) => other.getBoundingClientRect())
        .filter(({ right }) => right > left);
    // From the bottom up: what ends above the toasts, as the composer of an empty session does, is not in their way.
    let floor = clientHeight - GAP;
    for (const { top, bottom } of rectsOf(FLOOR).sort((a, b) => b.bottom - a.bottom))
      if (bottom > floor - element.scrollHeight - GAP) floor = Math.min(floor, top - GAP);
    const ceiling = Math.max(0, ...rectsOf(CEILING).map(({ bottom }) => bottom)) + GAP;
    element.style.insetBlockEnd = `${clientHeight - floor}px`;
    element.style.maxBlockSize = `${Math.max(0, floor - ceiling)}px`;
  };
  const sizes = new ResizeObserver(place);
  sizes.observe(element);
  for (const other of document.querySelectorAll(`${FLOOR}, ${CEILING}, ${REST}`)) sizes.observe(other);
  place();
  return () => sizes.disconnect();
};
