import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasText, hasWords } from './folded.ts';
import { sourceOfText } from './text-source.ts';

const NAMES = ['ガイド.md', '한국어.txt', 'résumé (1).txt', 'Ωmega', 'Việt Nam', 'ａｂｃ'];

test('a name is found however its letters are stored, in the name or in the query', () => {
  for (const name of NAMES)
    for (const [stored, typed] of [
      [name, name],
      [name.normalize('NFD'), name.normalize('NFC')],
      [name.normalize('NFC'), name.normalize('NFD')],
    ] as const) {
      assert.ok(hasText(`in ${stored}!`, ` ${typed} `), name);
      assert.ok(hasWords(`in ${stored} and`, `and ${typed}`), name);
      assert.match(`in ${stored}!`, new RegExp(sourceOfText(typed)), name);
      assert.match(`in ${stored}!`, new RegExp(sourceOfText(typed), 'iu'), name);
    }
});

test('only case, width, forms and white space are left out', () => {
  assert.ok(hasText('One  TWO', 'one two') && hasText('x', ''));
  assert.ok(!hasText('resume', 'résumé') && !hasWords('one two', 'one three'));
  assert.equal(sourceOfText('a.b*[c]/\\'), String.raw`a\.b\*\[c\]\/\\`);
  assert.doesNotMatch('e', new RegExp(`^${sourceOfText('é')}$`));
});
