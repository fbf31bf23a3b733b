import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webAddress } from './web-address.ts';

test('S-34: only http and https addresses of a sign-in become links', () => {
  assert.equal(webAddress('https://login.example/device?x=1'), 'https://login.example/device?x=1');
  assert.equal(webAddress('http://127.0.0.1:1455/auth'), 'http://127.0.0.1:1455/auth');
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'login.example', ''])
    assert.equal(webAddress(text), null, text);
});
