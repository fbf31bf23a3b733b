// Prepares terminal output for display outside a terminal: keeps colours and removes all other control sequences.

/* eslint-disable no-control-regex -- control characters are what this file is about */
const OSC = /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)/g;
/** A sequence that ends in a letter other than `m`, or has a private prefix, is not a colour. */
const NO_COLOUR = /\x1b\[(?:[0-?]*[ -/]*[@-ln-~]|[<-?][0-?]*[ -/]*m)/g;
const CUT_OFF = /\x1b(?:\[[0-?]*[ -/]*)?$/g;
const OTHER_ESCAPE = /\x1b(?!\[)[ -/]*[0-~]?/g;
const COLOUR = /\x1b\[[0-?]*[ -/]*m/g;
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;

/** Removes everything but text and colours. A line that was rewritten by carriage returns keeps its last state. */
export function onlyColours(text: string): string {
  const shown = text
    .replace(OSC, '')
    .replace(NO_COLOUR, '')
    .replace(CUT_OFF, '')
    .replace(OTHER_ESCAPE, '')
    .replace(CONTROLS, '');
  return shown.includes('\r') ? shown.split('\n').map(lastState).join('\n') : shown;
}

/** Not a regular expression: on a line of 256 kB it would scan from every character to the end. */
function lastState(line: string): string {
  const written = line.replace(/\r+$/, '');
  return written.slice(written.lastIndexOf('\r') + 1);
}

/** Removes all sequences, colours included. */
export function plainText(text: string): string {
  return onlyColours(text).replace(COLOUR, '');
}

export function hasColours(text: string): boolean {
  return text.includes('\x1b[');
}
/* eslint-enable no-control-regex */
