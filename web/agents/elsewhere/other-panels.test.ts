import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOtherPanel, parseOtherPanel, statusLink } from './other-panels.ts';

test('the token of a pasted link is used to open the other panel once, but is not stored', () => {
  assert.deepEqual(parseOtherPanel(' https://box.example/@me/panel/?agent=1#t=secret_-1 '), {
    panel: { name: 'box.example', address: 'https://box.example/@me/panel/' },
    link: 'https://box.example/@me/panel/#t=secret_-1',
  });
  assert.deepEqual(parseOtherPanel('localhost:4318'), {
    panel: { name: 'localhost:4318', address: 'http://localhost:4318/' },
    link: 'http://localhost:4318/',
  });
});

test('an address that could run code here or contains a password is rejected', () => {
  for (const text of ['', 'javascript://x/%0aalert(1)', 'file:///etc/passwd', 'data:text/html,x'])
    assert.equal(parseOtherPanel(text)?.panel.address.startsWith('http') ?? false, false, text);
  assert.equal(parseOtherPanel('https://user:word@box.example/'), null);
  assert.equal(parseOtherPanel('http://'), null);
});

test('a panel that is added again keeps its position and its name', () => {
  const known = [{ name: 'The big one', address: 'http://localhost:4318/' }];
  assert.deepEqual(
    addOtherPanel(known, { name: 'localhost:4318', address: 'http://localhost:4318/' }),
    known,
  );
});

test('a status link sets the status token of a new or known panel, and contains no token to open it', () => {
  const link = statusLink('http://localhost:4318/?agent=1', 'status_-1');
  const parsed = parseOtherPanel(link);
  const panel = { name: 'localhost:4318', address: 'http://localhost:4318/', statusToken: 'status_-1' };
  assert.deepEqual(parsed, { panel, link: 'http://localhost:4318/' });
  const known = [{ name: 'The big one', address: 'http://localhost:4318/' }];
  assert.deepEqual(addOtherPanel(known, panel), [{ ...panel, name: 'The big one' }]);
  assert.deepEqual(addOtherPanel([panel], { name: 'x', address: panel.address }), [panel]);
});
