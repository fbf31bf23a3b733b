import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt } from './fold-text.ts';

test('an excerpt begins and ends between characters, wherever the match is', () => {
  for (const part of ['😀', '👨‍👩‍👧', 'e\u0301', '漢'])
    for (let before = 0; before < 60; before++) {
      const text = `${part.repeat(before)}needle${part.repeat(60)}`;
      const shown = excerpt(text, 'needle', 50) ?? '';
      assert.ok(shown.includes('needle'));
      const rest = shown.replace('needle', '').replaceAll(/^…|…$/g, '');
      assert.equal(rest.normalize('NFC').replaceAll(part.normalize('NFC'), ''), '', shown);
    }
});
