// Prepares a text for marked's search for the ends of emphasis. CommonMark expects spaces around words, so that bold text
// beside Chinese or Japanese punctuation ends at the wrong place. The amendment that other parsers follow
// (markdown-cjk-friendly): CJK punctuation counts as a letter, and a CJK character counts as a space when the rule asks
// whether punctuation may begin or end emphasis. Every character is replaced by one of the same length.

const CJK_PUNCTUATION =
  '\\u3000-\\u303f\\ufe30-\\ufe4f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65';
const CJK_LETTER = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Bopo}';
const ANY_CJK = new RegExp(`[${CJK_PUNCTUATION}${CJK_LETTER}]`, 'u');
const PUNCTUATION = new RegExp(`[${CJK_PUNCTUATION}]`, 'gu');
/** Punctuation of other scripts, a run of delimiters, and a CJK character, and the other way round. */
const BEFORE =
  /[\p{P}\p{S}](?<![*_~\\`])(?=(?:\*+|~~)[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}漢])/gu;
const AFTER =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}漢](?:\*+|~~))(?![*_~\\`])[\p{P}\p{S}]/gu;
/** Stands for CJK punctuation: a letter that is CJK itself, so that the second step sees it, too. */
const LETTER = '漢';

export function hasCjk(text: string): boolean {
  return ANY_CJK.test(text);
}

/** `before`: the character before the text, which decides about punctuation at its start. */
export function maskPunctuation(text: string, before = ''): string {
  return `${before}${text}`
    .replace(PUNCTUATION, LETTER)
    .replace(BEFORE, sameLength)
    .replace(AFTER, sameLength)
    .slice(before.length);
}

function sameLength(character: string): string {
  return 'a'.repeat(character.length);
}
