import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileProblems, Problem } from '../../../shared/languages.ts';
import { countErrors, placeOf, problemRows } from './problem-rows.ts';

function problem(line: number, severity: Problem['severity'], message = 'It is wrong.'): Problem {
  const range = { start: { line, character: 0 }, end: { line, character: 1 } };
  return { range, severity, message, source: 'ts', code: '2322', tags: [] };
}

const found = (path: string, ...problems: Problem[]): FileProblems => ({
  server: 's',
  path,
  problems,
  more: 0,
});

test('errors come before warnings, then files and lines in order, and hints are left out', () => {
  const rows = problemRows([
    found('b.ts', problem(3, 1), problem(1, 2)),
    found('a.ts', problem(9, 1), problem(0, 4)),
  ]);
  assert.deepEqual(
    rows.map(({ path, range, severity }) => [path, range.start.line, severity]),
    [
      ['a.ts', 9, 1],
      ['b.ts', 3, 1],
      ['b.ts', 1, 2],
    ],
  );
});

test('the errors of a file are counted over all servers, and warnings are not', () => {
  const counts = countErrors([
    found('a.ts', problem(1, 1), problem(2, 2)),
    { ...found('a.ts', problem(3, 1)), server: 'other' },
    found('b.ts', problem(1, 2)),
  ]);
  assert.deepEqual([...counts], [['a.ts', 2]]);
});

test('a problem is shown from its beginning, and marked to its end in the same line', () => {
  const at = (line: number, character: number) => ({ line, character });
  assert.deepEqual(placeOf({ range: { start: at(2, 4), end: at(2, 9) } }), {
    line: 3,
    match: { column: 5, length: 5 },
  });
  assert.deepEqual(placeOf({ range: { start: at(2, 4), end: at(5, 1) } }), {
    line: 3,
    match: { column: 5, length: 0 },
  });
});
