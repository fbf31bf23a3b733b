// Turns places in workspace files, such as `src/app.ts:12:5`, into links in the output of a program.
import type { IBuffer, IBufferCellPosition, IBufferLine, ILink, ILinkProvider, Terminal } from '@xterm/xterm';
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
  /** The folder of the paths; null if its files cannot be opened now. */
  workspace: () => string | null;
  open: (place: FilePlace) => void;
}

export function fileLinkProvider(terminal: Terminal, { workspace, open }: FileLinks): ILinkProvider {
  return {
    provideLinks(row, callback) {
      const folder = workspace();
      if (folder === null) return callback(undefined);
      const { text, cells } = lineAt(terminal.buffer.active, row - 1);
      callback(
        placesIn(text, folder).map(({ place, start, end }): ILink => ({
          range: { start: cells[start]!.start, end: cells[end - 1]!.end },
          text: text.slice(start, end),
          // xterm activates a link on mouseup (see `openTerminal`).
          activate: () => setTimeout(() => open(place)),
        })),
      );
    },
  };
}

interface Line {
  text: string;
  /** The first and the last cell of each UTF-16 code unit of the text, counted from 1 as links count. */
  cells: { start: IBufferCellPosition; end: IBufferCellPosition }[];
}

/** Returns the whole line of output that contains a row, which is counted from 0. */
export function lineAt(buffer: Pick<IBuffer, 'getLine'>, row: number): Line {
  let first = row;
  while (first > 0 && buffer.getLine(first)?.isWrapped) first -= 1;
  const cells: Line['cells'] = [];
  let text = '';
  let line = buffer.getLine(first);
  for (let at = first; line && (at === first || line.isWrapped); line = buffer.getLine(++at)) {
    for (let x = 0; x < line.length; x++) {
      const cell = line.getCell(x)!;
      const width = cell.getWidth();
      // The second half of a wide character, or the cell at the end of a row that is too narrow for one.
      if (
        width === 0 ||
        (cell.getCode() === 0 && x === line.length - 1 && continuesWide(buffer.getLine(at + 1)))
      )
        continue;
      const characters = cell.getChars() || ' ';
      text += characters;
      const place = { start: { x: x + 1, y: at + 1 }, end: { x: x + width, y: at + 1 } };
      for (let unit = 0; unit < characters.length; unit++) cells.push(place);
    }
  }
  return { text, cells };
}

function continuesWide(next: IBufferLine | undefined): boolean {
  return next !== undefined && next.isWrapped && next.getCell(0)?.getWidth() === 2;
}
