// Terminal text for places that are no terminal: colours stay, everything else a terminal would act on goes.

/* eslint-disable no-control-regex -- control characters are what this file is about */
const OSC = /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)/g;
/** Ends in a letter other than `m`, or has a private prefix: nothing about colours. */
const NO_COLOUR = /\x1b\[(?:[0-?]*[ -/]*[@-ln-~]|[<-?][0-?]*[ -/]*m)/g;
const CUT_OFF = /\x1b(?:\[[0-?]*[ -/]*)?$/g;
const OTHER_ESCAPE = /\x1b(?!\[)[ -/]*[0-~]?/g;
const COLOUR = /\x1b\[[0-?]*[ -/]*m/g;
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;

/** Text with its colour sequences only. A line that was rewritten by carriage returns keeps its last state. */
export function onlyColours(text: string): string {
  const shown = text
    .replace(OSC, '')
    .replace(NO_COLOUR, '')
    .replace(CUT_OFF, '')
    .replace(OTHER_ESCAPE, '')
    .replace(CONTROLS, '');
  return shown.includes('\r') ? shown.split('\n').map(lastState).join('\n') : shown;
}

/** Not by a pattern: over one line of 256 kB it would look from every letter to the end. */
function lastState(line: string): string {
  const written = line.replace(/\r+$/, '');
  return written.slice(written.lastIndexOf('\r') + 1);
}

/** Text without any sequence at all. */
export function plainText(text: string): string {
  return onlyColours(text).replace(COLOUR, '');
}

export function hasColours(text: string): boolean {
  return text.includes('\x1b[');
}
/* eslint-enable no-control-regex */
