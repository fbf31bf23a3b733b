// A text field that is as high as its text. `field-sizing: content` would do it; Firefox does not know it yet.
import type { Attachment } from 'svelte/attachments';

/** `text` is what the field shows; its height follows every change of it. CSS says how high it may grow. */
export function growing(text: () => string): Attachment<HTMLTextAreaElement> {
  return (field) => {
    text();
    const fit = (): void => {
      field.style.blockSize = 'auto';
      field.style.blockSize = `${field.scrollHeight}px`;
    };
    fit();
    // Lines break elsewhere when the width changes.
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
