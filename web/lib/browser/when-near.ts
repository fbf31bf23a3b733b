// An attachment that reports whether an element is near the part of what scrolls around it that is in sight.
import type { Attachment } from 'svelte/attachments';

/** So far, in px, that what comes into sight has its height before. */
const NEAR = 800;
/** What scrolls. A margin around the window would not count: it cuts off what is outside of it. */
const SCROLLER = '[data-scrolls]';

export function whenNear(onChange: (isNear: boolean) => void): Attachment<Element> {
  return (element) => {
    const observer = new IntersectionObserver(([entry]) => onChange(entry?.isIntersecting ?? false), {
      root: element.closest(SCROLLER),
      rootMargin: `${NEAR}px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
