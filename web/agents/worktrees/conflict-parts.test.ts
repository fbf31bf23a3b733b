// Parsing of texts with conflict markers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictParts } from './conflict-parts.ts';

const side = (n: number, name: string): string[] => Array.from({ length: n }, (_, i) => `${name}${i}`);

test('both sides of each conflict are separated, and long common parts are shortened', () => {
  const text = [
    ...side(9, 'a'),
    ...['<<<<<<< main', 'ours', '||||||| base', 'old', '=======', 'theirs', '>>>>>>> new'],
    ...side(9, 'b'),
    ...['<<<<<<< main', '=======', 'added', '>>>>>>> new'],
    'end',
  ].join('\n');
  assert.deepEqual(conflictParts(text), [
    { kind: 'both', lines: ['…', 'a6', 'a7', 'a8'] },
    { kind: 'ours', lines: ['ours'] },
    { kind: 'theirs', lines: ['theirs'] },
    { kind: 'both', lines: ['b0', 'b1', 'b2', '…', 'b6', 'b7', 'b8'] },
    { kind: 'ours', lines: [] },
    { kind: 'theirs', lines: ['added'] },
    { kind: 'both', lines: ['end'] },
  ]);
});

test('a line of equals signs outside a conflict is text', () => {
  const text = ['Title', '=======', '<<<<<<< main', 'a', '=======', 'b', '>>>>>>> new', ''].join('\n');
  assert.deepEqual(conflictParts(text)[0], { kind: 'both', lines: ['Title', '======='] });
});
