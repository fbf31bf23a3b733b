// Prepares a text for marked's search for the ends of emphasis. CommonMark expects spaces around words, so that bold text
// beside Chinese punctuation, or with an Arabic prefix, ends at the wrong place. The amendment that other parsers follow
// (markdown-cjk-friendly), for all scripts with words that touch: CJK punctuation counts as a letter, and a letter of these
// scripts counts as a space when the rule asks whether punctuation may begin or end emphasis. Every character is replaced
// by one of the same length.

const CJK_PUNCTUATION =
  '\\u3000-\\u303f\\ufe30-\\ufe4f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65';
/** A letter of a script in which words touch, or take prefixes and particles. */
const LETTER = '(?![\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Zinh}])[\\p{L}\\p{M}]';
const ANY = new RegExp(`[${CJK_PUNCTUATION}]|(?![\\0-\\x7f])${LETTER}`, 'u');
const PUNCTUATION = new RegExp(`[${CJK_PUNCTUATION}]`, 'gu');
/** Stands for CJK punctuation: a letter of such a script, so that the second step sees it, too. */
const MASK = '漢';

type Delimiter = '*' | '_' | '~';

/** A run of delimiters and the two characters after it. */
const START = /^(?:\*+|_+|~+)[^]{0,2}/u;

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

/** Masks the texts in which marked looks for emphasis: for each delimiter in the same one, again and again. */
export class EmphasisMasks {
  #text = '';
  #needsMask = false;
  readonly #masked = new Map<Delimiter, string>();

  /**
   * Returns the arguments of marked's search, masked; null if CommonMark's rule is enough for this text. `src` begins
   * with a delimiter, and `before` is the character before it, which decides about punctuation at its start.
   */
  of(src: string, text: string, before: string): [src: string, text: string, before: string] | null {
    if (text !== this.#text) {
      this.#text = text;
      this.#masked.clear();
      // Nearly every text of an answer in English is only ASCII.
      this.#needsMask = !/^[\0-\x7f]*$/.test(text) && ANY.test(text);
    }
    if (!this.#needsMask) return null;
    const delimiter = src[0] as Delimiter;
    let masked = this.#masked.get(delimiter);
    if (masked === undefined) this.#masked.set(delimiter, (masked = maskPunctuation(text, delimiter)));
    // Only the beginning is looked at; the rest must have its length.
    const [start] = START.exec(src)!;
    const maskedStart = maskPunctuation(start, delimiter, before);
    return [maskedStart + src.slice(start.length), masked, maskPunctuation(before, delimiter)];
  }
}

function maskPunctuation(text: string, delimiter: Delimiter, before = ''): string {
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
