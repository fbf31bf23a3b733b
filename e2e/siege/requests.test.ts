// Hostile requests to a running panel, as bytes on sockets. Most carry the right token, as if it had leaked, so that
// the check under test refuses them and not the token check.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { link, symlink, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import type { LogPage } from '../../shared/wire.ts';
import { apiRoutes, type Route } from './routes.ts';
import { SiegePanel, type RawRequest } from './siege-panel.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const TOUCH = JSON.stringify({ type: 'bash', command: 'touch pwned' });
const JSON_TYPE = { 'Content-Type': 'application/json' };

let panel: SiegePanel;
let agent = '';
let routes: Route[] = [];
let commands = '';

before(async () => {
  panel = await SiegePanel.open({ recordsStdin: true });
  agent = await panel.readyAgent();
  routes = apiRoutes(agent);
  commands = `/api/agents/${agent}/commands`;
});

after(() => panel?.close());

/** Runs `attack` and fails if it changed anything observable. */
async function withoutEffect(attack: () => Promise<void>): Promise<void> {
  const before = await panel.state();
  await attack();
  assert.deepEqual(await panel.state(), before);
}

const withLength = (body: string) => ({ 'Content-Length': String(Buffer.byteLength(body)) });

async function statusOf(request: RawRequest): Promise<number> {
  return (await panel.raw(request)).status;
}

test('S-16, S-17: every route in the app refuses every method without the token, and none reveals it', async () => {
  assert.ok(routes.length > 15, 'the routes were found');
  const forms = [
    panel.token,
    ...(['base64', 'hex', 'base64url'] as const).map((as) => Buffer.from(panel.token).toString(as)),
  ];
  const digests = (['hex', 'base64', 'base64url'] as const).map((as) =>
    createHash('sha256').update(panel.token).digest(as),
  );
  const paths = new Set([
    ...routes.map(({ path: known }) => known),
    '/api',
    '/api/',
    '/api/none',
    '/%61pi/agents',
  ]);
  await withoutEffect(async () => {
    for (const target of paths) {
      const answers = await Promise.all(METHODS.map((method) => panel.raw({ method, target })));
      for (const [i, { status, head, body }] of answers.entries()) {
        assert.equal(status, 401, `${METHODS[i]} ${target}`);
        for (const form of [...forms, ...digests]) assert.ok(!(head + body).includes(form));
      }
    }
  });
});

test('S-02, S-03, S-04: a request with a foreign Host is refused on every path, even with the right token', async () => {
  const { port } = panel;
  const names = [
    'evil.test',
    'localhost.',
    '127.0.0.1.nip.io',
    '0.0.0.0',
    '127.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
  ];
  const hosts = [
    ...names.map((name) => `${name}:${port}`),
    `localhost:${port + 1}`,
    'localhost',
    '',
    `localhost:${port}@evil.test`,
  ];
  const targets = [
    '/',
    '/favicon.ico',
    '/healthz',
    ...routes.filter(({ method }) => method === 'GET').map(({ path: known }) => known),
  ];
  await withoutEffect(async () => {
    for (const target of targets) {
      const asked = hosts.map((Host) => panel.raw({ target, headers: { Host, ...panel.authorization } }));
      for (const [i, answer] of (await Promise.all(asked)).entries()) {
        assert.ok([400, 403].includes(answer.status), `${target} by ${hosts[i]}: ${answer.status}`);
        assert.ok(!(answer.head + answer.body).includes(panel.token));
        assert.doesNotMatch(answer.body, /0\.\d+\.\d|pi-panel-test|<script/);
      }
    }
    const Host = `evil.test:${port}`;
    const rebound = { Host, Origin: `http://${Host}`, 'Sec-Fetch-Site': 'same-origin', ...JSON_TYPE };
    const headers = { ...rebound, ...panel.authorization, ...withLength(TOUCH) };
    assert.equal(await statusOf({ method: 'POST', target: commands, headers, body: TOUCH }), 403);
  });
  const forwarded = {
    Host: 'evil.test',
    'X-Forwarded-Host': `127.0.0.1:${port}`,
    Forwarded: `host=127.0.0.1:${port}`,
  };
  assert.equal(await statusOf({ target: '/', headers: forwarded }), 403);
  const headers = { Host: `LOCALHOST:${port}`, ...panel.authorization };
  assert.equal(await statusOf({ target: '/api/agents', headers }), 200);
});

