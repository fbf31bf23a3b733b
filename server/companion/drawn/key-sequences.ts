// Divides what a terminal sends into single keys, as pi does with its stdin, because components compare each key as a
// whole.

/* eslint-disable no-control-regex -- keys are control characters */
/** A paste with its brackets; a report or key with an escape sequence; Alt with a key; one character. */
const KEY = /\x1b\[200~[^]*?\x1b\[201~|\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[^]|\x1b(?=\x1b)|\x1b[^]|\x1b|[^]/gu;

/* eslint-enable no-control-regex */

export function keysIn(data: string): string[] {
  return data.match(KEY) ?? [];
}
