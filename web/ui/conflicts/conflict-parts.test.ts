// The parts of texts in conflict: from markers, from a merge and from a comparison.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSides, joinConflicts, mergeSides, shortenCommon, splitConflicts } from './conflict-parts.ts';

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
    ['a\n'],
    { ours: ['ours\n'], theirs: ['theirs\n'] },
    ['b\n', '=======\n', 'c\n'],
    { ours: [], theirs: ['added\n'] },
    ['end\n'],
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
  assert.deepEqual(splitConflicts(text), [{ common: ['a\n', '<<<<<<< main\n', 'b\n', '=======\n', 'c'] }]);
  assert.equal(joinConflicts(splitConflicts(text), ['ours']), text);
});

test('a merge has a conflict only where both sides changed the same lines, with markers until it is settled', () => {
  const parts = mergeSides('a\nb\nc\n', 'A\nb\nours', 'a\nb\ntheirs\n');
  assert.equal(joinConflicts(parts, ['ours']), 'A\nb\nours');
  assert.equal(joinConflicts(parts, ['both']), 'A\nb\nours\ntheirs\n');
  assert.equal(joinConflicts(parts, []), 'A\nb\n<<<<<<<\nours\n=======\ntheirs\n>>>>>>>\n');
  assert.deepEqual(
    splitConflicts(joinConflicts(parts, [])).map((part) => Object.keys(part)),
    [['common'], ['conflict']],
  );
});

test('without a common version, each difference of both sides is a conflict', () => {
  const parts = compareSides('a\nours\nb\nc\n', 'a\ntheirs\nb\n');
  assert.equal(joinConflicts(parts, ['theirs', 'ours']), 'a\ntheirs\nb\nc\n');
  assert.equal(joinConflicts(parts, ['ours', 'theirs']), 'a\nours\nb\n');
  assert.deepEqual(compareSides('', ''), []);
});

test('long common parts are shortened to the lines around the conflicts', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `${at}`);
  assert.deepEqual(shortenCommon(lines, { isFirst: true, isLast: false }), ['…\n', '6', '7', '8']);
  assert.deepEqual(shortenCommon(lines, { isFirst: false, isLast: true }), ['0', '1', '2', '…\n']);
  assert.deepEqual(shortenCommon(lines, { isFirst: false, isLast: false }), [
    '0',
    '1',
    '2',
    '…\n',
    '6',
    '7',
    '8',
  ]);
  assert.deepEqual(shortenCommon(lines.slice(0, 7), { isFirst: false, isLast: false }), lines.slice(0, 7));
});
