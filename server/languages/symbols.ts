// The symbols of a whole workspace by their names, as its language servers know them.
import type { FoundSymbol } from '../../shared/languages.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { pathIn } from './client-words.ts';

/** As many rows as the palette shows. */
export const MAX_SYMBOLS = 80;
const MAX_NAME = 200;

/** Reads the result of `workspace/symbol`. Symbols outside of the folder are left out. */
export function parseSymbols(result: unknown, folder: string): FoundSymbol[] {
  return Array.isArray(result) ? result.flatMap((one) => parseSymbol(one, folder) ?? []) : [];
}

function parseSymbol(value: unknown, folder: string): FoundSymbol | null {
  const { name, containerName, location } = (value ?? {}) as Record<string, unknown>;
  const { uri, range } = (location ?? {}) as { uri?: unknown; range?: { start?: Record<string, unknown> } };
  const place = typeof uri === 'string' ? pathIn(folder, uri) : null;
  if (typeof name !== 'string' || place === null) return null;
  const { line, character } = range?.start ?? {};
  return {
    name: cutText(name, MAX_NAME),
    container: typeof containerName === 'string' ? cutText(containerName, MAX_NAME) : '',
    path: place,
    line: typeof line === 'number' ? line + 1 : 1,
    column: typeof character === 'number' ? character + 1 : 1,
  };
}
