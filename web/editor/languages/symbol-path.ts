// The symbols around the cursor, from the outermost to the innermost, such as a class and its method.
import type { LspPosition, LspRange } from '../../../shared/languages.ts';
import type { monaco } from '../../monaco/monaco-setup.ts';
import { positionOf, type LspSymbol } from './lsp.ts';

export interface PathSymbol {
  name: string;
  /** Both from 1. */
  line: number;
  column: number;
}

/** The pause in typing before the symbols are read again, in ms. */
const PAUSE_MS = 400;

/**
 * Calls `onPath` now, whenever the cursor moves, and after edits. `read` asks the server; when it rejects, nothing is
 * known. Returns a cleanup function.
 */
export function followSymbols(
  editor: monaco.editor.ICodeEditor,
  read: (signal: AbortSignal) => Promise<readonly LspSymbol[] | null>,
  onPath: (path: PathSymbol[]) => void,
): () => void {
  let symbols: readonly LspSymbol[] = [];
  let reading = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    const cursor = editor.getPosition();
    onPath(cursor ? symbolsAround(symbols, positionOf(cursor)) : []);
  };
  const readAgain = async (): Promise<void> => {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    // The list of problems says why a server does not answer.
    const found = await read(signal).catch(() => null);
    if (signal.aborted) return;
    symbols = found ?? [];
    show();
  };
  const listeners = [
    editor.onDidChangeCursorPosition(show),
    editor.onDidChangeModelContent(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void readAgain(), PAUSE_MS);
    }),
  ];
  void readAgain();
  return () => {
    clearTimeout(timer);
    reading.abort();
    for (const listener of listeners) listener.dispose();
    onPath([]);
  };
}

/** `symbols`: as a tree, or as a list in which each has its place. */
export function symbolsAround(symbols: readonly LspSymbol[], cursor: LspPosition): PathSymbol[] {
  const around = (all: readonly LspSymbol[]): LspSymbol[] =>
    all.filter((one) => isIn(cursor, wholeOf(one))).flatMap((one) => [one, ...around(one.children ?? [])]);
  return around(symbols)
    .sort((a, b) => compare(wholeOf(a).start, wholeOf(b).start) || compare(wholeOf(b).end, wholeOf(a).end))
    .map((one) => {
      const { line, character } = (one.selectionRange ?? wholeOf(one)).start;
      return { name: one.name, line: line + 1, column: character + 1 };
    });
}

const NOWHERE: LspRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const wholeOf = ({ range, location }: LspSymbol): LspRange => range ?? location?.range ?? NOWHERE;

const compare = (a: LspPosition, b: LspPosition): number => a.line - b.line || a.character - b.character;

const isIn = (place: LspPosition, { start, end }: LspRange): boolean =>
  compare(start, place) <= 0 && compare(place, end) <= 0 && compare(start, end) < 0;
