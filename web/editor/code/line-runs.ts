// Tracks where runs of successive lines are on the screen while the user scrolls and edits.
import { monaco } from '../../monaco/monaco-setup.ts';

/** The position of one run, in px from the top of the editor. */
export interface RunPlace {
  /** The index of the run. */
  at: number;
  top: number;
  height: number;
}

/**
 * Reports the positions of the visible runs. `lengths` are the lengths of the runs in lines; the first run begins at
 * line 1. Returns a cleanup function.
 */
export function followRuns(
  editor: monaco.editor.ICodeEditor,
  lengths: readonly number[],
  onPlaces: (places: RunPlace[]) => void,
): () => void {
  let line = 1;
  // Decorations are used because Monaco moves them with their lines.
  const runs = editor.createDecorationsCollection(
    lengths.map((length) => {
      const range = new monaco.Range(line, 1, line + length - 1, Infinity);
      line += length;
      return { range, options: {} };
    }),
  );
  const update = (): void => {
    const { height } = editor.getLayoutInfo();
    const scrolled = editor.getScrollTop();
    const places = runs.getRanges().flatMap((range, at): RunPlace[] => {
      const top = editor.getTopForLineNumber(range.startLineNumber) - scrolled;
      const end = editor.getBottomForLineNumber(range.endLineNumber) - scrolled;
      return end <= 0 || top >= height ? [] : [{ at, top: Math.max(0, top), height: end - Math.max(0, top) }];
    });
    onPlaces(places);
  };
  const listeners = [
    editor.onDidScrollChange(update),
    editor.onDidLayoutChange(update),
    editor.onDidContentSizeChange(update),
  ];
  update();
  return () => {
    for (const listener of listeners) listener.dispose();
    runs.clear();
  };
}
