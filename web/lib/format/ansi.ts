// Prepares terminal output for display outside a terminal: keeps colors and removes all other control sequences.

/* eslint-disable no-control-regex -- control characters are what this file is about */
/** A title or another string that is not shown. Without its end, it ends with its line or after 16 kB, as on the screen. */
const STRING = /\x1b[\]PX^_][^\x07\n\x18\x1a\x1b]{0,16384}(?:\x07|\x1b\\)?/g;
/** A sequence that ends in a letter other than `m`, or has a private prefix, is not a color. */
const NO_COLOR = /\x1b\[(?:[0-?]*[ -/]*[@-ln-~]|[<-?][0-?]*[ -/]*m)/g;
/** Without its last byte, a sequence says nothing, and what follows is text. */
const BROKEN = /\x1b(?=(\[[0-?]*[ -/]*))\1(?![@-~])/g;
const OTHER_ESCAPE = /\x1b(?!\[)[ -/]*[0-~]?/g;
const COLOR = /\x1b\[[0-?]*[ -/]*m/g;
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;

/** Removes everything but text and colors. A line that was rewritten by carriage returns keeps its last state. */
export function onlyColors(text: string): string {
  const shown = text
    .replace(STRING, '')
    .replace(NO_COLOR, '')
    .replace(BROKEN, '')
    .replace(OTHER_ESCAPE, '')
    .replace(CONTROLS, '');
  return shown.includes('\r') ? shown.split('\n').map(lastState).join('\n') : shown;
}

/**
 * A regular expression would be too slow, because on a line of 256 kB it would scan from every character to the end.
 */
function lastState(line: string): string {
  const written = line.replace(/\r+$/, '');
  return written.slice(written.lastIndexOf('\r') + 1);
}

/** Removes all sequences, colors included. */
export function plainText(text: string): string {
  return onlyColors(text).replace(COLOR, '');
}

export function hasColors(text: string): boolean {
  return text.includes('\x1b[');
}
/* eslint-enable no-control-regex */
