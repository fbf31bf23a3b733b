// Reports what the document writes to the console as errors and warnings, and what fails in it.
import type { ConsoleEntry, ConsoleLevel, FrameMessage } from '../../../shared/frames.ts';

/** In ms. */
const PAUSE = 250;
/** Of one report; the totals count all. */
const MOST_ENTRIES = 20;
const MOST_CHARACTERS = 2000;

/** What a frame in the document has seen since it said so last. */
export type Counted = Omit<Extract<FrameMessage, { type: 'console' }>, 'type'>;

export interface ConsoleWatch {
  /** Reports what has been seen so far. */
  report: () => void;
  add: (counted: Counted) => void;
}

/** `say` returns whether somebody hears it. */
export function watchConsole(say: (message: FrameMessage) => boolean): ConsoleWatch {
  const counts = { error: 0, warning: 0 };
  let entries: ConsoleEntry[] = [];
  let isWaiting = false;

  function report(): void {
    isWaiting = false;
    if (say({ type: 'console', errors: counts.error, warnings: counts.warning, entries })) entries = [];
  }

  function add({ errors, warnings, entries: seen }: Counted): void {
    counts.error += errors;
    counts.warning += warnings;
    entries.push(...seen.slice(0, MOST_ENTRIES - entries.length));
    reportSoon();
  }

  function reportSoon(): void {
    if (!isWaiting) setTimeout(report, PAUSE);
    isWaiting = true;
  }

  function note(level: ConsoleLevel, text: string): void {
    counts[level] += 1;
    if (entries.length < MOST_ENTRIES) entries.push({ level, text: text.slice(0, MOST_CHARACTERS) });
    reportSoon();
  }

  for (const [method, level] of [
    ['error', 'error'],
    ['warn', 'warning'],
  ] as const) {
    // The document's own console, not one of this page.
    const { console: own } = window;
    const original = own[method].bind(own);
    own[method] = (...values: unknown[]) => {
      original(...values);
      note(level, values.map(textOf).join(' '));
    };
  }
  // In the capture phase, because a file that fails to load tells only its own element.
  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (event instanceof ErrorEvent) note('error', `${event.message}${placeOf(event)}`);
      else if (target instanceof Element) note('error', `Failed to load ${addressOf(target)}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => note('error', `Unhandled: ${textOf(reason)}`));
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
    note('error', `Blocked ${blockedURI || 'inline code'} (${effectiveDirective})`),
  );
  return { report, add };
}

function placeOf({ filename, lineno, colno }: ErrorEvent): string {
  return filename ? ` (${filename}:${lineno}:${colno})` : '';
}

function addressOf(element: Element): string {
  return element.getAttribute('src') ?? element.getAttribute('href') ?? element.tagName.toLowerCase();
}

function textOf(value: unknown): string {
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  if (typeof value === 'object' && value !== null) {
    try {
      return JSON.stringify(value).slice(0, MOST_CHARACTERS);
    } catch {
      // Such as a circle, or a window of another origin.
      return Object.prototype.toString.call(value);
    }
  }
  return String(value);
}
