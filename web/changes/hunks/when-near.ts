// An attachment that reports whether an element is near the viewport.
import type { Attachment } from 'svelte/attachments';

const NEAR = '800px';

export function whenNear(onChange: (isNear: boolean) => void): Attachment<Element> {
  return (element) => {
    const observer = new IntersectionObserver(([entry]) => onChange(entry?.isIntersecting ?? false), {
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
