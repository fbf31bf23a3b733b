import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestFor, type NamedProblem } from './problem-request.ts';

const problem = (line: number, more: Partial<NamedProblem> = {}): NamedProblem => ({
  ...{ path: 'a.ts', line, message: 'It is wrong.', source: 'ts', code: '2322' },
  ...more,
});

test('a request names the place of each problem in one line, and at most twenty of them', () => {
  const one = [problem(3, { path: 'a b.ts', message: 'Type x\n  is not y.' })];
  assert.equal(requestFor(one), 'Fix this problem in @"a b.ts:3": Type x is not y. (ts 2322)');
  const lines = requestFor(Array.from({ length: 25 }, (_one, at) => problem(at + 1))).split('\n');
  assert.equal(lines.length, 22);
  assert.equal(lines[1], '- @a.ts:1: It is wrong. (ts 2322)');
  assert.equal(lines.at(-1), '- and 5 more');
});

test('problems that the page does not have are counted', () => {
  assert.equal(
    requestFor([problem(1)], 3)
      .split('\n')
      .at(-1),
    '- and 3 more',
  );
});
