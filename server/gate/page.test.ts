import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { staticFiles } from './page.ts';

const large = 'export const a = 1;\n'.repeat(100);

let dir = '';
let app: Hono;

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'static-'));
  dir = join(folder, 'web');
  await mkdir(join(dir, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(dir, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(dir, 'icon.svg'), '<svg/>');
  await writeFile(join(dir, 'service-worker.js'), 'addEventListener("push", () => {})');
  await writeFile(join(dir, 'assets', 'index-Bx3k9_Qz.js'), 'export {};');
  await writeFile(join(dir, 'assets', 'index-C-12abcd.css'), 'a{}');
  await writeFile(join(dir, 'assets', 'gone-00000000.js'), 'old');
  await writeFile(join(dir, 'assets', 'large-Bx3k9_Qz.js'), large);
  await writeFile(join(dir, 'assets', 'large-Bx3k9_Qz.js.br'), brotliCompressSync(large));
  await symlink(join(folder, 'secret.txt'), join(dir, 'link.txt'));
  app = new Hono();
  app.use(await staticFiles({ dir }));
  app.get('/later', (c) => c.text('later'));
});

after(() => rm(join(dir, '..'), { recursive: true }));

test('the page is served at the root and never stored', async () => {
  const response = await app.request('/');
  assert.match(await response.text(), /<title>page/);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal((await app.request('/index.html')).status, 200);
  assert.equal(await (await app.request('/', { method: 'HEAD' })).text(), '');
});

test('a hashed asset has its type and may be cached for ever', async () => {
  const script = await app.request('/assets/index-Bx3k9_Qz.js');
  assert.equal(await script.text(), 'export {};');
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
  assert.match(script.headers.get('cache-control') ?? '', /immutable/);
  const style = await app.request('/assets/index-C-12abcd.css');
  assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
});

test('a compressed copy is sent to browsers that accept it, and only to them', async () => {
  const path = '/assets/large-Bx3k9_Qz.js';
  const ask = (accepted?: string, etag?: string) =>
    app.request(path, {
      headers: { ...(accepted && { 'accept-encoding': accepted }), ...(etag && { 'if-none-match': etag }) },
    });
  for (const accepted of [undefined, 'deflate', 'brx', 'br;q=0']) {
    const plain = await ask(accepted);
    assert.equal(plain.headers.get('content-encoding'), null, accepted);
    assert.equal(await plain.text(), large);
  }
  const sent = await ask('gzip, deflate, br, zstd');
  assert.equal(sent.headers.get('content-encoding'), 'br');
  assert.equal(sent.headers.get('vary'), 'Accept-Encoding');
  assert.match(sent.headers.get('content-type') ?? '', /^text\/javascript/);
  assert.equal(brotliDecompressSync(await sent.arrayBuffer()).toString(), large);
  const etag = sent.headers.get('etag') ?? '';
  assert.equal((await ask('br', etag)).status, 304);
  assert.equal((await ask(undefined, etag)).status, 200, 'a copy in another encoding is another one');
  assert.equal((await app.request(`${path}.br`)).status, 404);
});

test('a browser on plain http, which accepts gzip alone, is sent that, and keeps it', async () => {
  const ask = (name: string, etag = '') =>
    app.request(`/assets/${name}`, {
      headers: { 'accept-encoding': 'gzip, deflate', 'if-none-match': etag },
    });
  for (let round = 0; round < 2; round++) {
    const sent = await ask('large-Bx3k9_Qz.js');
    assert.equal(sent.headers.get('content-encoding'), 'gzip');
    assert.equal(sent.headers.get('vary'), 'Accept-Encoding');
    assert.equal(gunzipSync(await sent.arrayBuffer()).toString(), large);
    assert.equal((await ask('large-Bx3k9_Qz.js', sent.headers.get('etag')!)).status, 304);
  }
  const small = await ask('index-Bx3k9_Qz.js');
  assert.equal(small.headers.get('content-encoding'), null);
  assert.equal(await small.text(), 'export {};');
});

test('the service worker is asked for each time, and may contact the panel alone', async () => {
  const { headers } = await app.request('/service-worker.js');
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.match(headers.get('content-type') ?? '', /^text\/javascript/);
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'.*connect-src 'self'$/);
});

test('a file that the browser already has is not sent again', async () => {
  for (const path of ['/icon.svg', '/assets/index-Bx3k9_Qz.js']) {
    const etag = (await app.request(path)).headers.get('etag') ?? '';
    const again = await app.request(path, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304, path);
    assert.equal(await again.text(), '');
  }
});

test('S-33: only listed names are found, in whatever spelling', async () => {
  const traversal = [
    '/assets/../../secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
  ];
  const odd = [
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/@fs/etc/passwd',
    '/assets//etc/passwd',
    '/etc/passwd',
  ];
  const files = [
    '/assets',
    '/assets/',
    '/link.txt',
    '/INDEX.HTML',
    '/index.html/',
    '/assets/index-Bx3k9_Qz.js%00.js',
  ];
  for (const path of [...traversal, ...odd, ...files]) {
    const response = await app.request(`http://localhost${path}`);
    assert.equal(response.status, 404, path);
    assert.doesNotMatch(await response.text(), /secret|export/);
  }
});

test('S-33: a query does not change which file is served', async () => {
  assert.equal(await (await app.request('/assets/index-Bx3k9_Qz.js?raw??')).text(), 'export {};');
});

test('other paths and methods are passed on to the routes', async () => {
  assert.equal(await (await app.request('/later')).text(), 'later');
  assert.equal((await app.request('/', { method: 'POST' })).status, 404);
});

test('R-57: an asset that a newer build removed is a 404 with a remedy', async () => {
  await rm(join(dir, 'assets', 'gone-00000000.js'));
  const response = await app.request('/assets/gone-00000000.js');
  assert.equal(response.status, 404);
  assert.match(await response.text(), /Start the panel again/);
});

test('a folder without a page is refused at the start', async () => {
  await assert.rejects(staticFiles({ dir: join(dir, 'assets') }), /has no index\.html/);
});
