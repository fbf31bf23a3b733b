import '../../monaco/fixtures/page.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { monaco } from '../../monaco/monaco-setup.ts';
import { followRuns, type RunPlace } from './line-runs.ts';

const LINE = 20;

/** An editor of 100 px with lines of 20 px. */
function openEditor() {
  let decorations: { range: monaco.Range }[] = [];
  const listeners = new Set<() => void>();
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
  const editor = {
    scrollTop: 0,
    createDecorationsCollection: (created: typeof decorations) => {
      decorations = created;
      return { getRanges: () => decorations.map(({ range }) => range), clear: () => (decorations = []) };
    },
    getLayoutInfo: () => ({ height: 100 }),
    getScrollTop: (): number => editor.scrollTop,
    getTopForLineNumber: (line: number) => (line - 1) * LINE,
    getBottomForLineNumber: (line: number) => line * LINE,
    onDidScrollChange: listen,
    onDidLayoutChange: listen,
    onDidContentSizeChange: listen,
  };
  const scrollTo = (top: number): void => {
    editor.scrollTop = top;
    for (const listener of listeners) listener();
  };
  return { editor: editor as unknown as monaco.editor.ICodeEditor, scrollTo, left: () => decorations.length };
}

test('each run is beside its own lines, only as far as they are in sight', () => {
  const { editor, scrollTo, left } = openEditor();
  let places: RunPlace[] = [];
  const end = followRuns(editor, [2, 1, 4], (found) => (places = found));
  assert.deepEqual(places, [
    { at: 0, top: 0, height: 40 },
    { at: 1, top: 40, height: 20 },
    { at: 2, top: 60, height: 80 },
  ]);
  scrollTo(30);
  assert.deepEqual(places[0], { at: 0, top: 0, height: 10 }, 'the rest of a run that begins above');
  scrollTo(40);
  assert.deepEqual(
    places.map(({ at }) => at),
    [1, 2],
    'a run that ends at the upper edge is out of sight',
  );
  end();
  places = [];
  scrollTo(0);
  assert.deepEqual([places, left()], [[], 0]);
});