test('S-05, S-13: a foreign origin reads nothing, however similar, and no preflight is granted', async () => {
  const own = `127.0.0.1:${panel.port}`;
  const near = [
    'http://localhost:3000',
    `https://${own}`,
    `http://${own}.evil.test`,
    'http://127.0.0.1',
    `http://${own}/`,
  ];
  for (const Origin of [...near, 'null', 'file://', 'https://evil.test', '', '*']) {
    const preflight = {
      Origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Private-Network': 'true',
    };
    const answers = [
      await panel.raw({ target: '/api/agents', headers: { Origin, ...panel.authorization } }),
      await panel.raw({ target: '/', headers: { Origin } }),
      await panel.raw({
        method: 'OPTIONS',
        target: commands,
        headers: { ...preflight, ...panel.authorization },
      }),
    ];
    for (const { status, head } of answers) {
      assert.equal(status, 403, Origin);
      assert.doesNotMatch(head, /^access-control-/im, Origin);
    }
  }
  const exact = { Origin: `http://${own}`, 'Sec-Fetch-Site': 'same-origin', ...panel.authorization };
  assert.equal(await statusOf({ target: '/api/agents', headers: exact }), 200);
});

test('S-06: a CORS-simple request has no effect, with or without a token', async () => {
  const types = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json;charset=x, text/plain',
  ];
  await withoutEffect(async () => {
    for (const type of [...types, undefined]) {
      const headers = { ...withLength(TOUCH), ...(type && { 'Content-Type': type }) };
      const send = (more: Record<string, string>): Promise<number> =>
        statusOf({ method: 'POST', target: commands, headers: { ...headers, ...more }, body: TOUCH });
      assert.equal(await send({ Origin: 'https://evil.test' }), 403, type);
      assert.equal(await send({}), 401, type);
      assert.equal(await send(panel.authorization), 415, type);
    }
  });
});

test('S-07, S-11, S-12: requests that the browser marks as cross-site are refused before routing', async () => {
  for (const site of ['same-site', 'cross-site', 'none', 'same-origin, cross-site']) {
    const headers = {
      ...panel.authorization,
      'Sec-Fetch-Site': site,
      'Sec-Fetch-Mode': 'no-cors',
      'Sec-Fetch-Dest': 'script',
    };
    for (const target of ['/api/agents', '/', '/none']) {
      assert.equal(await statusOf({ target, headers }), 403, `${site} ${target}`);
    }
  }
});

