import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainLine } from './plain-line.ts';

test('the marks of Markdown are left out, and what only looks like them stays', () => {
  const lines: [string, string][] = [
    ['**Done**: see `a_b*c` and [the file](src/x.ts).', 'Done: see a_b*c and the file.'],
    ['1. **Fix `x` now** and *then* ~~not~~ __rest__', '1. Fix x now and then not rest'],
    ['> - [x] It _works_', 'It works'],
    ['### Summary', 'Summary'],
    ['snake_case_name, 2 * 3 * 4 and a**b**c', 'snake_case_name, 2 * 3 * 4 and a**b**c'],
    ['not \\*marked\\*', 'not *marked*'],
    ['🎉', '🎉'],
    ['', ''],
  ];
  for (const [line, plain] of lines) assert.equal(plainLine(line), plain);
});
