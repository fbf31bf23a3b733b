// Translates keys of the page to the characters that a terminal sends for them.
import { isCommonKey } from './terminal-keys.ts';

/**
 * Returns what a terminal sends for keys in the notation of the page. Returns null for those that it cannot send, and for
 * those that a browser or a text field uses.
 */
export function bytesOf(keys: string): string | null {
  if (keys === 'Escape') return '\x1b';
  const [, mod, alt, key] = /^(Mod\+)?(Alt\+)?(.)$/.exec(keys) ?? [];
  if (!key || isCommonKey(keys)) return null;
  if (mod && !/[A-Z[\\\]^_]/.test(key)) return null;
  const typed = mod ? String.fromCharCode(key.charCodeAt(0) & 31) : key.toLowerCase();
  return alt ? `\x1b${typed}` : typed;
}
