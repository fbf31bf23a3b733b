// Marks the lines that differ from an earlier text, beside those lines and on the editor's scroll bar.
import { editsBetween, linesOf, type Edit } from '../../../shared/hunks.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import './changed-lines.css';

/** How long typing must pause before the texts are compared. */
const PAUSE_MS = 150;
/** In characters. Comparing longer texts would slow down typing. */
const MAX_CHARS = 2_000_000;

/**
 * Marks the lines that differ from `before`, and updates the marks while the user types. Returns a cleanup function.
 */
export function markChangedLines(editor: monaco.editor.ICodeEditor, before: string): () => void {
  const model = editor.getModel();
  if (!model || Math.max(before.length, model.getValueLength()) > MAX_CHARS) return () => undefined;
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

/** Moves the cursor to the next or previous change; wraps around after the last one. */
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
  // Removed lines are marked at the end of the line above them.
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