test('S-08, S-12, S-23, S-32: every response carries the security headers and no cookie, redirect or CORS grant', async () => {
  const { authorization } = panel;
  const shell = await panel.raw({ target: '/' });
  const script = `/${/src="\.\/([^"]+\.js)"/.exec(shell.body)?.[1]}`;
  const etag = /^etag: (\S+)/im.exec((await panel.raw({ target: script })).head)?.[1] ?? '';
  const json = { ...authorization, ...JSON_TYPE };
  const put = {
    ...authorization,
    'Content-Type': 'application/octet-stream',
    'Content-Length': '1',
    Confirm: 'no',
  };
  const file = `/api/agents/${agent}/file`;
  const cases: [number, RawRequest][] = [
    [200, { target: '/' }],
    [200, { target: '/?next=//evil.test' }],
    [200, { target: script }],
    [304, { target: script, headers: { 'If-None-Match': etag } }],
    [200, { target: '/api/agents', headers: authorization }],
    [200, { target: `${file}?path=README.md`, headers: authorization }],
    [400, { target: `${file}?path=../x`, headers: authorization }],
    [401, { target: '/api/agents' }],
    [403, { target: '/', headers: { Host: 'evil.test' } }],
    [404, { target: '/none' }],
    [404, { target: '/\\\\evil'.replaceAll('\\', '%5c') }],
    [404, { target: '//evil.test/' }],
    [404, { target: '/https:///evil' }],
    [404, { target: '/api/none', headers: authorization }],
    [405, { method: 'OPTIONS', target: '/' }],
    [409, { method: 'PUT', target: `${file}?path=.envrc`, headers: put, body: 'x' }],
    [
      412,
      {
        method: 'PUT',
        target: `${file}?path=README.md`,
        headers: { ...put, 'If-None-Match': '*' },
        body: 'x',
      },
    ],
    [413, { method: 'POST', target: commands, headers: { ...json, 'Content-Length': '99999999' } }],
    [
      415,
      { method: 'POST', target: commands, headers: { ...authorization, 'Content-Length': '1' }, body: 'x' },
    ],
    [428, { method: 'PUT', target: `${file}?path=README.md`, headers: put, body: 'x' }],
    [431, { target: '/', headers: { 'X-Long': 'x'.repeat(20_000) } }],
    [200, { target: '/', headers: { Expect: 'a wonder' } }],
    [400, { method: 'TRACE', target: '/' }],
    [400, { method: 'CONNECT', target: 'evil.test:443' }],
    [400, { method: 'PROPFIND', target: '/' }],
  ];
  for (const [status, asked] of cases) {
    const { head, ...answer } = await panel.raw(asked);
    const what = `${asked.method ?? 'GET'} ${asked.target}`;
    assert.equal(answer.status, status, what);
    for (const set of [
      /^x-content-type-options: nosniff\r$/im,
      /^x-frame-options: DENY\r$/im,
      /^referrer-policy: no-referrer\r$/im,
    ]) {
      assert.match(`${head}\r\n`, set, what);
    }
    assert.match(head, /^cross-origin-opener-policy: same-origin/im, what);
    assert.match(head, /^cross-origin-resource-policy: same-origin/im, what);
    assert.match(head, /^cache-control: (?:no-store|no-cache|public, max-age=31536000, immutable)/im, what);
    assert.doesNotMatch(head, /^(?:set-cookie|location|access-control-|refresh|server|x-powered-by)/im, what);
    const isPage = /^content-type: text\/html/im.test(head);
    if (isPage)
      assert.match(
        head,
        /^content-security-policy: default-src 'none'; script-src 'self';.*require-trusted-types-for 'script'/im,
      );
    if (asked.target.startsWith('/api/'))
      assert.match(head, /^content-security-policy: sandbox; default-src 'none'/im, what);
  }
  const stream = await panel.fetch(`events?agents=${agent}`);
  assert.equal(stream.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(stream.headers.get('set-cookie'), null);
  await stream.body?.cancel();
});

test('S-09: reading every route twice changes nothing', async () => {
  await panel.fetch('sessions');
  await withoutEffect(async () => {
    for (const { method, path: known } of routes) {
      if (method !== 'GET') continue;
      const query = known.endsWith('/events') ? `?agents=${agent}` : '?path=README.md&query=x&before=x';
      for (const _ of [1, 2]) {
        const response = await panel.fetch(
          `${known.slice('/api/'.length)}${query}&prompt=rm&type=bash&command=touch+pwned`,
        );
        assert.ok(response.status < 500, `${known}: ${response.status}`);
        await response.body?.cancel();
      }
      const head = await panel.fetch(`${known.slice('/api/'.length)}${query}`, { method: 'HEAD' });
      assert.ok(head.status < 500, `HEAD ${known}: ${head.status}`);
    }
  });
});

test('a body that is not an object, or has an unknown field, is refused by every route and changes nothing', async () => {
  await withoutEffect(async () => {
    for (const { method, path: known } of routes) {
      if (method !== 'POST') continue;
      for (const json of [[], null, 'x', 5, { 'nobody knows this': 1 }]) {
        const response = await panel.post(known.slice('/api/'.length), json);
        const text = await response.text();
        const what = `${known} with ${JSON.stringify(json)}: ${response.status} ${text}`;
        // 415: it takes bytes, as the input of a shell does.
        assert.ok([400, 404, 409, 415, 422, 428].includes(response.status), what);
        assert.doesNotMatch(text, /received Object/, `names no field: ${what}`);
      }
    }
  });
});

test('S-14: no connection is upgraded, whatever the headers', async () => {
  const upgrade = {
    Connection: 'Upgrade, close',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Version': '13',
  };
  const tries: Record<string, string>[] = [
    { Host: 'evil.test' },
    { Origin: 'https://evil.test' },
    {},
    { Authorization: 'Bearer x' },
  ];
  for (const more of [...tries, panel.authorization]) {
    for (const target of ['/', '/api/agents', commands]) {
      assert.notEqual(await statusOf({ target, headers: { ...upgrade, ...more } }), 101);
    }
  }
});

test('S-20: most of a thousand wrong tokens are rate-limited, the right one never is, and the log gets one line', async () => {
  const guess = { Authorization: `Bearer ${'x'.repeat(43)}` };
  const statuses = new Map<number, number>();
  for (let i = 0; i < 20; i++) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => panel.raw({ target: '/api/agents', headers: guess })),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    assert.equal((await panel.fetch('agents')).status, 200);
  }
  assert.ok(statuses.get(401)! >= 1 && statuses.get(429)! > 500, JSON.stringify([...statuses]));
  const waiting = await panel.raw({ target: '/api/agents', headers: guess });
  assert.match(waiting.head, /^retry-after: \d+/im);
  assert.match(waiting.head, /^x-content-type-options: nosniff/im);
  assert.equal(await statusOf({ target: '/api/agents' }), 401, 'a request without a token is not a guess');
  assert.equal(panel.output.split('\n').filter((line) => /with a wrong token /.test(line)).length, 1);
});

