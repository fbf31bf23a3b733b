import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { monaco } from '../../monaco/monaco-setup.ts';
import type { LspSymbol } from './lsp.ts';
import { followSymbols, symbolsAround, type PathSymbol } from './symbol-path.ts';

const range = (from: number, to: number) => ({
  start: { line: from, character: 0 },
  end: { line: to, character: 1 },
});
const CLASS: LspSymbol = {
  ...{ name: 'Garden', kind: 5, range: range(1, 9) },
  selectionRange: { start: { line: 1, character: 6 }, end: { line: 1, character: 12 } },
  children: [
    { name: 'area', kind: 6, range: range(2, 4) },
    { name: 'plant', kind: 6, range: range(5, 8) },
  ],
};

test('the symbols around a place are named from the outermost one, each with the line and column of its name', () => {
  const at = (line: number) => symbolsAround([CLASS], { line, character: 0 });
  assert.deepEqual(at(6), [
    { name: 'Garden', line: 2, column: 7 },
    { name: 'plant', line: 6, column: 1 },
  ]);
  assert.deepEqual(
    at(9).map(({ name }) => name),
    ['Garden'],
  );
  assert.deepEqual(at(0), []);
});

test('a server that sends a list without a tree has the same path', () => {
  const flat = [...CLASS.children!, CLASS].map(({ name, kind, range: whole }): LspSymbol => ({
    ...{ name, kind },
    location: { uri: 'file:///a.ts', range: whole! },
  }));
  const names = symbolsAround(flat, { line: 3, character: 0 }).map(({ name }) => name);
  assert.deepEqual(names, ['Garden', 'area']);
});

/** An editor whose cursor is moved, and whose text is changed, by the test. */
function setUp() {
  let line = 7;
  const listeners: { cursor?: () => void; content?: () => void } = {};
  const editor = {
    getPosition: () => ({ lineNumber: line, column: 1 }),
    onDidChangeCursorPosition: (listener: () => void) => {
      listeners.cursor = listener;
      return { dispose: () => delete listeners.cursor };
    },
    onDidChangeModelContent: (listener: () => void) => {
      listeners.content = listener;
      return { dispose: () => delete listeners.content };
    },
  } as unknown as monaco.editor.ICodeEditor;
  const answers: PromiseWithResolvers<LspSymbol[]>[] = [];
  const paths: string[] = [];
  const stop = followSymbols(
    editor,
    () => {
      const answer = Promise.withResolvers<LspSymbol[]>();
      answers.push(answer);
      return answer.promise;
    },
    (path: PathSymbol[]) => paths.push(path.map(({ name }) => name).join('.')),
  );
  const moveTo = (next: number): void => {
    line = next;
    listeners.cursor?.();
  };
  return { answers, paths, stop, moveTo, edit: () => listeners.content?.(), listeners };
}

test('the path follows the cursor without a further request, and edits are read once after a pause', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { answers, paths, moveTo, edit, stop, listeners } = setUp();
  answers[0]!.resolve([CLASS]);
  await Promise.resolve();
  await Promise.resolve();
  moveTo(3);
  assert.deepEqual(paths, ['Garden.plant', 'Garden.area']);
  edit();
  t.mock.timers.tick(300);
  edit();
  t.mock.timers.tick(399);
  assert.equal(answers.length, 1);
  t.mock.timers.tick(1);
  assert.equal(answers.length, 2);
  stop();
  assert.deepEqual([paths.at(-1), listeners], ['', {}]);
});

test('an answer that comes after the file has been left shows nothing, and without an answer the path is empty', async () => {
  const left = setUp();
  left.stop();
  left.answers[0]!.resolve([CLASS]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(left.paths, ['']);
  const failing = setUp();
  failing.answers[0]!.reject(new Error('it has ended'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(failing.paths, ['']);
});
