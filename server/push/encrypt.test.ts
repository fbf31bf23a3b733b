import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import { areBrowserKeys, encrypt, MAX_MESSAGE } from './encrypt.ts';
import { decrypt, makeBrowser } from './fixtures/browser.ts';

test('the example of RFC 8291 comes out byte by byte', () => {
  const key = createECDH('prime256v1');
  key.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const body = encrypt(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'), key, isPadded: false },
  );
  assert.equal(
    body.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('S-68: the browser reads what was sent, and its length tells the push service nothing', () => {
  const browser = makeBrowser();
  const lengths = ['', 'x', 'ü'.repeat(400)].map((text) => {
    const body = encrypt(text, browser.keys);
    assert.equal(decrypt(body, browser), text);
    // Two bytes alone may well occur among thousands of random ones.
    assert.ok(!body.includes(Buffer.from('ü'.repeat(8))));
    return body.length;
  });
  assert.equal(new Set(lengths).size, 1);
});

test('no two messages are alike, and the longest one fits', () => {
  const { keys } = makeBrowser();
  assert.notDeepEqual(encrypt('same', keys), encrypt('same', keys));
  assert.ok(encrypt('x'.repeat(MAX_MESSAGE), keys).length <= 4096);
});

test('keys that no browser makes are distinguished from real ones', () => {
  const { keys } = makeBrowser();
  assert.equal(areBrowserKeys(keys), true);
  assert.equal(areBrowserKeys({ ...keys, auth: 'AAAA' }), false);
  for (const p256dh of ['', 'AAAA', Buffer.alloc(65, 4).toString('base64url')])
    assert.equal(areBrowserKeys({ ...keys, p256dh }), false, p256dh);
});
