// The drawings of extensions, as lines of a terminal: screens that take keys, and parts such as a footer. A frame
// travels as the difference to the one before it.
/**
 * `screen` and `overlay` have the keyboard: both come from `ctx.ui.custom()`, and appear in place of the editor or
 * above everything. `editor` replaces pi's own. The others take no keys.
 */
export type DrawnKind = 'screen' | 'overlay' | 'editor' | 'header' | 'footer' | 'widgetAbove' | 'widgetBelow';

export interface Drawn {
  /** Made by the panel's extension. One pi never uses an id twice. */
  id: string;
  kind: DrawnKind;
  /** For display: the file or folder of its extension, if that is known. */
  by?: string;
  /** The key of a widget. */
  key?: string;
  /** Text with ANSI colors, at most as wide as the screen. */
  lines: string[];
  screen: ScreenState;
}

/** The terminal that the extension draws for, apart from its text. */
export interface ScreenState {
  columns: number;
  rows: number;
  cursor?: Cursor;
  /** Whether the extension asked for the mouse. */
  hasMouse?: boolean;
  /** Whether the extension asked for released keys, not only for pressed ones. */
  wantsReleases?: boolean;
  /** Whether an overlay leaves the keyboard to what is below it. */
  isPassive?: boolean;
  /** Whether it has the keyboard and does not change by itself, so that the user is expected to type. */
  isWaiting?: boolean;
  /** For an overlay, which part of the terminal its lines are. */
  box?: Box;
  /** The number of lines above the first one that were not sent, because a frame is limited in height. */
  omitted?: number;
}

export interface Cursor {
  /** Index into the lines. */
  row: number;
  column: number;
}

export interface Box {
  row: number;
  column: number;
  columns: number;
  rows: number;
}

/** In line `row`, replaces `removed` UTF-16 units from `start` on with `text`. */
export type LineChange = [row: number, start: number, removed: number, text: string];

/** The next frame, as the changes to the one before. */
export interface Frame {
  id: string;
  /** The number of lines in this frame. */
  count: number;
  changes?: LineChange[];
  screen?: ScreenState;
}

/** Whether it has the keyboard. The others are parts of the page. */
export function takesKeys({ kind }: Drawn): boolean {
  return kind === 'screen' || kind === 'overlay' || kind === 'editor';
}

/** Returns the screen that has waited for the user the longest. */
export function waitingScreen(drawn: readonly Drawn[]): Drawn | undefined {
  return drawn.find(({ screen }) => screen.isWaiting);
}

/** The most that may be open at once; more are refused. */
export const MAX_DRAWN = 40;
/** The most lines of one frame. Only the last lines of a taller frame are shown, as in a terminal. */
export const MAX_DRAWN_LINES = 300;
/** The most UTF-16 units of one line. */
export const MAX_DRAWN_LINE = 8 * 1024;

/**
 * Two changes of a line are merged if fewer equal units than this are between them, because sending those costs less
 * than a second change.
 */
const MIN_GAP = 12;

/** Returns the changes that turn `before` into `after`. The number of lines is not part of them. */
export function changesBetween(before: readonly string[], after: readonly string[]): LineChange[] {
  return after.flatMap((text, row): LineChange[] => {
    const old = before[row] ?? '';
    if (old === text) return [];
    return old.length === text.length ? changedParts(row, old, text) : [changedMiddle(row, old, text)];
  });
}

/** Returns one change: the part between the common beginning and the common end. */
function changedMiddle(row: number, old: string, text: string): LineChange {
  const shorter = Math.min(old.length, text.length);
  let start = 0;
  while (start < shorter && old.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)
  )
    end += 1;
  return [row, start, old.length - start - end, text.slice(start, text.length - end)];
}

/**
 * Returns several changes for lines of the same length, as in a game, where several things move and most stays the
 * same.
 */
function changedParts(row: number, old: string, text: string): LineChange[] {
  const parts: LineChange[] = [];
  let start = -1;
  let end = -1;
  const add = (): void => {
    if (start >= 0) parts.push([row, start, end - start, text.slice(start, end)]);
  };
  for (let at = 0; at < text.length; at += 1) {
    if (old.charCodeAt(at) === text.charCodeAt(at)) continue;
    if (start < 0 || at - end >= MIN_GAP) {
      add();
      start = at;
    }
    end = at + 1;
  }
  add();
  return parts;
}

export function applyChanges(
  before: readonly string[],
  changes: readonly LineChange[],
  count: number,
): string[] {
  const lines = Array.from({ length: Math.min(count, MAX_DRAWN_LINES) }, (_, row) => before[row] ?? '');
  for (const [row, start, removed, text] of changes) {
    const old = lines[row];
    if (old !== undefined) lines[row] = old.slice(0, start) + text + old.slice(start + removed);
  }
  return lines;
}
