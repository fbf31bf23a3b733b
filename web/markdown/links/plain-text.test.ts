import assert from 'node:assert/strict';
import test from 'node:test';
import { resolveReferences } from './plain-text.ts';

test('character references become their characters', () => {
  assert.equal(resolveReferences('a &amp; b &lt;i&gt; &#65;&#x1F600; &rarr;'), 'a & b <i> A😀 →');
});

test('a resolved reference is not resolved again', () => {
  assert.equal(resolveReferences('&amp;lt;'), '&lt;');
});

test('unknown names stay unchanged, and numbers without a character become U+FFFD', () => {
  assert.equal(
    resolveReferences('&nosuch; & &#0; &#xD800; &toString;'),
    '&nosuch; & \ufffd \ufffd &toString;',
  );
});
