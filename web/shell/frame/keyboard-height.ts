// Keeps the page above a virtual keyboard. Where the browser resizes the page itself this changes nothing; iOS
// only tells the visual viewport.
import type { Attachment } from 'svelte/attachments';

/** Lower than this, with a field focused, there is a keyboard: only what is typed into keeps its room. */
const LOW_PX = 460;

export const keyboardHeight: Attachment<HTMLElement> = (element) => {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const fit = (): void => {
    // While the person has zoomed in, a low viewport means nothing.
    if (viewport.scale > 1.01) return;
    const isCovered = viewport.height < document.documentElement.clientHeight - 1;
    element.style.blockSize = isCovered ? `${viewport.height}px` : '';
    const isTyping = document.activeElement?.matches('textarea, input') ?? false;
    element.toggleAttribute('data-keyboard', isTyping && viewport.height < LOW_PX && viewport.width < 700);
  };
  viewport.addEventListener('resize', fit);
  return () => viewport.removeEventListener('resize', fit);
};
