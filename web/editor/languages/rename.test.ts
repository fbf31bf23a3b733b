import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { monaco } from '../../monaco/monaco-setup.ts';
import type { LspLocation, LspWorkspaceEdit } from './lsp.ts';
import { askRename } from './rename.ts';
import type { ServerAccess } from './server-access.ts';

const RANGE = { start: { line: 4, character: 9 }, end: { line: 4, character: 13 } };
const HERE = { position: { line: 0, character: 9 } };
const POSITION = { lineNumber: 1, column: 10 } as monaco.Position;
const MODEL = { getWordAtPosition: () => ({ word: 'area' }) } as unknown as monaco.editor.ITextModel;
const TOKEN = {} as monaco.CancellationToken;

const edits = (uri: string, newText: string): LspWorkspaceEdit => ({
  changes: { [uri]: [{ range: RANGE, newText }] },
});

/** Renames `area` to `surface` at a place where the server would make these edits. */
async function rename(
  here: LspWorkspaceEdit,
  definition: LspLocation | LspLocation[] | null,
  {
    isOpen = true,
    answer = edits('file:///work/shapes.ts', 'surface'),
  }: { isOpen?: boolean; answer?: LspWorkspaceEdit | null } = {},
) {
  const asked: unknown[] = [];
  const client = {
    pathOf: (uri: string) => (uri.startsWith('file:///work/') ? uri.slice('file:///work/'.length) : null),
    isOpen: () => isOpen,
    open: (path: string, { text }: { text: () => string }) => {
      asked.push(`open ${path}: ${text()}`);
      return () => asked.push('close');
    },
    ask: (...request: unknown[]) => {
      asked.push(request);
      return Promise.resolve(answer);
    },
  };
  const access = {
    server: 'typescript',
    clientOf: () => client,
    ask: (_model: unknown, { method, params }: { method: string; params: unknown }) => {
      assert.deepEqual(params, method === 'rename' ? { ...HERE, newName: 'surface' } : HERE);
      return Promise.resolve(method === 'rename' ? here : definition);
    },
  } as unknown as ServerAccess;
  const readText = (_client: unknown, path: string) => Promise.resolve(`text of ${path}`);
  const wanted = { model: MODEL, position: POSITION, newName: 'surface', readText };
  const edit = await askRename(access, wanted, TOKEN);
  return { edit, asked };
}

test('a rename that would only give an import an alias begins at the definition instead', async () => {
  const alias = edits('file:///work/app.ts', 'area as surface');
  const uri = 'file:///work/shapes.ts';
  const { edit, asked } = await rename(alias, [{ uri, range: RANGE }]);
  assert.deepEqual(edit, edits(uri, 'surface'));
  const params = { textDocument: { uri }, position: RANGE.start, newName: 'surface' };
  assert.deepEqual(asked, [['typescript', { method: 'textDocument/rename', params }]]);
});

test('the file of the definition is open for the server while it renames, and an alias is better than nothing', async () => {
  const alias = edits('file:///work/app.ts', 'area as surface');
  const place = { uri: 'file:///work/shapes.ts', range: RANGE };
  const { edit, asked } = await rename(alias, place, { isOpen: false, answer: null });
  assert.deepEqual([asked[0], asked.at(-1)], ['open shapes.ts: text of shapes.ts', 'close']);
  assert.equal(asked.length, 3);
  assert.deepEqual(edit, alias);
});

test('the alias stays where the definition is not in the workspace, in a package, or unknown', async () => {
  const alias = edits('file:///work/app.ts', 'area as surface');
  for (const uri of ['file:///lib/es.d.ts', 'file:///work/node_modules/shapes/index.d.ts', null]) {
    const { edit, asked } = await rename(alias, uri === null ? null : { uri, range: RANGE });
    assert.deepEqual([edit, asked], [alias, []]);
  }
});

test('any other rename is as the server says, also one that keeps the name of a property', async () => {
  for (const text of ['surface', 'area: surface', 'surface as area']) {
    const edit = edits('file:///work/app.ts', text);
    assert.deepEqual(await rename(edit, null), { edit, asked: [] });
  }
});
