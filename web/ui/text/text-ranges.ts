// Finds a text in the elements of a conversation, also where its characters are in several elements, such as a word that
// is partly bold.
import { textMatches } from '../../lib/format/text-matches.ts';

/** Elements that do not interrupt a text. */
const INLINE = 'a, abbr, b, bdi, code, del, em, i, ins, kbd, mark, s, small, span, strong, sub, sup, u';
/** The page's own words. The line of a fold has words of the conversation, such as a command. */
const OWN_WORDS = 'button:not([aria-expanded]), time, .unseen, [data-answer-foot], [data-turn-foot]';

/** Returns the ranges of the first `max` matches. */
export function textRanges(root: Element, query: string, max: number): Range[] {
  const ranges: Range[] = [];
  if (query.trim() === '') return ranges;
  let block: Element | null = null;
  let texts: Text[] = [];
  const finish = (): void => {
    if (texts.length > 0) ranges.push(...rangesIn(texts, query, max - ranges.length));
    texts = [];
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < max; node = walker.nextNode()) {
    const parent = node.parentElement!;
    if (parent.closest(OWN_WORDS)) continue;
    const around = parent.closest(`:not(${INLINE})`);
    if (around !== block) finish();
    block = around;
    texts.push(node as Text);
  }
  finish();
  return ranges;
}

function rangesIn(texts: readonly Text[], query: string, max: number): Range[] {
  const found = textMatches(texts.map(({ data }) => data).join(''), query, max);
  let [at, begin] = [0, 0];
  /** Goes on to the text with this position. The end of a match is in the text before it. */
  const locate = (position: number, isEnd: boolean): [Text, number] => {
    while (at < texts.length - 1) {
      const end = begin + texts[at]!.length;
      if (isEnd ? position <= end : position < end) break;
      begin = end;
      at += 1;
    }
    return [texts[at]!, position - begin];
  };
  return found.map(([start, end]) => {
    const range = new Range();
    range.setStart(...locate(start, false));
    range.setEnd(...locate(end, true));
    return range;
  });
}
