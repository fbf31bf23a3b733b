// The keys that a phone's keyboard does not have, for programs in a shell.

export interface ExtraKey {
  /** What its button shows. */
  sign: string;
  bytes: string;
}

export const EXTRA_KEYS: readonly ExtraKey[] = [
  { sign: 'Esc', bytes: '\x1b' },
  { sign: 'Tab', bytes: '\t' },
  { sign: '↑', bytes: '\x1b[A' },
  { sign: '↓', bytes: '\x1b[B' },
  { sign: '←', bytes: '\x1b[D' },
  { sign: '→', bytes: '\x1b[C' },
  { sign: '|', bytes: '|' },
  { sign: '~', bytes: '~' },
  { sign: '/', bytes: '/' },
  { sign: '-', bytes: '-' },
];

/** Returns what a key types together with Ctrl and Alt; unchanged if Ctrl has no meaning with it. */
export function withModifiers(text: string, { ctrl, alt }: { ctrl: boolean; alt: boolean }): string {
  const code = text.length === 1 ? text.toUpperCase().charCodeAt(0) : NaN;
  // @ to _ are the control characters 0 to 31.
  const typed = ctrl && code >= 64 && code <= 95 ? String.fromCharCode(code - 64) : text;
  return alt ? `\x1b${typed}` : typed;
}
