// The direction of a list, a quote or a table: where its numbers and its first column are. Browsers find out the direction
// of a paragraph themselves (`dir="auto"`), but not from paragraphs inside.

const RIGHT_TO_LEFT =
  '\\p{sc=Arab}\\p{sc=Hebr}\\p{sc=Syrc}\\p{sc=Thaa}\\p{sc=Nkoo}\\p{sc=Adlm}\\p{sc=Samr}\\p{sc=Mand}\\p{sc=Rohg}';
const FIRST_LETTER = new RegExp(`(?<rtl>[${RIGHT_TO_LEFT}])|\\p{L}`, 'u');
/** Code says nothing about the language around it, and neither does a ticked box. */
const CODE = /(`+)[^`]*\1|https?:\S+|^[\s>]*(?:[-*+]|\d+[.)])\s+\[[xX]\]\s/gm;
/** A direction shows early. */
const MAX_READ = 2000;

/** Returns `rtl` if the first letter of the text belongs to a script that is written from right to left. */
export function directionOf(text: string): 'rtl' | 'ltr' {
  const letter = FIRST_LETTER.exec(text.slice(0, MAX_READ).replace(CODE, ' '));
  return letter?.groups?.rtl === undefined ? 'ltr' : 'rtl';
}
