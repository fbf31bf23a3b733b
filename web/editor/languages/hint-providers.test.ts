import { inLine, oneServer, registered, TOKEN } from './fixtures/one-server.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monaco } from '../../monaco/monaco-setup.ts';
import { offerCompletion, offerHover, offerSignatures } from './hint-providers.ts';

const AT = new monaco.Position(1, 3);

test('a hint shows all that the server says about the place, and where that place is', async () => {
  const answer = { contents: ['One.', { language: 'ts', value: 'let a' }], range: inLine(0, 3) };
  const { access, model, asked } = oneServer('abc', { 'textDocument/hover': answer });
  const provider = registered('registerHoverProvider', () => offerHover(access));
  const hover = await provider.provideHover(model, AT, TOKEN);
  assert.deepEqual(hover?.contents, [{ value: 'One.' }, { value: '```ts\nlet a\n```' }]);
  assert.equal(hover?.range?.endColumn, 4);
  assert.deepEqual(asked[0]!.params['position'], { line: 0, character: 2 });
});

test('a server that knows nothing, or refuses, shows no hint and no error', async () => {
  for (const answer of [null, new Error('busy')]) {
    const { access, model, said } = oneServer('abc', { 'textDocument/hover': answer });
    const provider = registered('registerHoverProvider', () => offerHover(access));
    assert.deepEqual([await provider.provideHover(model, AT, TOKEN), said], [null, []]);
  }
});

const { Invoke, TriggerCharacter } = monaco.languages.CompletionTriggerKind;

test('the server is told what led to the question: a key, or a character that it has named', async () => {
  const capabilities = { completionProvider: { triggerCharacters: ['.', 5, '"'] } };
  const { access, model, asked } = oneServer('a.', { 'textDocument/completion': [] }, capabilities);
  const provider = registered('registerCompletionItemProvider', () => offerCompletion(access));
  assert.deepEqual(provider.triggerCharacters, ['.', '"']);
  await provider.provideCompletionItems(model, AT, { triggerKind: Invoke }, TOKEN);
  const typed = { triggerKind: TriggerCharacter, triggerCharacter: '.' };
  await provider.provideCompletionItems(model, AT, typed, TOKEN);
  assert.deepEqual(
    asked.map(({ params }) => params['context']),
    [{ triggerKind: 1 }, { triggerKind: 2, triggerCharacter: '.' }],
  );
});

test('the rest of a completion is asked for when it is looked at, and without an answer it stays as it is', async () => {
  const capabilities = { completionProvider: { resolveProvider: true } };
  const resolve = 'completionItem/resolve';
  for (const [answer, detail] of [
    [{ label: 'b', detail: 'const b', additionalTextEdits: [] }, 'const b'],
    [new Error('busy'), undefined],
    [null, undefined],
  ] as const) {
    const answers = { 'textDocument/completion': [{ label: 'b', data: 7 }], [resolve]: answer };
    const { access, model, asked } = oneServer('a.', answers, capabilities);
    const provider = registered('registerCompletionItemProvider', () => offerCompletion(access));
    const list = await provider.provideCompletionItems(model, AT, { triggerKind: Invoke }, TOKEN);
    const whole = await provider.resolveCompletionItem!(list!.suggestions[0]!, TOKEN);
    assert.deepEqual([whole!.label, whole!.detail], ['b', detail]);
    assert.deepEqual(asked[1], { method: resolve, params: { label: 'b', data: 7 } });
  }
});

test('a server that has no more to say about a completion is not asked', () => {
  const { access } = oneServer('a.', {}, { completionProvider: {} });
  const provider = registered('registerCompletionItemProvider', () => offerCompletion(access));
  assert.equal('resolveCompletionItem' in provider, false);
});

test('completions of a word that the user has typed past are asked for no longer, and of any other they are', async () => {
  const method = 'textDocument/completion';
  const type = (column: number, text: string, line = 1) => ({
    range: new monaco.Range(line, column, line, column),
    text,
  });
  for (const [isPast, ...edits] of [
    [false, type(3, 'c'), type(4, 'd')],
    [false, type(3, ' ', 2)],
    [false, { range: new monaco.Range(1, 2, 1, 3), text: '' }],
    [true, type(3, 'c'), type(4, ' ')],
    [true, type(3, '.')],
    [true, type(3, '\n')],
    [true, type(3, ' = d')],
  ] as const) {
    const { access, model, cancelled } = oneServer(
      'ab\nb',
      { [method]: undefined },
      { completionProvider: {} },
    );
    const provider = registered('registerCompletionItemProvider', () => offerCompletion(access));
    const list = provider.provideCompletionItems(model, AT, { triggerKind: Invoke }, TOKEN);
    for (const edit of edits) model.applyEdits([edit]);
    assert.deepEqual(cancelled, isPast ? [method] : [], JSON.stringify(edits));
    if (isPast) assert.equal(await list, null);
  }
});

test('signatures are asked for at the characters that the server names', async () => {
  const names = { triggerCharacters: ['('], retriggerCharacters: [','] };
  const answer = { signatures: [{ label: 'f(a)' }] };
  const { access, model } = oneServer(
    'f(',
    { 'textDocument/signatureHelp': answer },
    { signatureHelpProvider: names },
  );
  const provider = registered('registerSignatureHelpProvider', () => offerSignatures(access));
  assert.deepEqual(provider.signatureHelpTriggerCharacters, ['(']);
  assert.deepEqual(provider.signatureHelpRetriggerCharacters, [',']);
  const context = { triggerKind: 1, isRetrigger: false } as monaco.languages.SignatureHelpContext;
  const found = await provider.provideSignatureHelp(model, AT, TOKEN, context);
  assert.equal(found?.value.signatures[0]?.label, 'f(a)');
});
