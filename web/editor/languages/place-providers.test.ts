import { inLine, oneServer, registered, TOKEN } from './fixtures/one-server.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monaco } from '../../monaco/monaco-setup.ts';
import { offerDefinition, offerReferences, offerSymbols } from './place-providers.ts';

const AT = new monaco.Position(1, 3);

test('what a file consists of has its kinds, its parts and its places', async () => {
  const answer = [
    {
      ...{ name: 'A', detail: 'class', kind: 5, range: inLine(0, 9), selectionRange: inLine(6, 7) },
      children: [{ name: 'm', kind: 6, range: inLine(2, 4) }],
    },
    { name: 'old', kind: 12, location: { uri: 'file:///w/a.ts', range: inLine(3, 5) }, containerName: 'A' },
    { name: 'nowhere', kind: 13 },
  ];
  const { access, model } = oneServer('class A { }', { 'textDocument/documentSymbol': answer });
  const provider = registered('registerDocumentSymbolProvider', () => offerSymbols(access));
  const [whole, old, nowhere] = (await provider.provideDocumentSymbols(model, TOKEN))!;
  const { SymbolKind } = monaco.languages;
  assert.deepEqual([whole!.kind, whole!.detail], [SymbolKind.Class, 'class']);
  assert.deepEqual([whole!.range.startColumn, whole!.selectionRange.startColumn], [1, 7]);
  const [part] = whole!.children!;
  assert.deepEqual([part!.name, part!.kind, part!.detail], ['m', SymbolKind.Method, '']);
  assert.deepEqual(part!.selectionRange, part!.range);
  assert.deepEqual([old!.range.startColumn, old!.containerName], [4, 'A']);
  assert.deepEqual([nowhere!.range.startLineNumber, nowhere!.range.startColumn], [1, 1]);
});

test('a file of which the server says nothing is not said to be empty', async () => {
  const { access, model } = oneServer('x');
  const provider = registered('registerDocumentSymbolProvider', () => offerSymbols(access));
  assert.equal(await provider.provideDocumentSymbols(model, TOKEN), null);
});

test('a definition outside of the workspace, which the editor cannot show, is left out', async () => {
  const places = ['file:///w/b.ts', 'file:///usr/lib/c.ts'].map((uri) => ({ uri, range: inLine(0, 1) }));
  const find = async (answer: unknown) => {
    const { access, model } = oneServer('abc', { 'textDocument/definition': answer });
    const provider = registered('registerDefinitionProvider', () => offerDefinition(access));
    const found = (await provider.provideDefinition(model, AT, TOKEN)) as monaco.languages.Location[] | null;
    return found?.map(({ uri }) => uri.path);
  };
  assert.deepEqual(await find(places[0]), ['/b.ts']);
  assert.deepEqual(await find(places), ['/b.ts']);
});

test('a jump without an answer says why and, as the editor would say that there is no such place, never ends', async () => {
  const { access, model, said } = oneServer('abc', { 'textDocument/definition': new Error('busy') });
  const provider = registered('registerDefinitionProvider', () => offerDefinition(access));
  const source = new monaco.CancellationTokenSource();
  let isAnswered = false;
  const answer = Promise.resolve(provider.provideDefinition(model, AT, source.token));
  void answer.then(() => (isAnswered = true));
  await new Promise(setImmediate);
  assert.deepEqual([said, isAnswered], [["error: ts couldn't do that: busy"], false]);
  source.cancel();
  assert.equal(await answer, null);
});

test('a server without an answer does not keep the user from the answer of another', async () => {
  const { access, model, client } = oneServer('abc', { 'textDocument/definition': new Error('busy') });
  client.servers.push({ id: 'other', languages: ['typescript'], capabilities: { definitionProvider: true } });
  const provider = registered('registerDefinitionProvider', () => offerDefinition(access));
  assert.equal(await provider.provideDefinition(model, AT, TOKEN), null);
});

test('references are asked for with or without the declaration, as the editor wants', async () => {
  const { access, model, asked } = oneServer('abc', { 'textDocument/references': [] });
  const provider = registered('registerReferenceProvider', () => offerReferences(access));
  const context = { includeDeclaration: true };
  assert.deepEqual(await provider.provideReferences(model, AT, context, TOKEN), []);
  assert.deepEqual(asked[0]!.params['context'], context);
});
