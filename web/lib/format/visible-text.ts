// Makes invisible characters visible in text that the user bases decisions on: they could hide or reorder parts of it.

export interface VisiblePart {
  text: string;
  /** The part is an escape of invisible characters. */
  isEscape: boolean;
}

/**
 * Control characters, format characters (bidi, zero-width, tags), line separators, lone surrogates and blank letters.
 * Not line breaks and tabs, which are visible.
 */
const UNSEEN =
  /(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u{e0100}-\u{e01ef}])/gu;

/** More marks in one text would slow down the page. In the rest of the text, escapes are not marked. */
const MAX_PARTS = 1000;

/** Splits a text into parts, such as `rm -rf ~ #` and the escape `\u202e`. */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(UNSEEN)) {
    if (parts.length > MAX_PARTS) break;
    if (index > end) parts.push({ text: text.slice(end, index), isEscape: false });
    const last = parts.at(-1);
    if (last?.isEscape) last.text += escape(found);
    else parts.push({ text: escape(found), isEscape: true });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end).replace(UNSEEN, escape), isEscape: false });
  return parts;
}

/** Control characters except for line ends and tabs. */
// eslint-disable-next-line no-control-regex -- these are what is replaced
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Replaces each control character by one sign, so that the text keeps its length. */
export function withControlSigns(text: string): string {
  return text.replace(CONTROLS, '\ufffd');
}

function escape(character: string): string {
  const hex = character.codePointAt(0)!.toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
