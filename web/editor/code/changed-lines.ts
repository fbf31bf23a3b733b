// Marks what differs from an earlier text, beside the lines and on the scroll bar of an editor.
import { editsBetween, linesOf, type Edit } from '../../../shared/hunks.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import './changed-lines.css';

/** Typing a word compares once. */
const PAUSE_MS = 150;
/** In characters: comparing more would be felt while typing. */
const MAX_LENGTH = 2_000_000;

/** Follows what is typed. Returns the undo. */
export function markChangedLines(editor: monaco.editor.ICodeEditor, before: string): () => void {
  const model = editor.getModel();
  if (!model || Math.max(before.length, model.getValueLength()) > MAX_LENGTH) return () => undefined;
  const marks = editor.createDecorationsCollection();
  const old = linesOf(before.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  const mark = (): void => {
    const now = linesOf(model.getValue(monaco.editor.EndOfLinePreference.LF));
    marks.set(editsBetween(old, now).map(decorationOf));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listening = model.onDidChangeContent(() => {
    clearTimeout(timer);
    timer = setTimeout(mark, PAUSE_MS);
  });
  mark();
  return () => {
    clearTimeout(timer);
    listening.dispose();
    marks.clear();
  };
}

/** Goes to the first line of the next or previous place, and around at the end. */
export function goToChange(editor: monaco.editor.ICodeEditor, by: 1 | -1): void {
  const ranges = editor.getModel()?.getAllDecorations().filter(isMark) ?? [];
  const lines = ranges.map(({ range }) => range.startLineNumber).sort((a, b) => (a - b) * by);
  const at = editor.getPosition()?.lineNumber ?? 0;
  const line = lines.find((each) => (each - at) * by > 0) ?? lines[0];
  if (line === undefined) return;
  editor.setPosition({ lineNumber: line, column: 1 });
  editor.revealLineInCenterIfOutsideViewport(line);
}

function isMark({ options }: monaco.editor.IModelDecoration): boolean {
  return options.linesDecorationsClassName?.startsWith('changed-lines') ?? false;
}

function decorationOf(edit: Edit): monaco.editor.IModelDeltaDecoration {
  const { beforeStart, beforeEnd, afterStart, afterEnd } = edit;
  const isRemoved = afterStart === afterEnd;
  const kind = isRemoved ? 'removed' : beforeStart === beforeEnd ? 'added' : 'modified';
  // Where lines were removed, the line above is marked at its end.
  const [from, to] = isRemoved
    ? [Math.max(1, afterStart), Math.max(1, afterStart)]
    : [afterStart + 1, afterEnd];
  return {
    range: new monaco.Range(from, 1, to, 1),
    options: {
      linesDecorationsClassName: `changed-lines ${kind}${isRemoved && afterStart === 0 ? ' first' : ''}`,
      overviewRuler: {
        color: { id: `changedLines.${kind}` },
        position: monaco.editor.OverviewRulerLane.Left,
      },
    },
  };
}
