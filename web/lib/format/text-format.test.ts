import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeLatin1, decodeText, encodeText } from './text-format.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const shown = (saved: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(saved);

function edit(file: string, change: (text: string) => string): string {
  const base = decodeText(bytes(file))!;
  return shown(encodeText(change(base.text), base));
}

test('unedited text is encoded to the same bytes, whatever its line ends', () => {
  const piece = fc.constantFrom('\n', '\r\n', '\r', 'a', 'é', '😀', '\ufeff', '\u2028', '\0', '');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const file = bytes(pieces.join(''));
      const base = decodeText(file)!;
      assert.deepEqual(encodeText(base.text, base), file);
      assert.ok(!base.text.includes('\r'));
    }),
  );
});

test('the text in the editor has neither a BOM nor carriage returns', () => {
  assert.equal(decodeText(bytes('\ufeffone\r\ntwo\r\n'))!.text, 'one\ntwo\n');
});

test('an edit keeps the BOM and the line ends', () => {
  assert.equal(
    edit('\ufeffone\r\ntwo\r\n', (text) => `${text}three\n`),
    '\ufeffone\r\ntwo\r\nthree\r\n',
  );
  assert.equal(
    edit('old\rmac', (text) => `${text}\nnew`),
    'old\rmac\rnew',
  );
});

test('a second BOM is part of the text', () => {
  assert.equal(decodeText(bytes('\ufeff\ufeffx'))!.text, '\ufeffx');
});

test('with mixed line ends, unedited lines keep theirs and new lines get the most frequent one', () => {
  const file = 'a\r\nb\nc\nd\r\ne\n';
  assert.equal(
    edit(file, (text) => text.replace('b\n', 'b\nnew\n').replace('e\n', 'E\n')),
    'a\r\nb\nnew\nc\nd\r\nE\n',
  );
  assert.equal(
    edit(file, (text) => text.replace('a\n', '')),
    'b\nc\nd\r\ne\n',
  );
});

test('a line changed in place keeps its line end', () => {
  assert.equal(
    edit('a\nb\nc\r\nd\n', (text) => text.replace('c', 'C')),
    'a\nb\nC\r\nd\n',
  );
});

test('bytes that are not valid UTF-8 are not decoded as UTF-8', () => {
  const latin1 = Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0d, 0x0a]);
  assert.equal(decodeText(latin1), null);
  assert.equal(decodeLatin1(latin1).text, 'café\n');
});
