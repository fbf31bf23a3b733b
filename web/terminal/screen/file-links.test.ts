import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesIn } from './file-links.ts';

function places(text: string): string[] {
  return placesIn(text, '/home/me/project').map(
    ({ place, start, end }) => `${place.path}:${place.line ?? ''} as ${text.slice(start, end)}`,
  );
}

test('paths and line numbers are found as compilers, test runners and grep print them', () => {
  const lines: [string, string[]][] = [
    ['src/app.ts:12:5 - error TS2322: Type', ['src/app.ts:12 as src/app.ts:12:5']],
    ['src/app.ts(12,5): error TS2322: Type', ['src/app.ts:12 as src/app.ts(12,5)']],
    ['    at run (/home/me/project/src/a.ts:3:9)', ['src/a.ts:3 as /home/me/project/src/a.ts:3:9']],
    ['  File "lib/x.py", line 3', ['lib/x.py: as lib/x.py']],
    ['./pkg/main.go:7: undefined: x', ['pkg/main.go:7 as ./pkg/main.go:7']],
    ['src/a.ts:3:const a = 1;', ['src/a.ts:3 as src/a.ts:3']],
    ['M README.md and src/b.ts.', ['README.md: as README.md', 'src/b.ts: as src/b.ts']],
  ];
  for (const [text, expected] of lines) assert.deepEqual(places(text), expected, text);
});

test('paths outside of the workspace, URLs and times are not places', () => {
  for (const text of [
    '/etc/passwd:3',
    '../a.ts:3',
    'https://a.b/c.ts:3',
    '12:30:05 done',
    'v1.2.3',
    'and/or',
  ])
    assert.deepEqual(places(text), [], text);
});

test('even a line made to slow down the expression is searched quickly', () => {
  const started = performance.now();
  for (const text of ['a'.repeat(20_000), 'a:'.repeat(10_000), '('.repeat(20_000), 'a/b.ts:'.repeat(3000)])
    places(text);
  assert.ok(performance.now() - started < 1000);
});
