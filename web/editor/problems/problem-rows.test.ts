import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileProblems, Problem } from '../../../shared/languages.ts';
import { problemRows, requestFor } from './problem-rows.ts';

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

test('a request names the place of each problem in one line, and at most twenty of them', () => {
  const one = problemRows([found('a b.ts', problem(2, 1, 'Type x\n  is not y.'))]);
  assert.equal(requestFor(one), 'Fix this problem in @"a b.ts:3": Type x is not y. (ts 2322)');
  const many = problemRows([found('a.ts', ...Array.from({ length: 25 }, (_one, at) => problem(at, 1)))]);
  const lines = requestFor(many).split('\n');
  assert.equal(lines.length, 22);
  assert.equal(lines[1], '- @a.ts:1: It is wrong. (ts 2322)');
  assert.equal(lines.at(-1), '- and 5 more');
});
