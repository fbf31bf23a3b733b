// Prepares a text for marked's search for the ends of emphasis. CommonMark expects spaces around words, so that bold text
// beside Chinese punctuation, or with an Arabic prefix, ends at the wrong place. The amendment that other parsers follow
// (markdown-cjk-friendly), for all scripts with words that touch: CJK punctuation counts as a letter, and a letter of these
// scripts counts as a space when the rule asks whether punctuation may begin or end emphasis. Every character is replaced
// by one of the same length.

const CJK_PUNCTUATION =
  '\\u3000-\\u303f\\ufe30-\\ufe4f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65';
/** A letter of a script in which words touch, or take prefixes and particles. */
const LETTER = '(?![\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Zinh}])[\\p{L}\\p{M}]';
const ANY = new RegExp(`[${CJK_PUNCTUATION}]|${LETTER}`, 'u');
const PUNCTUATION = new RegExp(`[${CJK_PUNCTUATION}]`, 'gu');
/** Stands for CJK punctuation: a letter of such a script, so that the second step sees it, too. */
const MASK = '漢';

export type Delimiter = '*' | '_' | '~';

/** Punctuation of other scripts, a run of the delimiter, and such a letter, and the other way round. */
const BESIDE: Record<Delimiter, readonly RegExp[]> = {
  '*': besideRun('\\*'),
  _: besideRun('_'),
  '~': besideRun('~'),
};

function besideRun(delimiter: string): RegExp[] {
  const punctuation = `(?!${delimiter})[\\p{P}\\p{S}]`;
  return [
    new RegExp(`${punctuation}(?=${delimiter}+${LETTER})`, 'gu'),
    new RegExp(`(?<=${LETTER}${delimiter}+)${punctuation}`, 'gu'),
  ];
}

/** Whether CommonMark's rule alone is not enough for this text. */
export function hasTouchingWords(text: string): boolean {
  return ANY.test(text);
}

/** `before`: the character before the text, which decides about punctuation at its start. */
export function maskPunctuation(text: string, delimiter: Delimiter, before = ''): string {
  const [ahead, behind] = BESIDE[delimiter];
  return `${before}${text}`
    .replace(PUNCTUATION, MASK)
    .replace(ahead!, sameLength)
    .replace(behind!, sameLength)
    .slice(before.length);
}

function sameLength(character: string): string {
  return 'a'.repeat(character.length);
}
