import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdits, editsByUri, markdownOf, type LspEdit } from './lsp.ts';

const place = (line: number, character: number) => ({ line, character });
const edit = (from: [number, number], to: [number, number], newText: string): LspEdit => ({
  range: { start: place(...from), end: place(...to) },
  newText,
});

test('edits are applied to the text as it was before all of them, in any order', () => {
  const text = 'one\ntwo 😀\nthree';
  const edits = [edit([2, 0], [2, 5], '3'), edit([0, 0], [0, 3], '1'), edit([1, 4], [1, 6], ':)')];
  const expected = '1\ntwo :)\n3';
  assert.equal(applyEdits(text, edits), expected);
  assert.equal(applyEdits(text, edits.toReversed()), expected);
});

test('two insertions at one place stay in their order, and a place past the end is the end', () => {
  assert.equal(applyEdits('x', [edit([0, 0], [0, 0], 'a'), edit([0, 0], [0, 0], 'b')]), 'abx');
  assert.equal(applyEdits('x\ny', [edit([1, 1], [9, 0], '!')]), 'x\ny!');
  assert.equal(applyEdits('', [edit([0, 0], [0, 0], 'a')]), 'a');
});

test('replacing lines by themselves changes nothing', () => {
  const lines = fc.array(fc.string({ unit: fc.constantFrom('a', ' ', '😀') }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(lines, (all) => {
      const edits = all.map((line, at) => edit([at, 0], [at, line.length], line));
      assert.equal(applyEdits(all.join('\n'), edits), all.join('\n'));
    }),
  );
});

test('edits that create or delete files are refused as a whole', () => {
  const changes = [
    { textDocument: { uri: 'file:///a' }, edits: [edit([0, 0], [0, 0], 'x')] },
    { kind: 'delete' },
  ];
  assert.equal(editsByUri({ documentChanges: changes }), null);
  assert.deepEqual([...editsByUri({ documentChanges: changes.slice(0, 1) })!.keys()], ['file:///a']);
  assert.deepEqual([...editsByUri({ changes: { 'file:///b': [] } })!.keys()], ['file:///b']);
});

test('a server that sends its edits in both forms has them applied once, and all edits of a file together', () => {
  const [first, second] = [edit([0, 0], [0, 0], 'x'), edit([1, 0], [1, 0], 'y')];
  const change = (one: LspEdit) => ({ textDocument: { uri: 'file:///a' }, edits: [one] });
  const both = editsByUri({
    documentChanges: [change(first), change(second)],
    changes: { 'file:///a': [first, second] },
  });
  assert.deepEqual([...both!], [['file:///a', [first, second]]]);
});

test('a plain text stays as it is, whatever characters it has', () => {
  assert.equal(markdownOf({ kind: 'plaintext', value: 'a ``` b' }).value, '````\na ``` b\n````');
  assert.equal(markdownOf({ language: 'ts', value: 'x' }).value, '```ts\nx\n```');
});
