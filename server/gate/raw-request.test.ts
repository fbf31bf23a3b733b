import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkForm } from './raw-request.ts';

const faultOf = (target: string): string | undefined =>
  checkForm({ method: 'GET', target, all: () => ['localhost'] })?.message;

const escape = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

test('S-57: a target is accepted exactly if all of its escapes are UTF-8 text without a NUL', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 4 }).map((text) => new TextEncoder().encode(text)),
  );
  fc.assert(
    fc.property(bytes, fc.constantFrom('/api/', '/api/x?path=', '/api/x?a=b&path='), (odd, before) => {
      const isAccepted = faultOf(`${before}${escape(odd)}`) === undefined;
      assert.equal(isAccepted, isText(odd), before);
    }),
  );
});

test('S-57: what is not text is named by its field', () => {
  const words = 'must be UTF-8 text in percent-encoding, such as %C3%A9.';
  assert.equal(faultOf('/api/%ff'), `address: ${words}`);
  assert.equal(faultOf('/api/%'), `address: ${words}`);
  assert.equal(faultOf('/api/x?path=%ED%A0%80'), `path: ${words}`);
  assert.equal(faultOf('/api/x?a=%C3%A9&b=1?2&c_d=%C3'), `c_d: ${words}`);
  assert.equal(faultOf('/api/x?%ff=x'), `query: ${words}`);
  assert.equal(faultOf('/api/x?<b>=%ff'), `query: ${words}`);
  assert.equal(faultOf('/api/x?a=%C3%A9+b%20c&d'), undefined);
});