test('S-28: three hundred connections with half a request block no other', async () => {
  const sockets = await Promise.all(
    Array.from({ length: 300 }, async (): Promise<Socket> => {
      const socket = connect(panel.port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('POST /api/agents HTTP/1.1\r\nHost: 127.0.0.1');
      return socket;
    }),
  );
  assert.equal((await panel.fetch('agents')).status, 200);
  assert.equal(await statusOf({ target: '/' }), 200);
  assert.equal(sockets.filter(({ closed }) => closed).length, 0, 'all of them were still open');
  for (const socket of sockets) socket.destroy();
});

test('S-29: a request that two servers could parse differently is refused', async () => {
  const chunked = { 'Transfer-Encoding': 'chunked' };
  const bodies: [string, Record<string, string>, string][] = [
    ['both lengths', { ...chunked, 'Content-Length': '4' }, '0\r\n\r\n'],
    ['an unknown coding', { 'Transfer-Encoding': 'xchunked' }, '0\r\n\r\n'],
    ['a coding after chunked', { 'Transfer-Encoding': 'chunked, gzip' }, '0\r\n\r\n'],
    ['two lengths in one', { 'Content-Length': '4, 5' }, 'abcd'],
    ['a length with a sign', { 'Content-Length': '+4' }, 'abcd'],
    ['a bare line feed', { 'X-A': '1\nX-B: 2' }, ''],
    ['a folded line', { 'X-A': '1\r\n 2' }, ''],
    ['a space before the colon', { 'X-A ': '1' }, ''],
  ];
  await withoutEffect(async () => {
    for (const [what, more, body] of bodies) {
      const headers = { ...panel.authorization, ...JSON_TYPE, ...more };
      const hidden = `${body}POST ${commands} HTTP/1.1\r\nHost: x\r\n\r\n`;
      assert.equal(await statusOf({ method: 'POST', target: commands, headers, body: hidden }), 400, what);
    }
  });
});

test('S-30, S-58: only well-formed page commands reach pi', async () => {
  const nested = '['.repeat(100_000) + ']'.repeat(100_000);
  const wrong = [
    ...[
      'null',
      '1',
      '"x"',
      '[]',
      '{}',
      '{',
      nested,
      `{"type":${nested}}`,
      `{"type":"prompt","message":${nested}}`,
    ],
    ...[
      '{"__proto__":{"type":"abort"}}',
      '{"type":"abort","__proto__":{"x":1}}',
      '{"type":"abort","constructor":{"x":1}}',
    ],
    ...[
      '{"type":"toString"}',
      '{"type":"__proto__"}',
      '{"type":["bash"],"command":"touch pwned"}',
      '{"type":"abort","id":"1"}',
    ],
    '{"type":"prompt","message":"x","command":{"type":"bash","command":"touch pwned"}}',
    '{"type":"prompt","message":{"type":"bash","command":"touch pwned"}}',
    '{"type":"switch_session","sessionPath":"/etc/passwd"}',
    '{"type":"switch_session","session":"x","sessionPath":"/etc/passwd"}',
    '{"type":"new_session","parentSession":"/etc/passwd"}',
    '{"type":"export_html","outputPath":"/tmp/pwned.html"}',
    '{"type":"fork","entryId":["x"]}',
  ];
  await withoutEffect(async () => {
    for (const body of wrong) {
      const headers = { ...panel.authorization, ...JSON_TYPE, ...withLength(body) };
      const answer = await panel.raw({ method: 'POST', target: commands, headers, body });
      assert.equal(answer.status, 400, body.slice(0, 80));
      assert.doesNotMatch(answer.body, /node_modules|\bat \w|\/home\//);
    }
    for (const session of ['/etc/passwd', '../x', '-x', '--help']) {
      assert.equal(
        (await panel.post(`agents/${agent}/commands`, { type: 'switch_session', session })).status,
        404,
        session,
      );
      assert.equal((await panel.post('agents', { session })).status, 404, session);
    }
    assert.equal((await panel.post('agents', { workspace: 'relative' })).status, 400);
    assert.equal((await panel.post('agents', { argv: ['sh'], env: { A: '1' } })).status, 400);
  });
});

test('S-33: no spelling of a static path reaches another file', async () => {
  const up = [
    '/assets/../package.json',
    '/assets/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/..%5cpackage.json',
  ];
  const odd = [
    '/assets//etc/passwd',
    '/@fs/etc/passwd',
    '/assets/x%00.js',
    '/.vite/../../package.json',
    '/index.html::$DATA',
    '/INDEX~1.HTM',
  ];
  const raw = [
    '/assets/x#y',
    '/assets/..\\package.json',
    '/assets/x?raw??',
    '/assets/x?import&raw',
    '/.env',
    '/%2e%2e%2fpackage.json',
  ];
  for (const target of [...up, ...odd, ...raw]) {
    const { status, body } = await panel.raw({ target });
    assert.ok([400, 404].includes(status), `${target}: ${status}`);
    assert.doesNotMatch(body, /"dependencies"|root:|<script/, target);
  }
});

test('S-34, S-35, S-36, S-38, S-39, S-41: no file path leads out of the workspace, in any operation', async () => {
  const { workspace, root } = panel.folders;
  execFileSync('mkdir', ['-p', `${workspace}-evil`, path.join(workspace, '.git', 'hooks')]);
  await writeFile(`${workspace}-evil/secret.txt`, 'SECRET');
  await symlink(`${workspace}-evil`, path.join(workspace, 'out'));
  await symlink(`${workspace}-evil/secret.txt`, path.join(workspace, 'out.txt'));
  await symlink('loop', path.join(workspace, 'loop'));
  await link(`${workspace}-evil/secret.txt`, path.join(workspace, 'second-name'));
  execFileSync('mkfifo', [path.join(workspace, 'pipe')]);
  const file = `agents/${agent}/file?path=`;
  const read = (name: string): Promise<Response> => panel.fetch(file + encodeURIComponent(name));
  const write = (name: string, more: Record<string, string> = { 'If-None-Match': '*' }): Promise<Response> =>
    panel.fetch(file + encodeURIComponent(name), {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream', ...more },
      body: 'pwned',
    });
  const part = (name: string): Promise<Response> =>
    panel.fetch(`agents/${agent}/file/part?path=${encodeURIComponent(name)}`);
  const rows = (name: string): Promise<Response> =>
    panel.fetch(`agents/${agent}/file/rows?path=${encodeURIComponent(name)}`);
  const matches = (name: string): Promise<Response> =>
    panel.fetch(`agents/${agent}/file/matches?query=SECRET&path=${encodeURIComponent(name)}`);
  const list = (name: string): Promise<Response> =>
    panel.fetch(`agents/${agent}/files?path=${encodeURIComponent(name)}`);
  await writeFile(path.join(workspace, 'own.txt'), 'own');
  const moveFrom = (name: string) => panel.post(`agents/${agent}/files/move`, { from: name, to: 'taken' });
  const moveTo = (name: string) => panel.post(`agents/${agent}/files/move`, { from: 'own.txt', to: name });
  const makeFolder = (name: string) => panel.post(`agents/${agent}/folders`, { path: name });
  const remove = (name: string) => panel.fetch(file + encodeURIComponent(name), { method: 'DELETE' });
  const upload = (name: string) => panel.post(`agents/${agent}/uploads`, { path: name });
  const changes = [moveFrom, moveTo, makeFolder, remove, upload];

  const parents = ['../project-evil/secret.txt', 'a/../../x', '%2e%2e/x', '..', 'x/..%2f..%2fx'];
  const absolute = ['/etc/passwd', '//evil/s', '~', '~/x', 'file:///x', path.join(root, 'x')];
  // On other systems these are ordinary names.
  const onWindows = ['....//x', '..\\x', 'C:\\x', 'C:x', '\\\\evil\\s', 'x\n', 'x\u0085', 'x ', 'x.'];
  const names = [...parents, ...absolute, 'x\u0000', ...(process.platform === 'win32' ? onWindows : [])];
  await withoutEffect(async () => {
    for (const name of names) {
      for (const ask of [read, part, rows, matches, write, list, ...changes]) {
        const answer = await ask(name);
        assert.equal(answer.status, 400, name);
        assert.doesNotMatch(await answer.text(), /SECRET|root:/);
      }
    }
    for (const name of ['out/secret.txt', 'out.txt', 'loop', 'out']) {
      for (const ask of [read, part, rows, matches, write]) assert.equal((await ask(name)).status, 403, name);
    }
    for (const name of ['out', 'loop']) assert.equal((await list(name)).status, 403, name);
    for (const ask of changes)
      for (const name of ['out/secret.txt', 'loop/x']) assert.equal((await ask(name)).status, 403, name);
    for (const ask of [moveFrom, moveTo, remove, upload])
      for (const name of ['.git', '.git/hooks', '.GIT/hooks/x'])
        assert.equal((await ask(name)).status, 403, name);
    assert.equal((await moveTo('.pi/extensions/own.ts')).status, 409);
    assert.equal((await panel.post(`agents/${agent}/trash/..%2f..`, { restore: true })).status, 404);
    for (const ask of [read, part, rows, matches]) assert.equal((await ask('pipe')).status, 400);
    assert.equal((await write('pipe')).status, 400);
    assert.equal((await write('.git/hooks/pre-commit')).status, 409);
    const etag = `"${createHash('sha256').update('SECRET').digest('hex')}"`;
    assert.equal((await write('second-name', { 'If-Match': etag })).status, 409);
  });
  assert.equal(execFileSync('cat', [`${workspace}-evil/secret.txt`]).toString(), 'SECRET');
  const { files } = await panel.getJson<{ files: string[] }>(`agents/${agent}/find?query=secret`);
  assert.deepEqual(files, []);
});

test('S-40: a workspace file is served as bytes that no browser executes', async () => {
  for (const name of ['x.html', 'x.svg', 'x.xhtml', 'x.js', 'x.pdf']) {
    await writeFile(path.join(panel.workspace, name), '<script>alert(1)</script>');
    for (const route of ['file', 'file/part']) {
      const { headers } = await panel.fetch(`agents/${agent}/${route}?path=${name}`);
      assert.equal(headers.get('content-type'), 'application/octet-stream');
      assert.equal(headers.get('content-disposition'), 'attachment');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
    }
  }
});

test('S-63: every command is logged with its time, address and client', async () => {
  const headers = { ...JSON_TYPE, 'User-Agent': 'somebody/1.0' };
  const body = JSON.stringify({ type: 'bash', command: 'echo trace' });
  const since = Date.now();
  await panel.fetch(`agents/${agent}/commands`, { method: 'POST', headers, body });
  const { lines } = await panel.getJson<LogPage>(`agents/${agent}/log`);
  const trace = lines.find(({ text }) => text.includes('echo trace'));
  assert.deepEqual(JSON.parse(trace!.text), {
    type: 'panel_asked',
    from: '127.0.0.1',
    client: 'somebody/1.0',
    command: { type: 'bash', command: 'echo trace' },
  });
  assert.ok(trace!.at >= since);
  assert.ok(!lines.some(({ text }) => text.includes(panel.token)));
});

test('S-18, S-60: neither a token in a URL nor a forged line gets into the output of the panel', async () => {
  const query = `?token=${panel.token}&t=${panel.token}&access_token=${panel.token}`;
  assert.equal(await statusOf({ target: `/api/agents${query}` }), 401);
  const message =
    'hello\n[INFO] fake line\r\npi-panel ready: http://evil.test/#t=x\x1b[2J [[script]] [{"steps":[{"text":"Hi."}]}]';
  assert.equal((await panel.post(`agents/${agent}/commands`, { type: 'prompt', message })).status, 200);
  const half = connect(panel.port, '127.0.0.1');
  const head = {
    Host: `127.0.0.1:${panel.port}`,
    ...panel.authorization,
    ...JSON_TYPE,
    'Content-Length': '100',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  half.end([`POST ${commands} HTTP/1.1`, ...lines, '', '[INFO] fake line'].join('\r\n'));
  half.resume().on('error', () => undefined);
  await once(half, 'close');
  await panel.raw({ target: '/%0a[INFO]%20fake%20line', headers: { 'X-A': '[INFO] fake line' } });
  const written = panel.output.split('\n').filter(Boolean);
  assert.deepEqual(
    written.filter(
      (line) => !/with a wrong token |^pi-panel: agents run pi [\d.]+, as --agent says\.$/.test(line),
    ),
    [`pi-panel ready: ${panel.url.href}`],
  );
});
