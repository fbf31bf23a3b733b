// The size of the terminal that extensions draw for: that of the page that was used last, which shows all agents. A pi
// that starts gets it as a variable, so that extensions know it before they draw anything.
import {
  CLIPBOARD_VARIABLE,
  DEFAULT_SIZE,
  TERMINAL_VARIABLE,
  type PageSize,
} from '../../../shared/companion.ts';

/** A smaller terminal is useless, and a larger one costs more without showing more. */
const COLUMNS = { least: 20, most: 300 };
const ROWS = { least: 5, most: 120 };

let last: PageSize | null = null;

/** Returns the last size of all pages, or the usual one until a page has reported its own. */
export function lastSize(): PageSize {
  return last ?? DEFAULT_SIZE;
}

export function isSizeKnown(): boolean {
  return last !== null;
}

/** Limits the size, and remembers it for the agents that start later. */
export function useSize({ columns, rows, overlayRows }: PageSize): PageSize {
  last = {
    columns: within(columns, COLUMNS),
    rows: within(rows, ROWS),
    ...(overlayRows !== undefined && { overlayRows: within(overlayRows, ROWS) }),
  };
  return last;
}

/**
 * Returns the variables by which pi and extensions know of the page. Without a size, extensions draw nothing until the
 * panel sends one.
 */
export function pageEnvironment(): Record<string, string> {
  return { [CLIPBOARD_VARIABLE]: '1', ...(last && { [TERMINAL_VARIABLE]: JSON.stringify(last) }) };
}

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, Math.round(value)));
}
