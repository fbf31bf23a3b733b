// Attacks on the addresses of frames, as bytes: what a page in a frame could ask for, with and without the token.
// e2e/browser/frames.spec.ts attacks from inside a browser.
import assert from 'node:assert/strict';
import { readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameWay, OpenFrame } from '../../shared/frames.ts';
import { apiRoutes } from './routes.ts';
import { SiegePanel, type RawRequest } from './siege-panel.ts';

let panel: SiegePanel;
let agent = '';

before(async () => {
  panel = await SiegePanel.open({ args: ['--base-path', '/base'], recordsStdin: true });
  agent = await panel.readyAgent();
  await writeFile(path.join(panel.workspace, 'a.html'), '<!doctype html><head><title>A</title><p>here');
  await writeFile(path.join(panel.workspace, '.env'), 'SECRET=1');
  await writeFile(path.join(panel.workspace, 'data.bin'), Buffer.from([0, 1, 2, 3, 4, 5]));
  await symlink('/etc/hostname', path.join(panel.workspace, 'out.html'));
});

after(() => panel?.close());

async function openFrame(way: FrameWay, file = 'a.html'): Promise<string> {
  const body = { source: { file, hasNetwork: false }, way, page: `http://127.0.0.1:${panel.port}/` };
  const response = await panel.post(`agents/${agent}/frames`, body);
  assert.equal(response.status, 201);
  return ((await response.json()) as OpenFrame).name;
}

const hostOf = (name: string): string => `${name}.localhost:${panel.port}`;
const ask = (name: string, target: string, more: Partial<RawRequest> = {}) =>
  panel.raw({ ...more, target, headers: { Host: hostOf(name), ...more.headers } });

test('S-74: the address of a frame has no API, no page and no token, whatever the request carries', async () => {
  const name = await openFrame('host');
  const { authorization } = panel;
  const index = await panel.raw({ target: '/' });
  const script = /src="\.(\/[^"]+)"/.exec(index.body)?.[1] ?? 'none';
  const before = await panel.state();
  for (const { method, path: target } of apiRoutes(agent)) {
    const own = { Origin: `http://${hostOf(name)}`, 'Sec-Fetch-Site': 'same-origin' };
    for (const headers of [{}, authorization, { ...authorization, ...own }]) {
      const { status, head, body } = await ask(name, target, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': '2' },
        body: '{}',
      });
      assert.ok([404, 405].includes(status), `${method} ${target}: ${status}`);
      assert.ok(!(head + body).includes(panel.token));
      assert.match(head, /^content-type: text\/plain/im);
    }
  }
  for (const target of [
    '/',
    '/healthz',
    script,
    '/index.html',
    `/frames/${name}/a.html`,
    '/service-worker.js',
  ])
    assert.equal((await ask(name, target, { headers: authorization })).status, 404, target);
  assert.deepEqual(await panel.state(), before);
});

test('S-74: only an open frame is reached, in its own way, and not once it has ended', async () => {
  const [byHost, byPath] = [await openFrame('host'), await openFrame('path')];
  assert.match(
    (await ask(byHost, '/a.html')).body,
    /<head><script src="\/-pi-panel\/frame\.js"><\/script><title>/,
  );
  const below = await panel.raw({ target: `/frames/${byPath}/a.html` });
  assert.match(below.body, new RegExp(`<script src="/frames/${byPath}/-pi-panel/frame.js">`));
  assert.equal((await panel.raw({ target: `/base/frames/${byPath}/a.html` })).status, 200);
  assert.equal((await ask(byPath, '/a.html')).status, 403);
  assert.equal((await panel.raw({ target: `/frames/${byHost}/a.html` })).status, 404);
  const others = ['0'.repeat(52), byHost.slice(1), `${byHost}.x`, `x.${byHost}`, 'www', ''];
  for (const name of others) assert.ok([400, 403].includes((await ask(name, '/a.html')).status), name);
  const twice = await panel.raw({
    target: '/a.html',
    headers: { Host: hostOf(byHost), ' Host': 'x' },
  });
  assert.equal(twice.status, 400);
  for (const name of [byHost, byPath]) {
    assert.equal((await panel.fetch(`frames/${name}`, { method: 'DELETE' })).status, 204);
    assert.equal((await panel.fetch(`frames/${name}`)).status, 404);
  }
  assert.equal((await ask(byHost, '/a.html')).status, 403);
  assert.equal((await panel.raw({ target: `/frames/${byPath}/a.html` })).status, 404);
});

