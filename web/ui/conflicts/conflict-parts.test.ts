// Parsing of texts with conflict markers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinConflicts, shortenCommon, splitConflicts } from './conflict-parts.ts';

const TEXT = [
  'a',
  ...['<<<<<<< main', 'ours', '||||||| base', 'old', '=======', 'theirs', '>>>>>>> new'],
  ...['b', '=======', 'c'],
  ...['<<<<<<< main', '=======', 'added', '>>>>>>> new'],
  'end',
  '',
].join('\n');

test('both sides of each conflict are separated, and a line of equals signs outside is text', () => {
  const parts = splitConflicts(TEXT).map((part) =>
    'common' in part ? part.common : { ours: part.conflict.ours, theirs: part.conflict.theirs },
  );
  assert.deepEqual(parts, [
    ['a'],
    { ours: ['ours'], theirs: ['theirs'] },
    ['b', '=======', 'c'],
    { ours: [], theirs: ['added'] },
    ['end', ''],
  ]);
});

test('a text is joined with the chosen sides, and unchanged without a choice', () => {
  const parts = splitConflicts(TEXT);
  assert.equal(joinConflicts(parts, []), TEXT);
  assert.equal(joinConflicts(parts, ['ours', 'theirs']), 'a\nours\nb\n=======\nc\nadded\nend\n');
  assert.equal(joinConflicts(parts, ['both', 'ours']), 'a\nours\ntheirs\nb\n=======\nc\nend\n');
  assert.match(joinConflicts(parts, [null, 'theirs']), /^a\n<{7} main\nours\n[^]*>{7} new\nb\n/);
});

test('a conflict that does not end is text', () => {
  const text = 'a\n<<<<<<< main\nb\n=======\nc';
  assert.deepEqual(splitConflicts(text), [{ common: text.split('\n') }]);
  assert.equal(joinConflicts(splitConflicts(text), ['ours']), text);
});

test('long common parts are shortened to the lines around the conflicts', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `${at}`);
  assert.deepEqual(shortenCommon(lines, { isFirst: true, isLast: false }), ['…', '6', '7', '8']);
  assert.deepEqual(shortenCommon(lines, { isFirst: false, isLast: true }), ['0', '1', '2', '…']);
  assert.deepEqual(shortenCommon(lines, { isFirst: false, isLast: false }), [
    '0',
    '1',
    '2',
    '…',
    '6',
    '7',
    '8',
  ]);
  assert.deepEqual(shortenCommon(lines.slice(0, 7), { isFirst: false, isLast: false }), lines.slice(0, 7));
});
