// The parts of the Language Server Protocol (3.17) that the editor reads, and their places in Monaco, which counts lines
// and columns from 1.
import type { IPosition, IRange, languages } from 'monaco-editor/editor';
import type { LspPosition, LspRange } from '../../../shared/languages.ts';

export interface LspEdit {
  range: LspRange;
  newText: string;
}

interface LspMarkup {
  kind?: string;
  language?: string;
  value: string;
}

export type LspText = string | LspMarkup;

export interface LspLocation {
  uri: string;
  range: LspRange;
}

/** A file that is created, renamed or deleted has `kind`. */
export interface LspWorkspaceEdit {
  changes?: Record<string, LspEdit[]>;
  documentChanges?: ({ textDocument: { uri: string }; edits: LspEdit[] } | { kind: string })[];
}

export interface LspSymbol {
  name: string;
  detail?: string;
  kind: number;
  range?: LspRange;
  selectionRange?: LspRange;
  children?: LspSymbol[];
  location?: LspLocation;
  containerName?: string;
}

export interface LspCompletion {
  label: string;
  kind?: number;
  detail?: string;
  documentation?: LspText;
  sortText?: string;
  filterText?: string;
  preselect?: boolean;
  insertText?: string;
  insertTextFormat?: number;
  textEdit?: LspEdit | { newText: string; insert: LspRange; replace: LspRange };
  textEditText?: string;
  additionalTextEdits?: LspEdit[];
  commitCharacters?: string[];
  tags?: number[];
}

export interface LspCompletions {
  isIncomplete: boolean;
  items: LspCompletion[];
}

export interface LspAction {
  title: string;
  kind?: string;
  edit?: LspWorkspaceEdit;
  isPreferred?: boolean;
  disabled?: { reason: string };
  data?: unknown;
  /** Present in a bare command, and in an action that only runs one. */
  command?: unknown;
}

export interface LspSignatures {
  signatures: {
    label: string;
    documentation?: LspText;
    parameters?: { label: string | [number, number]; documentation?: LspText }[];
    activeParameter?: number;
  }[];
  activeSignature?: number;
  activeParameter?: number;
}

export function positionOf({ lineNumber, column }: IPosition): LspPosition {
  return { line: lineNumber - 1, character: column - 1 };
}

export function rangeOf(range: IRange): LspRange {
  return {
    start: { line: range.startLineNumber - 1, character: range.startColumn - 1 },
    end: { line: range.endLineNumber - 1, character: range.endColumn - 1 },
  };
}

export function monacoRange({ start, end }: LspRange): IRange {
  return {
    ...{ startLineNumber: start.line + 1, startColumn: start.character + 1 },
    ...{ endLineNumber: end.line + 1, endColumn: end.character + 1 },
  };
}

export function monacoEdit({ range, newText }: LspEdit): languages.TextEdit {
  return { range: monacoRange(range), text: newText };
}

/** Links in what a server explains are not followed, and HTML is never rendered: Monaco's defaults for such a text. */
export function markdownOf(text: LspText): { value: string } {
  if (typeof text === 'string') return { value: text };
  if (text.language !== undefined) return fenced(text.language, text.value);
  return text.kind === 'plaintext' ? fenced('', text.value) : { value: text.value };
}

function fenced(language: string, text: string): { value: string } {
  const ticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return { value: `${ticks}${language}\n${text}\n${ticks}` };
}

/** Applies edits, which do not overlap, to a text whose lines end with "\n". */
export function applyEdits(text: string, edits: readonly LspEdit[]): string {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  const offsetOf = ({ line, character }: LspPosition): number =>
    Math.min((starts[line] ?? text.length) + character, starts[line + 1] ?? text.length + 1, text.length);
  const sorted = edits
    .map(({ range, newText }, at) => ({ from: offsetOf(range.start), to: offsetOf(range.end), newText, at }))
    .sort((a, b) => a.from - b.from || a.at - b.at);
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, newText } of sorted) {
    parts.push(text.slice(done, Math.max(done, from)), newText);
    done = Math.max(done, to);
  }
  return parts.join('') + text.slice(done);
}

/** Returns the edits of each file. Null if files would be created, renamed or deleted, which the editor does not do. */
export function editsByUri(edit: LspWorkspaceEdit): Map<string, LspEdit[]> | null {
  const all = new Map<string, LspEdit[]>();
  const add = (uri: string, edits: LspEdit[]): unknown => all.set(uri, [...(all.get(uri) ?? []), ...edits]);
  for (const change of edit.documentChanges ?? []) {
    if ('kind' in change) return null;
    add(change.textDocument.uri, change.edits);
  }
  if (!edit.documentChanges) for (const [uri, edits] of Object.entries(edit.changes ?? {})) add(uri, edits);
  return all;
}
