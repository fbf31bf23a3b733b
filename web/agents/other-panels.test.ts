import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOtherPanel, parseOtherPanel } from './other-panels.ts';

test('the token of a pasted link opens the other panel once and is not in its entry', () => {
  assert.deepEqual(parseOtherPanel(' https://box.example/@me/panel/?agent=1#t=secret_-1 '), {
    panel: { name: 'box.example', address: 'https://box.example/@me/panel/' },
    link: 'https://box.example/@me/panel/#t=secret_-1',
  });
  assert.deepEqual(parseOtherPanel('localhost:4318'), {
    panel: { name: 'localhost:4318', address: 'http://localhost:4318/' },
    link: 'http://localhost:4318/',
  });
});

test('an address that would run something here, or has a password, is not taken', () => {
  for (const text of ['', 'javascript://x/%0aalert(1)', 'file:///etc/passwd', 'data:text/html,x'])
    assert.equal(parseOtherPanel(text)?.panel.address.startsWith('http') ?? false, false, text);
  assert.equal(parseOtherPanel('https://user:word@box.example/'), null);
  assert.equal(parseOtherPanel('http://'), null);
});

test('a panel that is added again keeps its place and its name', () => {
  const known = [{ name: 'The big one', address: 'http://localhost:4318/' }];
  assert.deepEqual(
    addOtherPanel(known, { name: 'localhost:4318', address: 'http://localhost:4318/' }),
    known,
  );
});
