import { inLine, oneServer } from './fixtures/one-server.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monaco } from '../../monaco/monaco-setup.ts';
import { completionsOf, signaturesOf } from './completions.ts';
import type { LanguageClient } from './language-client.svelte.ts';
import type { LspCompletion, LspSignatures } from './lsp.ts';

/** The completions at the end of a line. */
function complete(line: string, ...items: LspCompletion[]) {
  const { model, client } = oneServer(line);
  const position = new monaco.Position(1, line.length + 1);
  const place = { model, position, client: client as unknown as LanguageClient };
  return completionsOf(items, place).suggestions;
}
const columns = (range: unknown): number[] => {
  const { startColumn, endColumn } = range as monaco.IRange;
  return [startColumn, endColumn];
};

test('a completion inserts what the server wants to be inserted, and its label otherwise', () => {
  const textEdit = { range: inLine(0, 3), newText: 'edit' };
  const [edit, item, insert, label] = complete(
    'val',
    { label: 'l', insertText: 'insert', textEditText: 'item', textEdit },
    { label: 'l', insertText: 'insert', textEditText: 'item' },
    { label: 'l', insertText: 'insert' },
    { label: 'l' },
  );
  assert.deepEqual(
    [edit, item, insert, label].map((one) => one!.insertText),
    ['edit', 'item', 'insert', 'l'],
  );
});

test('it replaces the range of the server, or the word before the cursor, and never more of the line', () => {
  const [server, word, both] = complete(
    'const a = val',
    { label: 'value', textEdit: { range: inLine(6, 13), newText: 'value' } },
    { label: 'value' },
    { label: 'value', textEdit: { insert: inLine(10, 12), replace: inLine(10, 13), newText: 'value' } },
  );
  assert.deepEqual(columns(server!.range), [7, 14]);
  assert.deepEqual(columns(word!.range), [11, 14]);
  const { insert, replace } = both!.range as monaco.languages.CompletionItemRanges;
  assert.deepEqual(
    [columns(insert), columns(replace)],
    [
      [11, 13],
      [11, 14],
    ],
  );
});

test('placeholders are those of snippets: in any other text, a dollar sign is one', () => {
  const [snippet, plain] = complete(
    '',
    { label: 'for', insertText: 'for ($1)', insertTextFormat: 2 },
    { label: '$1', insertTextFormat: 1 },
  );
  const { InsertAsSnippet } = monaco.languages.CompletionItemInsertTextRule;
  assert.deepEqual([snippet!.insertTextRules, plain!.insertTextRules], [InsertAsSnippet, undefined]);
});

test('each kind has the icon of its name, an unknown one that of a text, and what is deprecated says so', () => {
  const { CompletionItemKind: Kind, CompletionItemTag: Tag } = monaco.languages;
  const items = complete(
    '',
    { label: 'a', kind: 2 },
    { label: 'b', kind: 25, tags: [1] },
    { label: 'c', kind: 99 },
    { label: 'd' },
  );
  assert.deepEqual(
    items.map(({ kind }) => kind),
    [Kind.Method, Kind.TypeParameter, Kind.Text, Kind.Text],
  );
  assert.deepEqual([items[0]!.tags, items[1]!.tags], [undefined, [Tag.Deprecated]]);
});

test('the imports that come with a completion are kept, and so is its place in the list', () => {
  const edits = [{ range: inLine(0, 0), newText: "import { b } from './b';\n" }];
  const [item] = complete('', {
    ...{ label: 'b', sortText: '1', filterText: 'bb', preselect: true, commitCharacters: ['.'] },
    ...{ additionalTextEdits: edits, detail: 'const b', documentation: 'The *second*.' },
  });
  const { sortText, filterText, preselect, commitCharacters, detail, documentation } = item!;
  assert.deepEqual([sortText, filterText, preselect, commitCharacters], ['1', 'bb', true, ['.']]);
  assert.deepEqual([detail, documentation], ['const b', { value: 'The *second*.' }]);
  assert.equal(item!.additionalTextEdits![0]!.text, "import { b } from './b';\n");
});

test('a list that the server has cut is asked for again while the user types', () => {
  const { model, client } = oneServer('v');
  const place = { model, position: new monaco.Position(1, 2), client: client as unknown as LanguageClient };
  const whole = completionsOf([{ label: 'v' }], place);
  const cut = completionsOf({ isIncomplete: true, items: [{ label: 'v' }] }, place);
  assert.deepEqual([whole.incomplete, cut.incomplete, cut.suggestions.length], [false, true, 1]);
});

test('a signature has the parameter that the cursor is in', () => {
  const signatures: LspSignatures['signatures'] = [
    { label: 'f(a, b)', parameters: [{ label: [2, 3] }, { label: 'b', documentation: 'Second.' }] },
    { label: 'f(a)', activeParameter: 0 },
  ];
  const { value } = signaturesOf({ signatures, activeSignature: 1, activeParameter: 1 })!;
  assert.deepEqual([value.activeSignature, value.activeParameter], [1, 1]);
  assert.deepEqual(value.signatures[0]!.parameters, [
    { label: [2, 3] },
    { label: 'b', documentation: { value: 'Second.' } },
  ]);
  assert.deepEqual(
    [value.signatures[0]!.activeParameter, value.signatures[1]!.activeParameter],
    [undefined, 0],
  );
  const first = signaturesOf({ signatures })!.value;
  assert.deepEqual([first.activeSignature, first.activeParameter], [0, 0]);
});

test('without signatures nothing is shown', () => {
  assert.equal(signaturesOf(null), null);
  assert.equal(signaturesOf({ signatures: [] }), null);
});
