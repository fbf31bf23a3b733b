import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownFrame, wayFrom } from './box/open-frame.svelte.ts';
import { pathOf, placeAt, readAddress, writeAddress } from './read-address.ts';

test('a port or a name of this machine is an app, a path is a file, and nothing else is shown', () => {
  const app = (port: number, path = '/') => ({ port, path });
  for (const [text, expected] of [
    ['5173', app(5173)],
    [':5173/a?b#c', app(5173, '/a?b#c')],
    [' localhost:5173 ', app(5173)],
    ['http://127.0.0.1:8000/x', app(8000, '/x')],
    ['http://[::1]:8000', app(8000)],
    ['http://localhost', app(80)],
    ['localhost:3000?q', app(3000, '/?q')],
    ['docs/a b.html', { file: 'docs/a b.html' }],
    ['./index.html', { file: 'index.html' }],
    ['localhost.html', { file: 'localhost.html' }],
    ['', null],
    ['0', null],
    ['99999', null],
    ['https://example.com', null],
    ['http://localhost.evil.test:80/', null],
    ['http://localhost@evil.test/', null],
    ['file:///etc/passwd', null],
    ['/etc/passwd', null],
  ] as const)
    assert.deepEqual(readAddress(text), expected, text);
});

test('what is shown is written as it may be typed, also after the frame went elsewhere', () => {
  const file = { file: 'a b/c.html' };
  assert.equal(pathOf(file), '/a%20b/c.html');
  assert.equal(writeAddress(file), 'a b/c.html');
  assert.deepEqual(placeAt(file, '/a%20b/d.html?x#y'), { file: 'a b/d.html' });
  assert.deepEqual(placeAt(file, '/p/frames/n/d.html', '/p/frames/n'), { file: 'd.html' });
  assert.deepEqual(placeAt(file, '/%ff'), { file: '%ff' });
  assert.deepEqual(placeAt(file, '/'), file);
  assert.equal(writeAddress(placeAt({ port: 5173, path: '/' }, '/x?y')), 'localhost:5173/x?y');
});

test('a frame has a name below localhost where that leads to the panel, and a path beside the page elsewhere', () => {
  const at = (href: string) => new URL(href);
  assert.equal(wayFrom(at('http://127.0.0.1:4317/')), 'host');
  assert.equal(wayFrom(at('http://[::1]:4317/')), 'host');
  for (const href of ['https://localhost:4317/', 'http://panel.example/', 'http://127.0.0.1:8000/user/a/'])
    assert.equal(wayFrom(at(href)), 'path', href);
  const source = { file: 'a.html', hasNetwork: false };
  assert.deepEqual(shownFrame({ name: 'n', way: 'host' }, source, at('http://127.0.0.1:4317/')), {
    name: 'n',
    way: 'host',
    address: 'http://n.localhost:4317/',
    origin: 'http://n.localhost:4317',
    sandbox: 'allow-scripts allow-forms allow-same-origin',
  });
  assert.deepEqual(shownFrame({ name: 'n', way: 'path' }, source, at('https://hub.example/user/a/')), {
    name: 'n',
    way: 'path',
    address: 'https://hub.example/user/a/frames/n/',
    origin: 'null',
    sandbox: 'allow-scripts allow-forms',
  });
});