test('S-74: every answer of a frame keeps it apart from the page, errors included', async () => {
  const [byHost, byPath] = [await openFrame('host'), await openFrame('path')];
  for (const target of [
    '/a.html',
    '/none',
    '/.env',
    '/out.html',
    '/-pi-panel/frame.js',
    '/%ff',
    '/data.bin',
  ]) {
    for (const answer of [
      await ask(byHost, target),
      await panel.raw({ target: `/frames/${byPath}${target}` }),
    ]) {
      const policy = /^content-security-policy: (.*)$/im.exec(answer.head)?.[1] ?? '';
      if (target === '/%ff') assert.equal(answer.status, 400);
      else {
        assert.match(policy, /connect-src 'none'/, target);
        assert.match(
          policy,
          new RegExp(`frame-ancestors http://127\\.0\\.0\\.1:${panel.port}(?: 'self')?(;|$)`),
          target,
        );
        assert.match(policy, /sandbox allow-scripts allow-forms/, target);
        assert.match(answer.head, /^referrer-policy: same-origin/im);
      }
      assert.doesNotMatch(answer.head, /^(?:set-cookie|access-control)/im);
    }
    const below = (await panel.raw({ target: `/frames/${byPath}${target}` })).head;
    assert.doesNotMatch(below, /allow-same-origin/);
  }
});

test('S-75: in a static frame, no answer lets a script run but the one that fills an empty document', async () => {
  for (const way of ['host', 'path'] as const) {
    const source = { file: 'a.html', hasNetwork: false, isStatic: true };
    const page = `http://127.0.0.1:${panel.port}/`;
    const response = await panel.post(`agents/${agent}/frames`, { source, way, page });
    const { name } = (await response.json()) as OpenFrame;
    for (const target of ['/a.html', '/none', '/data.bin', '/x/y.ipynb?pi-panel-blank']) {
      const answer =
        way === 'host' ? await ask(name, target) : await panel.raw({ target: `/frames/${name}${target}` });
      assert.match(answer.head, new RegExp(`script-src 'nonce-${name}';`), target);
      assert.match(answer.head, /worker-src 'none';/);
      assert.equal(answer.body.includes(`nonce="${name}"`), target.includes('blank'), target);
    }
  }
});

