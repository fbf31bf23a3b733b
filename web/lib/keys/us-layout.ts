// What the keys of a US keyboard type, without and with Shift, by their codes. Terminals report these beside the keys
// of the user's own layout, so that shortcuts also work with, for instance, Cyrillic letters.

const ROWS: readonly (readonly [code: string, base: string, shifted: string])[] = [
  ['Backquote', '`', '~'],
  ['Minus', '-', '_'],
  ['Equal', '=', '+'],
  ['BracketLeft', '[', '{'],
  ['BracketRight', ']', '}'],
  ['Backslash', '\\', '|'],
  ['Semicolon', ';', ':'],
  ['Quote', "'", '"'],
  ['Comma', ',', '<'],
  ['Period', '.', '>'],
  ['Slash', '/', '?'],
  ['Space', ' ', ' '],
];

export const US_KEYS: Readonly<Record<string, readonly [base: string, shifted: string]>> = Object.fromEntries(
  [
    ...ROWS.map(([code, base, shifted]) => [code, [base, shifted]] as const),
    ...[...'abcdefghijklmnopqrstuvwxyz'].map(
      (letter) => [`Key${letter.toUpperCase()}`, [letter, letter.toUpperCase()]] as const,
    ),
    ...[...')!@#$%^&*('].map((shifted, digit) => [`Digit${digit}`, [String(digit), shifted]] as const),
  ],
);
