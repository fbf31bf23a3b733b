import assert from 'node:assert/strict';
import test from 'node:test';
import { safeAddress } from './address.ts';

test('http, https and mailto addresses are links', () => {
  assert.equal(safeAddress('https://example.org/a?b#c'), 'https://example.org/a?b#c');
  assert.equal(safeAddress('HTTP://example.org'), 'http://example.org/');
  assert.equal(safeAddress('mailto:a@example.org'), 'mailto:a@example.org');
});

test('S-44: any other address, however it is spelled, is not a link', () => {
  const tricks = [
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:1',
    ],
    ...[
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'vscode://file/a',
      'ms-word:ofe|u|x',
      'blob:https://a/b',
    ],
    ...['/relative', '//example.org/a', '#fragment', '', 'example.org', 'https://paypal.com@example.org/'],
  ];
  assert.deepEqual(
    tricks.filter((href) => safeAddress(href) !== null),
    [],
  );
});