test('S-74: nothing but the frame and the page around it can ask for what is in it', async () => {
  const [byHost, byPath] = [await openFrame('host'), await openFrame('path')];
  const status = async (way: FrameWay, site: string, dest: string): Promise<number> => {
    const headers = {
      ...{ 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': dest },
      ...(site === 'cross-site' && { Origin: 'null' }),
      ...(dest === 'serviceworker' && { 'Service-Worker': 'script' }),
    };
    const answer =
      way === 'host'
        ? await ask(byHost, '/a.html', { headers })
        : await panel.raw({ target: `/frames/${byPath}/a.html`, headers });
    return answer.status;
  };
  // The page shows it, and it loads its own files.
  assert.equal(await status('host', 'cross-site', 'iframe'), 200);
  assert.equal(await status('host', 'same-origin', 'script'), 200);
  assert.equal(await status('path', 'same-origin', 'iframe'), 200);
  assert.equal(await status('path', 'cross-site', 'script'), 200);
  // Other sites and other frames load nothing of it, and neither does the page itself at its own origin.
  for (const dest of ['script', 'image', 'empty', 'style', 'worker'])
    for (const site of ['cross-site', 'same-site']) assert.equal(await status('host', site, dest), 403, dest);
  for (const dest of ['script', 'worker', 'serviceworker', 'style', 'empty'])
    assert.equal(await status('path', 'same-origin', dest), 403, dest);
  // Nothing opens it without the page, whose policy keeps it from leading the frame elsewhere.
  for (const way of ['host', 'path'] as const)
    for (const site of ['none', 'same-origin', 'cross-site'])
      assert.equal(await status(way, site, 'document'), 403);
  assert.equal(await status('host', 'same-origin', 'serviceworker'), 403);
});

test('S-34, S-36, S-75: a frame shows files of the workspace, without hidden ones, links that lead out, and writing', async () => {
  const name = await openFrame('host');
  const targets = {
    '/data.bin': 200,
    '/.env': 404,
    '/%2eenv': 404,
    '/.git/config': 404,
    '/x/.ssh/id': 404,
    '/out.html': 403,
    '/../../etc/passwd': 404,
    '/..%2f..%2fetc%2fpasswd': 404,
    '/%2e%2e/x': 404,
    '/none.html': 404,
    '/a.html/': 400,
    '//etc/passwd': 404,
    '/a.html?x=../../y': 200,
  };
  for (const [target, expected] of Object.entries(targets))
    assert.equal((await ask(name, target)).status, expected, target);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    assert.equal((await ask(name, '/a.html', { method, headers: { 'Content-Length': '0' } })).status, 405);
  const part = await ask(name, '/data.bin', { headers: { Range: 'bytes=2-3' } });
  assert.deepEqual([part.status, part.body], [206, '\x02\x03']);
  assert.match(part.head, /^content-range: bytes 2-3\/6/im);
  assert.equal((await ask(name, '/data.bin', { headers: { Range: 'bytes=9-' } })).body.length, 6);
});

test('S-77: an answer of a gigabyte passes without being held', async () => {
  const file = path.join(panel.workspace, 'huge.html');
  await writeFile(file, '<head>');
  await truncate(file, 1024 ** 3);
  const name = await openFrame('host');
  let bytes = 0;
  let most = 0;
  await new Promise<void>((resolve, reject) => {
    request({ port: panel.port, path: '/huge.html', headers: { Host: hostOf(name) } }, (answer) => {
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', resolve);
      answer.on('error', reject);
      const timer = setInterval(
        () => void memoryOf(panel.pid).then((now) => (most = Math.max(most, now))),
        50,
      );
      answer.once('close', () => clearInterval(timer));
    })
      .on('error', reject)
      .end();
  });
  assert.ok(bytes > 1024 ** 3, `${bytes} bytes`);
  if (process.platform === 'linux') assert.ok(most > 0 && most < 600e6, `${most} bytes of memory`);
});

/** In bytes; 0 where the system does not tell. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

test('a frame is opened for a plain path and the address of a page only', async () => {
  const frame = { source: { file: 'a.html', hasNetwork: false }, way: 'host', page: panel.origin };
  const refused = [
    { ...frame, source: { file: '../a.html', hasNetwork: false } },
    { ...frame, source: { file: '/etc/passwd', hasNetwork: false } },
    { ...frame, source: { file: 'a.html' } },
    { ...frame, source: {} },
    { ...frame, source: { ...frame.source, isStatic: false } },
    { ...frame, way: 'other' },
    { ...frame, page: 'javascript:alert(1)' },
    { ...frame, page: 'http://x/..%2f' },
    { ...frame, page: 'x; script-src *' },
    { ...frame, more: 1 },
  ];
  for (const body of refused)
    assert.equal((await panel.post(`agents/${agent}/frames`, body)).status, 400, JSON.stringify(body));
  assert.equal((await panel.post('agents/none/frames', frame)).status, 404);
});
