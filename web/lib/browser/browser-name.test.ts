import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserName } from './browser-name.ts';

test('the name of a browser is the one that its users know', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36';
  for (const [userAgent, name] of [
    [chrome, 'Chrome on Linux'],
    [`${chrome.replace('X11; Linux x86_64', 'Linux; Android 16')}`, 'Chrome on Android'],
    [`${chrome.replace('X11; Linux x86_64', 'Windows NT 10.0')} Edg/156.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19 Safari/604',
      'Safari on iPhone',
    ],
    ['curl/8', 'Browser'],
  ] as const)
    assert.equal(browserName(userAgent), name);
});
