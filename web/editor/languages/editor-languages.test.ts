import '../../monaco/fixtures/page.ts';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { FileProblems } from '../../../shared/languages.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';
import { showInLanguages, type EditorLanguages } from './editor-languages.ts';
import { languagesOf } from './language-client.svelte.ts';
import { inLine } from './fixtures/one-server.ts';

const openers: monaco.editor.ICodeEditorOpener[] = [];
mock.method(monaco.editor, 'registerEditorOpener', (opener: monaco.editor.ICodeEditorOpener) => {
  openers.push(opener);
  return { dispose: () => undefined };
});
const disposed: string[] = [];
const offered: string[] = [];
for (const name of ['registerHoverProvider', 'registerDefinitionProvider'] as const)
  mock.method(monaco.languages, name, (language: string) => {
    offered.push(`${name} ${language}`);
    return { dispose: () => disposed.push(name) };
  });

const showed: unknown[] = [];
let count = 0;

/** A file in the editor, in a workspace of its own, whose server can do this. */
function open(capabilities: object | null = {}) {
  const workspace = `/w${(count += 1)}`;
  const agent = { view: { workspace }, path: '/a', api: {} } as unknown as Agent;
  const client = languagesOf(agent, workspace);
  const problems: FileProblems[] = [];
  const listeners: (() => void)[] = [];
  Object.defineProperties(client, {
    problems: { get: () => [...problems] },
    open: { value: () => () => undefined },
    onChange: { value: (listener: () => void) => listeners.push(listener) },
    serversFor: {
      value: () => [{ id: `server ${workspace}`, state: 'ready', capabilities: server.capabilities }],
    },
  });
  const server = { capabilities };
  const page = {
    agent,
    workbench: {
      editorOptions: { now: { formatsOnSave: false } },
      showFile: (...asked: unknown[]) => showed.push(asked),
    },
    toasts: {},
  } as unknown as EditorLanguages;
  const model = monaco.editor.createModel('area()\n', 'typescript');
  const file = { path: 'a.ts' } as OpenFile;
  showInLanguages(page, file, model);
  const change = (): void => listeners.forEach((listener) => listener());
  const markers = () => monaco.editor.getModelMarkers({ resource: model.uri });
  return { page, file, model, problems, server, change, markers, listeners };
}

const problem = (message: string, more: object = {}) => ({
  ...{ range: inLine(0, 4), severity: 2, message, source: null, code: null },
  ...more,
});
const found = (path: string, ...problems: object[]): FileProblems =>
  ({ path, server: 'ts', problems }) as unknown as FileProblems;

test('the problems of a file are marked in it, with who found them, and those of other files are not', () => {
  const { problems, change, markers } = open();
  problems.push(
    found('a.ts', problem('Unused.', { source: 'ts', code: '6133', severity: 4 }), problem('Odd.')),
    found('b.ts', problem('Elsewhere.')),
  );
  change();
  const { MarkerSeverity } = monaco;
  assert.deepEqual(
    markers().map(({ message, severity, source, code, endColumn }) => [
      message,
      severity,
      source,
      code,
      endColumn,
    ]),
    [
      ['Unused.', MarkerSeverity.Hint, 'ts', '6133', 5],
      ['Odd.', MarkerSeverity.Warning, undefined, undefined, 5],
    ],
  );
});

test('a problem that is solved is no longer marked', () => {
  const { problems, change, markers } = open();
  problems.push(found('a.ts', problem('Odd.')));
  change();
  problems[0] = found('a.ts', problem('Other.'));
  change();
  assert.deepEqual(
    markers().map(({ message }) => message),
    ['Other.'],
  );
  problems.length = 0;
  change();
  assert.deepEqual(markers(), []);
});

test('what a server can do is offered once, and anew when it can do something else', () => {
  offered.length = disposed.length = 0;
  const { server, change } = open({ hoverProvider: true, definitionProvider: false, renameProvider: null });
  assert.deepEqual(offered, ['registerHoverProvider typescript']);
  server.capabilities = { hoverProvider: true, definitionProvider: false, renameProvider: null };
  change();
  assert.deepEqual([offered.length, disposed], [1, []]);
  server.capabilities = { definitionProvider: {} };
  change();
  assert.deepEqual(
    [offered.at(-1), disposed],
    ['registerDefinitionProvider typescript', ['registerHoverProvider']],
  );
});

test('a server that has not started yet offers nothing', () => {
  offered.length = 0;
  open(null);
  assert.deepEqual(offered, []);
});

test('a second file of the workspace does not listen again, and the places of all are opened by one opener', () => {
  const { page, listeners } = open();
  showInLanguages(page, { path: 'b.ts' } as OpenFile, monaco.editor.createModel('', 'typescript'));
  assert.deepEqual([listeners.length, openers.length], [1, 1]);
});

test('a file is formatted before it is saved only if the user wants that', async () => {
  const { file, page } = open({ documentFormattingProvider: true });
  const client = languagesOf(page.agent, page.agent.view!.workspace);
  const { mock: asked } = mock.method(client, 'ask', () => Promise.resolve(null));
  await file.beforeSave!();
  assert.equal(asked.callCount(), 0);
  Object.assign(page.workbench.editorOptions.now, { formatsOnSave: true });
  await file.beforeSave!();
  assert.equal(asked.callCount(), 1);
});

/** Follows a link of the editor from `from` to a place. */
async function follow(from: monaco.editor.ITextModel, to: monaco.Uri, place?: object) {
  showed.length = 0;
  const source = { getModel: () => from } as unknown as monaco.editor.ICodeEditor;
  const isOpened = await openers[0]!.openCodeEditor(source, to, place as never);
  return [isOpened, ...showed];
}

test('a place in another file is opened as a preview, with what is there selected', async () => {
  const { model } = open();
  const uri = monaco.Uri.file('/lib/b.ts');
  const range = { startLineNumber: 3, startColumn: 5, endLineNumber: 3, endColumn: 9 };
  const at = (line: number, column: number, length: number) => [
    true,
    ['lib/b.ts', { line, match: { column, length }, isPreview: true }],
  ];
  assert.deepEqual(await follow(model, uri, range), at(3, 5, 4));
  assert.deepEqual(await follow(model, uri, { ...range, endLineNumber: 4 }), at(3, 5, 0));
  assert.deepEqual(await follow(model, uri, { lineNumber: 7, column: 2 }), at(7, 2, 0));
  assert.deepEqual(await follow(model, uri), [true, ['lib/b.ts', { isPreview: true }]]);
});

test('within the file that is shown, the editor moves itself', async () => {
  const { model } = open();
  assert.deepEqual(await follow(model, model.uri, { lineNumber: 1, column: 1 }), [false]);
});

test('another open file is opened by its path, whatever its model is called', async () => {
  const [one, other] = [open(), open()];
  assert.deepEqual(await follow(one.model, other.model.uri), [true, ['a.ts', { isPreview: true }]]);
});
