// Finds a text however its letters are stored: composed, or as a letter and its marks.

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
