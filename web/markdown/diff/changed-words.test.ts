import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeSpan } from '../code/tokenizer.ts';
import { changedWords, cutAt } from './changed-words.ts';
import type { DiffLine } from '../../lib/format/diff-lines.ts';

const KINDS = { ' ': 'same', '-': 'removed', '+': 'added' } as const;

/** The lines of a diff, with the changed part of each in brackets. */
function marked(...diff: string[]): string[] {
  const rows = diff.map((line): Pick<DiffLine, 'kind'> => ({ kind: KINDS[line[0] as keyof typeof KINDS] }));
  const texts = diff.map((line) => line.slice(1));
  return changedWords(rows, texts).map((ranges, at) =>
    cutAt(
      { text: texts[at]!, spans: null },
      ranges.flatMap(({ from, to }) => [from, to]),
    )
      .map(({ text }, part) => (part % 2 === 0 ? text : `[${text}]`))
      .join(''),
  );
}

test('the part that differs is marked on both sides, and nothing where text was only added or removed', () => {
  assert.deepEqual(marked(' a', '-const url = "URL";', '+const url = "address";'), [
    'a',
    'const url = "[URL]";',
    'const url = "[address]";',
  ]);
  assert.deepEqual(marked('-call(one);', '+call(one, two);'), ['call(one);', 'call(one[, two]);']);
});

test('several places of a line are marked one by one, and words that only spaces divide as one', () => {
  assert.deepEqual(marked('-  return h * 60 + m;', '+  return Number(h) * 60 + Number(m);'), [
    '  return h * 60 + m;',
    '  return [Number(]h[)] * 60 + [Number(]m[)];',
  ]);
  assert.deepEqual(marked('-the old red house stands here', '+the new blue house stands here'), [
    'the [old red] house stands here',
    'the [new blue] house stands here',
  ]);
});

test('very long lines are not compared', () => {
  const long = 'word '.repeat(500);
  assert.deepEqual(marked(`-${long}a`, `+${long}b`), [`${long}a`, `${long}b`]);
});

test('each line is compared with the one in the same place of the other side', () => {
  assert.deepEqual(marked('-let a = 1;', '-let b = 2;', '+let a = 3;', '+let b = 4;', ' end'), [
    'let a = [1];',
    'let b = [2];',
    'let a = [3];',
    'let b = [4];',
    'end',
  ]);
});

test('nothing is marked in lines that have little in common, or in blocks of different length', () => {
  assert.deepEqual(marked('-return 1;', '+throw new Error("no");'), ['return 1;', 'throw new Error("no");']);
  assert.deepEqual(marked('-let a = 1;', '+let a = 2;', '+let b = 2;'), [
    'let a = 1;',
    'let a = 2;',
    'let b = 2;',
  ]);
  assert.deepEqual(marked('+added', ' same', '-removed'), ['added', 'same', 'removed']);
});

test('a mark does not divide a character of two units', () => {
  assert.deepEqual(marked('-the face 😀 is here', '+the face 😁 is here'), [
    'the face [😀] is here',
    'the face [😁] is here',
  ]);
});

test('a highlighted line is cut inside of its spans', () => {
  const spans: CodeSpan[] = [
    { text: 'const ', color: 'blue' },
    { text: 'a = 1', color: null },
  ];
  const [before, changed, after] = cutAt({ text: 'const a = 1', spans }, [4, 7]);
  assert.deepEqual(before, { text: 'cons', spans: [{ text: 'cons', color: 'blue' }] });
  assert.deepEqual(changed, {
    text: 't a',
    spans: [
      { text: 't ', color: 'blue' },
      { text: 'a', color: null },
    ],
  });
  assert.deepEqual(after, { text: ' = 1', spans: [{ text: ' = 1', color: null }] });
  assert.deepEqual(cutAt({ text: 'abc', spans: null }, [1, 2])[1], {
    text: 'b',
    spans: null,
  });
});
