// The marks of changed lines, in a real model without an editor.
import '../../monaco/fixtures/page.ts';
import assert from 'node:assert/strict';
import { mock, test, type TestContext } from 'node:test';
import { monaco } from '../../monaco/monaco-setup.ts';
import { goToChange, markChangedLines } from './changed-lines.ts';

const LINES = ['one', 'two', 'three', 'four', 'five'];

/** An editor with this text, whose cursor is in `line`. */
function open(t: TestContext, text: string, line = 1) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const model = monaco.editor.createModel(text, 'plaintext');
  t.after(() => model.dispose());
  let ids: string[] = [];
  const at = { lineNumber: line };
  const set = (marks: monaco.editor.IModelDeltaDecoration[]): void => {
    ids = model.deltaDecorations(ids, marks);
  };
  const editor = {
    getModel: () => model,
    createDecorationsCollection: () => ({ set, clear: () => set([]) }),
    getPosition: () => at,
    setPosition: ({ lineNumber }: monaco.IPosition) => (at.lineNumber = lineNumber),
    revealLineInCenterIfOutsideViewport: () => undefined,
  } as unknown as monaco.editor.ICodeEditor;
  const marks = (): string[] =>
    model.getAllDecorations().map(({ range, options }) => {
      const kind = options.linesDecorationsClassName?.replace('changed-lines ', '');
      return `${kind} ${range.startLineNumber}-${range.endLineNumber}`;
    });
  const step = (by: 1 | -1): number => {
    goToChange(editor, by);
    return at.lineNumber;
  };
  return { editor, model, marks, step };
}

const markedIn = (t: TestContext, before: string[], after: string[]): string[] => {
  const { editor, marks } = open(t, after.join('\n'));
  markChangedLines(editor, before.join('\n'));
  return marks();
};

test('added and changed lines are marked as such, and removed ones at the end of the line above them', (t) => {
  assert.deepEqual(markedIn(t, LINES, LINES), []);
  assert.deepEqual(markedIn(t, LINES, ['one', 'new', 'more', ...LINES.slice(1)]), ['added 2-3']);
  assert.deepEqual(markedIn(t, LINES, LINES.with(1, 'TWO')), ['modified 2-2']);
  assert.deepEqual(markedIn(t, LINES, LINES.toSpliced(1, 2)), ['removed 1-1']);
  assert.deepEqual(markedIn(t, LINES, LINES.slice(2)), ['removed first 1-1']);
});

test('other line endings and a byte order mark are no changed lines', (t) => {
  const { editor, marks } = open(t, LINES.join('\n'));
  markChangedLines(editor, `\uFEFF${LINES.join('\r\n')}`);
  assert.deepEqual(marks(), []);
});

test('the marks follow what is typed once typing pauses, and are gone at the end', (t) => {
  const { editor, model, marks } = open(t, LINES.join('\n'));
  const stop = markChangedLines(editor, LINES.join('\n'));
  model.setValue(LINES.with(0, 'ONE').join('\n'));
  assert.deepEqual(marks(), []);
  mock.timers.tick(150);
  assert.deepEqual(marks(), ['modified 1-1']);
  model.setValue('another');
  stop();
  mock.timers.tick(150);
  assert.deepEqual(marks(), []);
});

test('a text that takes too long to compare has no marks', (t) => {
  const { editor, marks } = open(t, 'x');
  markChangedLines(editor, 'y'.repeat(2_000_001))();
  assert.deepEqual(marks(), []);
});

test('the next and the previous change are gone to, around both ends', (t) => {
  const { editor, step } = open(t, ['ONE', ...LINES.slice(1, 3), 'FOUR', 'five'].join('\n'), 2);
  markChangedLines(editor, LINES.join('\n'));
  assert.deepEqual([step(1), step(1), step(1), step(-1), step(-1)], [4, 1, 4, 1, 4]);
});

test('without a change the cursor stays, and marks of others are none', (t) => {
  const { model, step } = open(t, LINES.join('\n'), 2);
  const options = { linesDecorationsClassName: 'problem' };
  model.deltaDecorations([], [{ range: new monaco.Range(4, 1, 4, 1), options }]);
  assert.equal(step(1), 2);
});
