// Makes a text field as tall as its text, like `field-sizing: content`, which Firefox does not support yet.
import type { Attachment } from 'svelte/attachments';

/**
 * Returns the attachment. `text` returns the text of the field; the height is adjusted whenever it changes. CSS limits
 * the height.
 */
export function growWithText(text: () => string): Attachment<HTMLTextAreaElement> {
  return (field) => {
    text();
    const fit = (): void => {
      // The field collapses while it is measured. Its parent must keep its height during that time, or the content
      // above scrolls.
      const room = field.parentElement!;
      room.style.minBlockSize = `${room.offsetHeight}px`;
      Object.assign(field.style, { alignSelf: 'start', blockSize: 'auto' });
      Object.assign(field.style, { alignSelf: '', blockSize: `${field.scrollHeight}px` });
      room.style.minBlockSize = '';
    };
    fit();
    // Lines wrap differently when the width changes.
    let width = field.clientWidth;
    const observer = new ResizeObserver(() => {
      if (field.clientWidth === width) return;
      width = field.clientWidth;
      fit();
    });
    observer.observe(field);
    return () => observer.disconnect();
  };
}
