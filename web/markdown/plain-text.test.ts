import assert from 'node:assert/strict';
import test from 'node:test';
import { withoutReferences } from './plain-text.ts';

test('character references become the characters that they stand for', () => {
  assert.equal(withoutReferences('a &amp; b &lt;i&gt; &#65;&#x1F600; &rarr;'), 'a & b <i> A😀 →');
});

test('what is resolved is not resolved again', () => {
  assert.equal(withoutReferences('&amp;lt;'), '&lt;');
});

test('unknown names stay as they stand, and numbers that are no character become the replacement', () => {
  assert.equal(
    withoutReferences('&nosuch; & &#0; &#xD800; &toString;'),
    '&nosuch; & \ufffd \ufffd &toString;',
  );
});
