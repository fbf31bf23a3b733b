// Cuts texts for one line of a list, a title or a notification.

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The longest character that is kept whole, in UTF-16 units: a family of emoji has 11, a flag of a region 14. */
const LONGEST = 64;

/**
 * Returns the beginning of a text, at most `length` UTF-16 units long, that ends between two characters as a reader
 * counts them: no emoji is cut in two, no accent is lost.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = Math.max(0, length - LONGEST);
  const character = characters.segment(text.slice(from, length + LONGEST)).containing(length - from);
  const end = from + (character?.index ?? length - from);
  // A longer chain of marks than any reader has seen is cut between two code points.
  if (end > from || from === 0) return text.slice(0, end);
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
