// Highlights a text wherever the conversation shows it. The browser paints the ranges, so no element changes.
import { textMatches } from '../../lib/format/text-matches.ts';

const NAME = 'found-text';
/** More marks would slow down the page. */
const MAX_MARKS = 2000;

/** Highlights the query, also in content that is added later. Returns a function that removes the highlights. */
export function markText(root: HTMLElement, query: string): () => void {
  if (!('highlights' in CSS) || query.trim() === '') return () => undefined;
  let frame = 0;
  const mark = (): void => {
    frame = 0;
    CSS.highlights.set(NAME, new Highlight(...rangesIn(root, query)));
  };
  const observer = new MutationObserver(() => (frame ||= requestAnimationFrame(mark)));
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  mark();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(NAME);
  };
}

function rangesIn(root: HTMLElement, query: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < MAX_MARKS; node = walker.nextNode()) {
    for (const [start, end] of textMatches(node.nodeValue ?? '', query, MAX_MARKS - ranges.length)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}
