import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProblems } from './problems.ts';

const range = { start: { line: 0, character: 7 }, end: { line: 0, character: 9 } };

test('what a server wants back with a problem is kept, unless it is large', () => {
  const data = { title: 'Remove unused import', edits: [{ range, newText: '' }] };
  const diagnostics = [
    { range, message: 'unused', data },
    { range, message: 'large', data: 'x'.repeat(5000) },
    { range, message: 'none' },
  ];
  const found = parseProblems({ uri: 'file:///a.py', diagnostics })!;
  assert.deepEqual(
    found.problems.map((one) => one.data),
    [data, undefined, undefined],
  );
});
