// Keeps the page above a virtual keyboard. iOS resizes only the visual viewport. If the browser resizes the page
// itself, this does nothing.
import type { Attachment } from 'svelte/attachments';
import { PHONE_BELOW } from '../../lib/breakpoints.ts';

/**
 * A viewport lower than this with a focused field means that a keyboard is open. The tabs and the status bar are then
 * hidden to make room for the field.
 */
const MAX_KEYBOARD_VIEWPORT_PX = 460;

export const keyboardHeight: Attachment<HTMLElement> = (element) => {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const fit = (): void => {
    // When the user has zoomed in, a low viewport does not mean that a keyboard is open.
    if (viewport.scale > 1.01) return;
    const isCovered = viewport.height < document.documentElement.clientHeight - 1;
    element.style.blockSize = isCovered ? `${viewport.height}px` : '';
    const isTyping = document.activeElement?.matches('textarea, input') ?? false;
    element.toggleAttribute(
      'data-keyboard',
      isTyping && viewport.height < MAX_KEYBOARD_VIEWPORT_PX && viewport.width < PHONE_BELOW,
    );
  };
  viewport.addEventListener('resize', fit);
  return () => viewport.removeEventListener('resize', fit);
};
