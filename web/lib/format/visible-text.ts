// Makes invisible characters visible in text on which the user bases decisions. Such characters could hide or reorder
// parts of the text.

export interface VisiblePart {
  text: string;
  /** Whether the part is the escape of one or more invisible characters. */
  isEscape: boolean;
}

/**
 * Control characters, format characters (bidi, zero-width, tags), line separators, lone surrogates and blank letters.
 * Line breaks and tabs are not included, because they are visible.
 */
export const INVISIBLE =
  /(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u{e0100}-\u{e01ef}])/gu;

/** More parts would slow down the page. In the rest of such a text, escapes are not marked. */
const MAX_PARTS = 1000;

/** Splits a text into parts, such as `rm -rf ~ #` and the escape `\u202e`. */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(INVISIBLE)) {
    if (parts.length > MAX_PARTS) break;
    if (index > end) parts.push({ text: text.slice(end, index), isEscape: false });
    const last = parts.at(-1);
    if (last?.isEscape) last.text += escapeOf(found);
    else parts.push({ text: escapeOf(found), isEscape: true });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end).replace(INVISIBLE, escapeOf), isEscape: false });
  return parts;
}

/** Matches control characters other than line endings and tabs. */
// eslint-disable-next-line no-control-regex -- control characters are what this replaces
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Replaces each control character with one `\ufffd`, so that the text keeps its length. */
export function withControlSigns(text: string): string {
  return text.replace(CONTROLS, '\ufffd');
}

/** Returns the escape of an invisible character, such as `\u202e`. */
export function escapeOf(character: string): string {
  const code = character.charCodeAt(0);
  // The server decodes a byte that is not UTF-8 as such a lone surrogate.
  if (character.length === 1 && 0xdc80 <= code && code <= 0xdcff) return `\\x${(code & 0xff).toString(16)}`;
  const hex = character.codePointAt(0)!.toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
