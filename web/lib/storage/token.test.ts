import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStorage } from './persisted.ts';
import { forgetToken, readTokens, storeToken } from './token.ts';

/** The pages of one origin share its storage. */
function openPage(pathname: string, { hash = '' } = {}): void {
  const globals = { location: { pathname, hash, search: '' }, history: { replaceState: () => undefined } };
  for (const [name, value] of Object.entries({ ...globals, sessionStorage: memoryStorage() }))
    Object.defineProperty(globalThis, name, { configurable: true, value });
}

test('two panels behind one proxy keep their own tokens', () => {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: memoryStorage() });
  for (const [path, token] of [
    ['/', 'root'],
    ['/one/', 'first'],
    ['/two/', 'second'],
  ] as const) {
    openPage(path, { hash: `#t=${token}` });
    assert.deepEqual(readTokens(), [token]);
    storeToken(token);
  }
  openPage('/one/');
  assert.deepEqual(readTokens(), ['first']);
  forgetToken('first');
  assert.deepEqual(readTokens(), []);
  openPage('/two/');
  assert.deepEqual(readTokens(), ['second']);
  openPage('/');
  assert.deepEqual(readTokens(), ['root']);
});
