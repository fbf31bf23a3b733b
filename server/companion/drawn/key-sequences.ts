// Divides what a terminal sends into single keys, as pi does with its stdin, because components compare each key as a
// whole.

/* eslint-disable no-control-regex -- keys are control characters */
/** A paste with its brackets; a report or key with an escape sequence; Alt with a key; one character. */
const KEY = /\x1b\[200~[^]*?\x1b\[201~|\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[^]|\x1b(?=\x1b)|\x1b[^]|\x1b|[^]/gu;

export function keysIn(data: string): string[] {
  return data.match(KEY) ?? [];
}

/** Escape codes of Esc, of Shift+Tab, and of Ctrl with a letter or `\` or `]`; and of keys that repeat. */
const CODED = /^\x1b\[(\d+)(?:::\d+)?(?:;(\d+)(?::[12])?)?u$/;
const REPEAT = /^\x1b\[(\d+);(\d+):2([~A-H])$/;
/** Their control characters are those of other keys: Backspace, Tab, a new line, Enter. */
const AMBIGUOUS = 'hijm';

/**
 * Returns a key as terminals without the Kitty protocol send it, if pi takes both forms as the same key (in pi 0.73.1
 * to 1.6.0). Many extensions compare keys with these forms, and never ask for more. Other keys are returned unchanged.
 */
export function plainKey(key: string): string {
  const [, number, held = '1', final = ''] = REPEAT.exec(key) ?? [];
  if (number)
    return held === '1' ? `\x1b[${number === '1' ? '' : number}${final}` : `\x1b[${number};${held}${final}`;
  const [, code, modifiers = '1'] = CODED.exec(key) ?? [];
  if (!code) return key;
  const character = String.fromCodePoint(Number(code));
  if (character === '\x1b' && modifiers === '1') return character;
  if (character === '\t' && modifiers === '2') return '\x1b[Z';
  const hasControl = /^[a-z\\\]]$/.test(character) && !AMBIGUOUS.includes(character);
  return modifiers === '5' && hasControl ? String.fromCharCode(Number(code) & 31) : key;
}
/* eslint-enable no-control-regex */
