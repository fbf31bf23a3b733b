// Text that somebody decides by, shown as it truly is: what could hide or reorder parts of it becomes visible.

export interface VisiblePart {
  text: string;
  /** The part stands for characters that nobody would see. */
  isEscape: boolean;
}

/**
 * Controls, formats (bidi, zero-width, tags), line separators, lone surrogates, and the letters that are drawn
 * as nothing. Line breaks and tabs are left: they can be seen.
 */
const UNSEEN =
  /(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u{e0100}-\u{e01ef}])/gu;

/** A page bears so many marks in one text; in the rest what is unseen is spelled out without one. */
const MAX_PARTS = 1000;

/** `rm -rf ~ #\u202e` with its last character spelled out, as parts in order. */
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

/** Controls but for line ends and tabs. */
// eslint-disable-next-line no-control-regex -- these are what is replaced
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** For text that is only read: one sign stands for each control, so that the text keeps its length. */
export function withControlSigns(text: string): string {
  return text.replace(CONTROLS, '\ufffd');
}

function escape(character: string): string {
  const hex = character.codePointAt(0)!.toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
