// Compares texts as people read them: the same letters may be stored in two ways, composed (`é`) or as a letter and its
// mark (macOS stores names like this).

/** Returns the text as searches compare it, without case, width, the form of its letters and the amount of white space. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll(/\s+/gu, ' ');
}

/** Whether the text contains the query, which an empty one always is. */
export function hasText(text: string, query: string): boolean {
  return foldText(text).includes(foldText(query.trim()));
}

/** Whether the text contains each word of the query. */
export function hasWords(text: string, query: string): boolean {
  const whole = foldText(text);
  return foldText(query)
    .split(' ')
    .every((word) => whole.includes(word));
}

const SIGNS = /[\\^$.*+?()[\]{}|/]/g;
/** A letter with its marks, or a syllable of Hangul in its parts. */
const LETTER = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[^]\p{M}*/gu;

/** Returns the source of an expression that finds the text, however its letters are stored. */
export function sourceOfText(text: string): string {
  return text.replaceAll(LETTER, (letter) => {
    const forms = [...new Set([letter, letter.normalize('NFC'), letter.normalize('NFD')])];
    const [first, ...others] = forms.map((form) => form.replaceAll(SIGNS, String.raw`\$&`));
    return others.length === 0 ? first! : `(?:${[first, ...others].join('|')})`;
  });
}
