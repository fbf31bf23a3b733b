import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutMiddle } from './middle-cut.ts';

/** Every character is one unit wide. */
const cut = (name: string, width: number): string | null =>
  cutMiddle(name, { width, mark: 1, widthOf: (from, to) => [...name.slice(from, to)].length });

test('a name that fits is not cut', () => {
  assert.equal(cut('legacy-compatibility-status.ts', 30), null);
  assert.equal(cut('legacy-compatibility-status.ts', 29.5), null, 'the width of an element is rounded');
});

test('a name loses the middle, so that the beginning and the end fill the room exactly', () => {
  assert.equal(cut('legacy-compatibility-status.ts', 26), 'legacy-co…bility-status.ts');
  assert.equal(cut('legacy-compatibility-status.ts', 20), 'leg…bility-status.ts');
});

test('a short name, and one without room for its end, are cut at the end as any other text', () => {
  assert.equal(cut('compatibility.test.ts', 10), null);
  assert.equal(cut('legacy-compatibility-status.ts', 16), null);
});

test('a character of several units is not split', () => {
  assert.equal(cut('🦊🦊🦊🦊🦊🦊🦊🦊-compatibility.ts', 20), '🦊🦊🦊…compatibility.ts');
});

test('a character of several parts stays whole: an accent that macOS stores by itself, a family, a flag', () => {
  const accents = 'e\u0301'.repeat(40);
  const family = '👨‍👩‍👧'.repeat(40);
  for (const [name, part] of [
    [accents, 'e\u0301'],
    [family, '👨‍👩‍👧'],
    ['🇯🇵'.repeat(40), '🇯🇵'],
  ] as const)
    for (const width of [20, 21, 22, 23, 50]) {
      const [start = '', end = ''] = cut(name, width)?.split('…') ?? [];
      assert.equal(start.replaceAll(part, '') + end.replaceAll(part, ''), '', `${name}, ${width}`);
    }
});
