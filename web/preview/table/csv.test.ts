import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  fieldOf,
  fieldsOf,
  findRows,
  guessSeparator,
  MOST_IN_QUOTES,
  SEPARATORS,
  type Separator,
} from './csv.ts';
import { guessEncoding, PartDecoder } from './decode.ts';

function parse(text: string, separator: Separator = ','): string[][] {
  const { ends } = findRows(text, separator, { isLast: true });
  return ends.map((end, at) => fieldsOf(text.slice(ends[at - 1] ?? 0, end), separator));
}

/** Parses a text that arrives in parts of this size. */
function parseParts(text: string, size: number, separator: Separator): string[][] {
  const rows: string[][] = [];
  let rest = '';
  for (let from = 0; from < text.length || from === 0; from += size) {
    const part = rest + text.slice(from, from + size);
    const found = findRows(part, separator, { isLast: from + size >= text.length });
    let start = 0;
    for (const end of found.ends) {
      rows.push(fieldsOf(part.slice(start, end), separator));
      start = end;
    }
    rest = part.slice(found.rest);
  }
  assert.equal(rest, '');
  return rows;
}

test('rows end at every kind of line break, and the last one needs none', () => {
  assert.deepEqual(parse('a,b\nc,d'), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.deepEqual(parse('a,b\r\nc,d\r\n'), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.deepEqual(parse('a\rb\r'), [['a'], ['b']]);
  assert.deepEqual(parse(''), []);
  assert.deepEqual(parse('\n\n'), [[''], ['']]);
  assert.deepEqual(parse('a,\n,b,'), [
    ['a', ''],
    ['', 'b', ''],
  ]);
});

test('a quoted field may hold separators, quotes and line breaks', () => {
  assert.deepEqual(parse('"a,b","say ""hi""","two\nlines\r\nthree",""\nnext'), [
    ['a,b', 'say "hi"', 'two\nlines\r\nthree', ''],
    ['next'],
  ]);
});

test('a quote within a field is a letter, and what follows a closing quote is kept', () => {
  assert.deepEqual(parse('5" disk,"a"b\nc'), [['5" disk', 'ab'], ['c']]);
});

test('a quote that is never closed costs one field, and not the rest of the file', () => {
  assert.deepEqual(parse('a,"b\nc,d\n'), [
    ['a', '"b'],
    ['c', 'd'],
  ]);
  const long = `"${'x\n'.repeat(MOST_IN_QUOTES)}`;
  const { ends } = findRows(long, ',', { isLast: false });
  assert.equal(ends[0], 3);
});

test('a very long row is one row', () => {
  const fields = Array.from({ length: 200_000 }, (_, at) => `value ${at}`);
  const [row, next] = parse(`${fields.join(',')}\nnext`);
  assert.equal(row!.length, 200_000);
  assert.equal(fieldOf(fields.join(','), 199_999, ','), 'value 199999');
  assert.deepEqual(next, ['next']);
});

test('a column beyond the end of a row is empty', () => {
  assert.equal(fieldOf('a,b\n', 1, ','), 'b');
  assert.equal(fieldOf('a,b\n', 2, ','), '');
});

test('the separator is the one that divides the first rows evenly, or the one that the first line names', () => {
  assert.equal(guessSeparator('a;b;c\n1,5;2;3\n'), ';');
  assert.equal(guessSeparator('a\tb\n1\t2, and more\n'), '\t');
  assert.equal(guessSeparator('a|b\n1|2'), '|');
  assert.equal(guessSeparator('one column\nof text'), ',');
  assert.equal(guessSeparator('sep=|\na,b|c\n'), '|');
  assert.equal(guessSeparator('name,note\nx,"a;b;c"\n'), ',');
});

const field = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ') }),
);
const table = fc.array(fc.array(field, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });
const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`;

test('whatever is written with quotes is read again, in parts of any size', () => {
  fc.assert(
    fc.property(
      fc.record({
        rows: table,
        separator: fc.constantFrom(...SEPARATORS),
        lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
        hasLast: fc.boolean(),
        size: fc.integer({ min: 1, max: 40 }),
      }),
      ({ rows, separator, lineBreak, hasLast, size }) => {
        const written =
          rows.map((row) => row.map(quote).join(separator)).join(lineBreak) + (hasLast ? lineBreak : '');
        assert.deepEqual(parse(written, separator), rows);
        assert.deepEqual(parseParts(written, size, separator), rows);
      },
    ),
  );
});

test('whatever a text is, its rows together are the text, and a field is the same alone and in its row', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '😀') }),
      fc.constantFrom(...SEPARATORS),
      (text, separator) => {
        const { ends, rest } = findRows(text, separator, { isLast: true });
        assert.equal(rest, text.length);
        let start = 0;
        for (const end of ends) {
          assert.ok(end > start);
          const row = text.slice(start, end);
          for (const [column, value] of fieldsOf(row, separator).entries())
            assert.equal(fieldOf(row, column, separator), value);
          start = end;
        }
        assert.equal(start, text.length);
      },
    ),
  );
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function utf16(text: string, isLittle: boolean, hasMark: boolean): Uint8Array {
  const marked = (hasMark ? '\ufeff' : '') + text;
  const bytes = new DataView(new ArrayBuffer(marked.length * 2));
  for (let at = 0; at < marked.length; at++) bytes.setUint16(at * 2, marked.charCodeAt(at), isLittle);
  return new Uint8Array(bytes.buffer);
}

test('the encoding is known by its mark, by zero bytes, or because it is not UTF-8', () => {
  assert.equal(guessEncoding(bytesOf('a,ü\n')), 'utf-8');
  assert.equal(guessEncoding(Uint8Array.from([0x61, 0x2c, 0xfc, 0x0a])), 'windows-1252');
  for (const hasMark of [true, false]) {
    assert.equal(guessEncoding(utf16('name,town\n', true, hasMark)), 'utf-16le');
    assert.equal(guessEncoding(utf16('name,town\n', false, hasMark)), 'utf-16be');
  }
});

test('a text is decoded without its mark, whatever its encoding and wherever its parts are cut', () => {
  const text = 'name,town\nJörg,東京 😀\n';
  const encoded = [
    bytesOf(text),
    bytesOf(`\ufeff${text}`),
    utf16(text, true, true),
    utf16(text, false, true),
    utf16(text, true, false),
  ];
  for (const bytes of encoded) {
    for (const size of [16, 17, 1000]) {
      const decoder = new PartDecoder();
      let decoded = '';
      for (let from = 0; from < bytes.length; from += size)
        decoded += decoder.decode(bytes.subarray(from, from + size));
      assert.equal(decoded + decoder.end(), text);
    }
  }
});

test('the encoding of a file that begins with ASCII is known from the first other letter', () => {
  const decoder = new PartDecoder();
  const read = (...bytes: number[]): string => decoder.decode(Uint8Array.from(bytes));
  assert.equal(read(0x61, 0x2c), 'a,');
  assert.equal(read(0xfc, 0x0a), 'ü\n');
  assert.equal(decoder.encoding, 'windows-1252');
  const utf8 = new PartDecoder();
  assert.equal(utf8.decode(Uint8Array.of(0x61)) + utf8.decode(Uint8Array.of(0xc3, 0xbc)), 'aü');
  // From then on it is known, whatever comes.
  assert.equal(utf8.decode(Uint8Array.of(0xfc)), '\ufffd');
});
