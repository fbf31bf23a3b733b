// The author of a message as a heading, for the keys of a screen reader that go from heading to heading.
import type { Attachment } from 'svelte/attachments';

/**
 * Puts the heading first in the article. CSS draws it (TranscriptRows.svelte), so that it is not part of the text that is
 * copied; for the same reason it is not an element of the component, which would begin the text with a space. `author`:
 * null for none.
 */
export function authorHeading(author: string | null): Attachment {
  return (article) => {
    if (author === null) return;
    const heading = document.createElement('h3');
    heading.className = 'unseen';
    heading.ariaLabel = author;
    heading.dataset.author = author;
    article.prepend(heading);
    return () => heading.remove();
  };
}
