// The thread that searches the text of files, so that no expression delays the panel.
import type { FileMatches, LineMatch } from '../../../shared/searches.ts';
import type { SearchPattern } from '../../../shared/search-pattern.ts';
import { insideThread } from '../../lib/thread.ts';

export interface SearchedFile {
  path: string;
  bytes: Uint8Array;
}

/** The most lines listed for one file. */
const MAX_LINES = 100;
const MAX_TEXT_CHARS = 300;
/** Characters shown before the first match in a long line. */
const CHARS_BEFORE = 60;

const { data, port } = insideThread();
const { source, flags } = data as SearchPattern;
const pattern = new RegExp(source, flags);

port.on('message', (files: SearchedFile[]) => {
  port.postMessage(files.map(search).filter(({ lines }) => lines.length > 0));
});

function search({ path, bytes }: SearchedFile): FileMatches {
  const lines: LineMatch[] = [];
  const texts = new TextDecoder().decode(bytes).split('\n');
  for (const [at, text] of texts.entries()) {
    // An expression such as `a*` also matches an empty text.
    const ranges = [...text.matchAll(pattern)].filter(([found]) => found !== '');
    if (ranges.length === 0) continue;
    if (lines.length === MAX_LINES) return { path, lines, isCut: true };
    lines.push(lineMatch(at + 1, text, ranges));
  }
  return { path, lines };
}

function lineMatch(line: number, text: string, found: RegExpExecArray[]): LineMatch {
  const first = found[0]!.index;
  const start = text.length <= MAX_TEXT_CHARS ? 0 : Math.max(0, first - CHARS_BEFORE);
  const shown = text.slice(start, start + MAX_TEXT_CHARS).trimEnd();
  const ranges = found
    .map(({ index, 0: { length } }): [number, number] => [index - start, length])
    .filter(([at]) => at < shown.length);
  return { line, text: shown, column: first + 1, ranges };
}
