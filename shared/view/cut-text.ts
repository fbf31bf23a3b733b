// Cuts texts for one line of a list, a title or a notification.

const characters = new Intl.Segmenter();
/** How far behind the cut a character may end, in UTF-16 units: a family of emoji has 11, a flag of a region 14. */
const LONGEST = 64;

/**
 * Returns the beginning of a text, at most `length` UTF-16 units long, that ends between two characters as a reader
 * counts them: no emoji is cut in two, no accent is lost. Only a chain of marks from the very beginning is cut.
 */
export function cutText(text: string, length: number): string {
  const start = text.slice(0, length + LONGEST);
  return start.length > length
    ? start.slice(0, characters.segment(start).containing(length)!.index || length).toWellFormed()
    : start;
}

/** Returns where the character that has this UTF-16 unit begins. */
export function startOfCharacter(text: string, unit: number): number {
  return characters.segment(text.slice(0, unit + LONGEST)).containing(unit)?.index ?? unit;
}
