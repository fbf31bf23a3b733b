import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutText } from './cut-text.ts';

test('a text is cut between two characters, whatever they are made of', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abcd', 3), 'abc');
  assert.equal(cutText(`${'b'.repeat(199)}😀 tail`, 200), 'b'.repeat(199));
  assert.equal(cutText('ab👨‍👩‍👧‍👦', 6), 'ab');
  assert.equal(cutText('ae\u0301', 2), 'a');
  assert.equal(cutText('🇯🇵🇫🇷', 6), '🇯🇵');
  assert.equal(cutText('가각', 1), '가');
  assert.equal(cutText('x', 0), '');
});

test('the result is a beginning of the text, never too long, never empty, and has no half of a pair', () => {
  const parts = fc.constantFrom('a', ' ', '😀', '👨‍👩‍👧‍👦', 'e\u0301', '🇯🇵', '漢', '\u0301', '\u200d', '\n');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 200 }), fc.nat(300), (all, length) => {
      const text = all.join('');
      const cut = cutText(text, length);
      assert.ok(cut.length <= length && cut.isWellFormed());
      assert.ok(text.startsWith(cut.replace(/\ufffd$/, '')));
      assert.ok(cut !== '' || text === '' || length === 0);
    }),
    { seed: 41 },
  );
});
