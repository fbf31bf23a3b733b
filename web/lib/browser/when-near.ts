// An attachment that reports whether an element is near the part of what scrolls around it that is in sight.
import type { Attachment } from 'svelte/attachments';

/** So far, in px, that what comes into sight has its height before. */
const NEAR = 800;
/** What scrolls. A margin around the window would not count: it cuts off what is outside of it. */
const SCROLLER = '[data-scrolls]';

type OnChange = (isNear: boolean) => void;

interface Watch {
  observer: IntersectionObserver;
  watched: Map<Element, OnChange>;
}

/** By what scrolls: a PDF has hundreds of pages, and an observer of each would cost more than the pages. */
const watches = new Map<Element | null, Watch>();

export function whenNear(onChange: OnChange): Attachment<Element> {
  return (element) => {
    const root = element.closest(SCROLLER);
    const { observer, watched } = watches.get(root) ?? watch(root);
    watched.set(element, onChange);
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      watched.delete(element);
      if (watched.size > 0) return;
      observer.disconnect();
      watches.delete(root);
    };
  };
}

function watch(root: Element | null): Watch {
  const watched = new Map<Element, OnChange>();
  const report: IntersectionObserverCallback = (entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
  };
  const made = { observer: new IntersectionObserver(report, { root, rootMargin: `${NEAR}px` }), watched };
  watches.set(root, made);
  return made;
}
