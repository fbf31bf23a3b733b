import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toApp, toBrowser, type AppPlace } from './app-headers.ts';
import type { Frame } from './frames.ts';

const frame: Frame = {
  ...{
    name: 'n',
    agent: 'a',
    source: { port: 5173 },
    way: 'host',
    origin: 'http://127.0.0.1:4317',
    base: '/base',
  },
  ...{ isReached: true, isLookable: false, end: new AbortController() },
};
const place: AppPlace = { frame, port: 5173, host: 'n.localhost:4317' };
const below: AppPlace = { ...place, frame: { ...frame, way: 'path' }, host: 'hub.example' };
const own = 'http://n.localhost:4317';

test('an app sees requests to its own address', () => {
  const headers = toApp(
    [
      ...['Host', 'n.localhost:4317', 'Origin', own, 'Referer', `${own}/a?b`, 'Cookie', 'a=1', 'X-Own', 'x'],
      ...['Connection', 'keep-alive', 'Upgrade', 'h2c', 'X-Forwarded-For', '1.2.3.4'],
    ],
    place,
  );
  assert.deepEqual(headers, [
    ...['Host', 'localhost:5173', 'Origin', 'http://localhost:5173', 'Referer', 'http://localhost:5173/a?b'],
    ...['Cookie', 'a=1', 'X-Own', 'x'],
  ]);
  const foreign = toApp(['Origin', 'https://evil.test', 'Referer', 'https://evil.test/'], place);
  assert.deepEqual(foreign, ['Host', 'localhost:5173', 'Origin', 'https://evil.test']);
});

test('an app that refuses to be in a frame of another site is shown as in a tab', () => {
  const sent = (site: string, dest: string, at: AppPlace) =>
    toApp(['Sec-Fetch-Site', site, 'Sec-Fetch-Dest', dest], at)
      .slice(2)
      .filter((_, n) => n % 2 === 1);
  assert.deepEqual(sent('cross-site', 'iframe', place), ['none', 'document']);
  assert.deepEqual(sent('same-origin', 'iframe', place), ['same-origin', 'iframe']);
  assert.deepEqual(sent('same-origin', 'script', place), ['same-origin', 'script']);
  assert.deepEqual(sent('cross-site', 'script', below), ['same-origin', 'script']);
  assert.deepEqual(sent('same-origin', 'iframe', below), ['same-origin', 'iframe']);
});

test('S-74: at the address of the page, an app gets no cookie and no password of it, and sets none', () => {
  const request = ['Cookie', 'hub=secret', 'Authorization', 'Basic x', 'Origin', 'null', 'Accept', '*/*'];
  assert.deepEqual(toApp(request, below), [
    ...['Host', 'localhost:5173', 'Origin', 'http://localhost:5173', 'Accept', '*/*'],
  ]);
  const answer = [
    ...['Content-Type', 'text/html', 'Set-Cookie', 'hub=mine', 'Clear-Site-Data', '"*"'],
    ...[
      'Strict-Transport-Security',
      'max-age=1',
      'Service-Worker-Allowed',
      '/',
      'Access-Control-Allow-Origin',
      '*',
    ],
    ...['Location', '/login', 'ETag', '"1"', 'Refresh', '0; url=/'],
  ];
  assert.deepEqual(toBrowser(answer, below), [
    ...['Content-Type', 'text/html', 'Location', '/base/frames/n/login', 'ETag', '"1"'],
  ]);
});

test('a redirect to the app itself stays in the frame, and others are what they are', () => {
  for (const [location, expected, inPath] of [
    ['http://localhost:5173/a?b', '/a?b', '/base/frames/n/a?b'],
    ['http://127.0.0.1:5173', '/', '/base/frames/n/'],
    ['http://[::1]:5173/#x', '/#x', '/base/frames/n/#x'],
    ['/login', '/login', '/base/frames/n/login'],
    ['login', 'login', 'login'],
    ['//evil.test/', '//evil.test/', '//evil.test/'],
    ['http://localhost:4000/', 'http://localhost:4000/', 'http://localhost:4000/'],
    ['http://localhost:51731/', 'http://localhost:51731/', 'http://localhost:51731/'],
    ['https://example.com/', 'https://example.com/', 'https://example.com/'],
  ] as const) {
    assert.deepEqual(toBrowser(['Location', location], place), ['Location', expected], location);
    assert.deepEqual(toBrowser(['Location', location], below), ['Location', inPath], location);
  }
});

test('a cookie works in a frame of another site, and for this frame only', () => {
  const [, cookie] = toBrowser(
    ['Set-Cookie', 'a=1; Path=/; HttpOnly; Domain=localhost; SameSite=Lax'],
    place,
  );
  assert.equal(cookie, 'a=1; Path=/; HttpOnly; SameSite=None; Secure; Partitioned');
});

test('what would keep an app out of the frame is left out', () => {
  const headers = [
    ...[
      'X-Frame-Options',
      'DENY',
      'Cross-Origin-Opener-Policy',
      'same-origin',
      'Referrer-Policy',
      'unsafe-url',
    ],
    ...['Content-Security-Policy', "frame-ancestors 'none'; script-src 'self'; upgrade-insecure-requests"],
    ...['Transfer-Encoding', 'chunked', 'Cache-Control', 'no-cache'],
  ];
  assert.deepEqual(toBrowser(headers, place), ['Cache-Control', 'no-cache']);
});
