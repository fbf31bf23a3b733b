// Turns places in workspace files, such as `src/app.ts:12:5`, into links in the output of a program.
import type { IBufferLine, ILink, ILinkProvider, Terminal } from '@xterm/xterm';
import { parseFilePlace, type FilePlace } from '../../markdown/links/file-place.ts';

/** Matches candidates for places. `parseFilePlace` decides. TypeScript writes `a.ts(12,5)`. */
const CANDIDATE =
  /(?<path>[^\s()'"`<>[\]{},;|=:]*[^\s()'"`<>[\]{},;|=:.])(?:\((?<line>\d+)(?:,\d+)?\)|:(?<row>\d+)(?::\d+)?)?/g;

export interface FoundPlace {
  place: FilePlace;
  /** The range of the place in the text. */
  start: number;
  end: number;
}

/** Finds the places that a line of output mentions. */
export function placesIn(text: string, workspace: string): FoundPlace[] {
  const found: FoundPlace[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const { path = '', row, line = row } = match.groups ?? {};
    const place = parseFilePlace(line ? `${path}:${line}` : path, workspace);
    if (place) found.push({ place, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

export interface FileLinks {
  workspace: () => string;
  open: (place: FilePlace) => void;
}

export function fileLinkProvider(terminal: Terminal, { workspace, open }: FileLinks): ILinkProvider {
  return {
    provideLinks(row, callback) {
      const { text, first, columns } = lineAt(terminal, row);
      callback(
        placesIn(text, workspace()).map(({ place, start, end }): ILink => ({
          range: { start: cellOf(start, first, columns), end: cellOf(end - 1, first, columns) },
          text: text.slice(start, end),
          // xterm activates a link on mouseup (see `openTerminal`).
          activate: () => setTimeout(() => open(place)),
        })),
      );
    },
  };
}

/** Returns the whole line of output that contains `row` (counted from 1), and the line's first row (from 0). */
function lineAt(terminal: Terminal, row: number): { text: string; first: number; columns: number } {
  const { active } = terminal.buffer;
  let first = row - 1;
  while (first > 0 && active.getLine(first)?.isWrapped) first -= 1;
  let text = '';
  let line: IBufferLine | undefined = active.getLine(first);
  for (let at = first; line; line = active.getLine(++at)) {
    if (at > first && !line.isWrapped) break;
    text += line.translateToString(!active.getLine(at + 1)?.isWrapped);
  }
  return { text, first, columns: terminal.cols };
}

/**
 * Returns the cell. Every character counts as one cell, so a link after wide characters is misplaced. Paths rarely
 * follow them.
 */
function cellOf(index: number, first: number, columns: number): { x: number; y: number } {
  return { x: (index % columns) + 1, y: first + Math.floor(index / columns) + 1 };
}
