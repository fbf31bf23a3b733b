import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyOf, ExactNumber, jsonRows, wordsOf } from './json-rows.ts';
import { JsonProblem, parseJson } from './parse-json.ts';

const lines = (value: unknown, ...open: string[]): string[] =>
  jsonRows(value, new Set(open)).map(
    ({ depth, name, value: shown, isGroup }) =>
      `${'  '.repeat(depth)}${name} ${isGroup ? '' : wordsOf(shown)}`,
  );

test('open values have their children below them, with their places', () => {
  const value = { a: [1, 'two', null], b: {}, 'c d': true };
  assert.deepEqual(lines(value), [' {3}']);
  assert.deepEqual(lines(value, '$', '$.a'), [
    ' {3}',
    '  a [3]',
    '    0 1',
    '    1 "two"',
    '    2 null',
    '  b {0}',
    '  c d true',
  ]);
  const rows = jsonRows(value, new Set(['$']));
  assert.deepEqual(
    rows.map(({ path, isOpen, position, count }) => [path, isOpen, position, count]),
    [
      ['$', true, 1, 1],
      ['$.a', false, 1, 3],
      ['$.b', null, 2, 3],
      ['$["c d"]', null, 3, 3],
    ],
  );
});

test('a list of a million values opens in groups, each of which opens in groups or values', () => {
  const value = Array.from({ length: 1_000_001 }, (_, at) => at);
  const top = jsonRows(value, new Set(['$']));
  assert.deepEqual(
    top.slice(1).map(({ name }) => name),
    ['0 … 999999', '1000000 … 1000000'],
  );
  const inside = jsonRows(value, new Set(['$', top[1]!.key]));
  assert.equal(inside.length, 1 + 2 + 1000);
  const values = jsonRows(value, new Set(['$', top[1]!.key, inside[3]!.key]));
  assert.deepEqual([values[4]!.name, values[4]!.path, values[4]!.value], ['1000', '$[1000]', 1000]);
});

test('keys are unique, whatever the names are', () => {
  const value = { 'a b': { c: 1 }, a: { 'b c': 1 }, '': 0, '["a"]': 1, 'a.b': 2 };
  const rows = jsonRows(value, new Set(['$', '$["a b"]', '$.a']));
  assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length);
});

test('comments, trailing commas and a byte order mark are read, and one value in each line', () => {
  assert.deepEqual(parseJson('\ufeff{"a": 1, // one\n}', false), { a: 1 });
  assert.deepEqual(parseJson('{"a":1}\r\n\n[2]\n', true), [{ a: 1 }, [2]]);
});

test('what is not JSON is refused with its line', () => {
  assert.throws(
    () => parseJson('{\n  "a": 1,\n  b\n}', false),
    (error) => error instanceof JsonProblem && error.line === 3,
  );
  assert.throws(
    () => parseJson('{}\n{\n', true),
    (error) => error instanceof JsonProblem && error.line === 2,
  );
});

test('a number with more digits than JavaScript keeps is shown and copied as the file has it', () => {
  const { id } = parseJson('{"id": 12345678901234567890}', false) as { id: unknown };
  assert.ok(id instanceof ExactNumber);
  assert.equal(wordsOf(id), '12345678901234567890');
  assert.equal(copyOf(id), '12345678901234567890');
  assert.deepEqual(parseJson('{"id": 1234567890123456}', false), { id: 1234567890123456 });
});

test('a text is copied as it is, and everything else as JSON', () => {
  assert.equal(copyOf('a\n"b"'), 'a\n"b"');
  assert.equal(copyOf({ a: [1] }), '{\n  "a": [\n    1\n  ]\n}');
  assert.ok(wordsOf('x'.repeat(10_000)).length < 600);
});
