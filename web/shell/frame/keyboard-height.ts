// Keeps the page above a virtual keyboard. This changes nothing where the browser resizes the page itself; iOS only
// resizes the visual viewport.
import type { Attachment } from 'svelte/attachments';
import { PHONE_BELOW } from '../../lib/breakpoints.ts';

/** A viewport lower than this, with a field focused, means a keyboard: tabs and status bar make room for the field. */
const LOW_PX = 460;

export const keyboardHeight: Attachment<HTMLElement> = (element) => {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const fit = (): void => {
    // While the user has zoomed in, a low viewport means nothing.
    if (viewport.scale > 1.01) return;
    const isCovered = viewport.height < document.documentElement.clientHeight - 1;
    element.style.blockSize = isCovered ? `${viewport.height}px` : '';
    const isTyping = document.activeElement?.matches('textarea, input') ?? false;
    element.toggleAttribute(
      'data-keyboard',
      isTyping && viewport.height < LOW_PX && viewport.width < PHONE_BELOW,
    );
  };
  viewport.addEventListener('resize', fit);
  return () => viewport.removeEventListener('resize', fit);
};
