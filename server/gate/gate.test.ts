import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { bodyLimits } from './body.ts';
import type { GateOptions } from './gate.ts';
import { gate } from './gate.ts';
import { Links } from './links.ts';
import { pagePolicyFor } from './security-headers.ts';
import { createToken } from './token.ts';

const token = createToken();
const host = '127.0.0.1:4317';
const known = { host, authorization: `Bearer ${token}` };
const json = { ...known, 'content-type': 'application/json' };

function panel(options: Partial<GateOptions> = {}) {
  const reached: string[] = [];
  const app = new Hono();
  app.use(gate({ links: new Links({ token }), port: () => 4317, ...options }));
  app.use(async (c, next) => {
    reached.push(`${c.req.method} ${c.req.path}`);
    await next();
  });
  app.onError((error, c) => c.json({ error: { code: 'internal', message: error.name } }, 500));
  app.get('/', (c) => c.html('<!doctype html>'));
  app.get('/app.js', (c) => c.body('1', 200, { 'content-type': 'text/javascript' }));
  app.get('/api/agents', (c) => c.json({ agents: [] }));
  app.get('/api/broken', () => {
    throw new TypeError('no');
  });
  app.get('/api/file', (c) => c.body('<script>', 200, { 'content-type': 'application/octet-stream' }));
  app.post('/api/agents', async (c) => c.json({ bytes: (await c.req.arrayBuffer()).byteLength }, 201));
  app.put('/api/file', async (c) => c.json({ bytes: (await c.req.arrayBuffer()).byteLength }));
  app.delete('/api/agents/:agent', (c) => c.body(null, 204));
  return { app, reached };
}

interface Asked {
  method?: string;
  path: string;
  headers: Record<string, string>;
  body?: string | ReadableStream;
}

async function ask({ path, ...init }: Asked, options?: Partial<GateOptions>) {
  const { app, reached } = panel(options);
  const response = await app.request(path, {
    ...init,
    ...(init.body ? { duplex: 'half' } : {}),
  });
  return { response, reached, status: response.status, text: await response.text() };
}

test('a request from the page of the panel with the token is admitted', async () => {
  const headers = { ...known, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
  assert.equal((await ask({ path: '/api/agents', headers })).status, 200);
});

test('S-02, S-04: only exact names with our own port are accepted as hosts, in upper or lower case', async () => {
  for (const good of [host, 'localhost:4317', 'LOCALHOST:4317', '[::1]:4317']) {
    assert.equal((await ask({ path: '/', headers: { host: good } })).status, 200, good);
  }
  const evil = ['evil.test:4317', 'localhost.:4317', '127.0.0.1.nip.io:4317', '0.0.0.0:4317', '127.1:4317'];
  const odd = [
    '2130706433:4317',
    '[::ffff:127.0.0.1]:4317',
    'localhost:P@evil.test',
    'localhost:4318',
    'localhost',
  ];
  for (const bad of [...evil, ...odd]) {
    for (const path of ['/', '/app.js', '/api/agents', '/nothing']) {
      const { status, reached, text } = await ask({ path, headers: { ...known, host: bad } });
      assert.equal(status, 403, `${bad} ${path}`);
      assert.deepEqual(reached, []);
      assert.doesNotMatch(text, new RegExp(token));
    }
  }
});

test('S-04: a request without a Host is malformed, whatever URL the framework sees', async () => {
  const { status, text } = await ask({ path: `http://${host}/`, headers: {} });
  assert.equal(status, 400);
  assert.equal((JSON.parse(text) as { error: { code: string } }).error.code, 'malformed_request');
});

test('S-04: forwarded host headers are ignored', async () => {
  const headers = { ...known, host: 'evil.test', 'x-forwarded-host': host };
  assert.equal((await ask({ path: '/', headers })).status, 403);
});

test('S-02, S-05: an allowed host is accepted with and without the port, and from its own origin only', async () => {
  const options = { allowedHosts: ['Panel.example', 'other.example:8443'], transport: 'proxy' as const };
  for (const good of ['panel.example', 'panel.example:4317', 'other.example:8443', host]) {
    assert.equal((await ask({ path: '/', headers: { host: good } }, options)).status, 200, good);
  }
  assert.equal((await ask({ path: '/', headers: { host: 'other.example' } }, options)).status, 403);
  const from = (origin: string) =>
    ask({ path: '/api/agents', headers: { ...known, host: 'panel.example', origin } }, options);
  assert.equal((await from('https://panel.example')).status, 200);
  assert.equal((await from('https://panel.example.evil.test')).status, 403);
});

test('S-05: an Origin that is not exactly ours is refused and gets no CORS header', async () => {
  const strange = ['null', 'http://localhost:3000', `http://${host}.evil.test`, `https://${host}`, 'file://'];
  for (const origin of [...strange, 'http://127.0.0.1', 'https://evil.test', '']) {
    const { response, reached } = await ask({ path: '/api/agents', headers: { ...known, origin } });
    assert.equal(response.status, 403, origin);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    assert.deepEqual(reached, []);
  }
});

test('S-03: a rebound page cannot write: its Origin equals its Host, but neither is ours', async () => {
  const headers = {
    ...json,
    host: 'evil.test:4317',
    origin: 'http://evil.test:4317',
    'sec-fetch-site': 'same-origin',
  };
  const { status, reached } = await ask({ method: 'POST', path: '/api/agents', headers, body: '{}' });
  assert.equal(status, 403);
  assert.deepEqual(reached, []);
});

test('S-07, S-11, S-12: a page on another local port is another site and can load nothing of ours', async () => {
  for (const site of ['same-site', 'cross-site', 'none']) {
    for (const [mode, dest] of [
      ['no-cors', 'image'],
      ['cors', 'empty'],
      ['navigate', 'iframe'],
    ] as const) {
      const headers = { ...known, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
      for (const path of ['/api/agents', '/app.js'])
        assert.equal((await ask({ path, headers })).status, 403, site);
      if (site !== 'none') assert.equal((await ask({ path: '/', headers })).status, 403, `${site} ${mode}`);
    }
  }
});

test('S-07: a tab may be opened from anywhere at the page, but at no other path', async () => {
  for (const site of ['none', 'cross-site', 'same-site']) {
    const headers = {
      host,
      'sec-fetch-site': site,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    assert.equal((await ask({ path: '/?q', headers })).status, 200, site);
    assert.equal((await ask({ path: '/app.js', headers })).status, 403, site);
    assert.equal((await ask({ path: '/api/agents', headers: { ...headers, ...known } })).status, 403, site);
    const form = {
      method: 'POST',
      path: '/',
      headers: { ...headers, 'content-type': 'text/plain' },
      body: 'x',
    };
    assert.equal((await ask(form)).status, 403, site);
  }
});

test('S-16: every API path requires the token, known or not, with any method and spelling', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/agents',
    '/api/nothing/at/all',
    '/%61pi/agents',
    '/x/../api/agents',
  ]) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, reached } = await ask({ method, path, headers: { host } });
      assert.equal(status, 401, `${method} ${path}`);
      assert.deepEqual(reached, []);
    }
  }
});

test('S-18: a token in the URL is not accepted', async () => {
  assert.equal((await ask({ path: `/api/agents?token=${token}`, headers: { host } })).status, 401);
});

test('S-19: for every kind of wrong token, the response is identical to the byte', async () => {
  const wrong = ['', 'Bearer', 'Bearer ', `Basic ${token}`, `Bearer ${token.slice(1)}`, `Bearer  ${token}`];
  const answers = new Set<string>();
  for (const authorization of [...wrong, `Bearer ${token}x`, token, `Bearer ${token}, Bearer ${token}`]) {
    const { response, text } = await ask({ path: '/api/agents', headers: { host, authorization } });
    answers.add(JSON.stringify([response.status, [...response.headers], text]));
  }
  const missing = await ask({ path: '/api/agents', headers: { host } });
  answers.add(JSON.stringify([missing.status, [...missing.response.headers], missing.text]));
  assert.equal(answers.size, 1);
  assert.equal(missing.status, 401);
});

test('the scheme of the token is case-insensitive', async () => {
  assert.equal(
    (await ask({ path: '/api/agents', headers: { host, authorization: `bearer ${token}` } })).status,
    200,
  );
});

test('S-05, S-13: OPTIONS is always refused, preflights included', async () => {
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-private-network': 'true',
  };
  const asked: [Record<string, string>, number][] = [
    [{ host, ...preflight }, 403],
    [{ ...known, ...preflight, origin: 'https://evil.test' }, 403],
    [known, 405],
  ];
  for (const [headers, status] of asked) {
    const { response } = await ask({ method: 'OPTIONS', path: '/api/agents', headers });
    assert.equal(response.status, status);
    for (const [name] of response.headers) assert.doesNotMatch(name, /^access-control-/);
  }
});

test('S-06: a write must declare JSON, and PUT must declare bytes', async () => {
  const types = ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'];
  for (const type of [...types, 'application/json;charset=x, text/plain', 'application/jsonp', '']) {
    const headers = { ...known, 'content-type': type };
    const { status, reached } = await ask({ method: 'POST', path: '/api/agents', headers, body: '{}' });
    assert.equal(status, 415, type);
    assert.deepEqual(reached, []);
  }
  const untyped = { headers: known, body: new Blob(['{}']).stream() };
  assert.equal((await ask({ method: 'POST', path: '/api/agents', ...untyped })).status, 415);
  for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
    const headers = { ...known, 'content-type': type };
    assert.equal((await ask({ method: 'POST', path: '/api/agents', headers, body: '{}' })).status, 201, type);
  }
  assert.equal((await ask({ method: 'PUT', path: '/api/file', headers: json, body: '{}' })).status, 415);
  const octets = { ...known, 'content-type': 'application/octet-stream' };
  assert.equal((await ask({ method: 'PUT', path: '/api/file', headers: octets, body: 'x' })).status, 200);
});

test('a DELETE without a body needs no content type', async () => {
  assert.equal((await ask({ method: 'DELETE', path: '/api/agents/a', headers: known })).status, 204);
});

test('S-27: a declared body that is too large is refused before it is read', async () => {
  let pulled = 0;
  const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });
  const headers = { ...json, 'content-length': String(bodyLimits.json + 1) };
  const { status, reached } = await ask({ method: 'POST', path: '/api/agents', headers, body });
  assert.equal(status, 413);
  assert.equal(pulled, 0);
  assert.deepEqual(reached, []);
});

test('S-27: a body of undeclared length is refused once it is too large, and not before', async () => {
  const put = (bytes: number) => {
    const headers = { ...known, 'content-type': 'application/octet-stream' };
    return ask({
      method: 'PUT',
      path: '/api/file',
      headers,
      body: new Blob([new Uint8Array(bytes)]).stream(),
    });
  };
  const largest = await put(bodyLimits.file);
  assert.deepEqual(JSON.parse(largest.text), { bytes: bodyLimits.file });
  const tooLarge = await put(bodyLimits.file + 1);
  assert.equal(tooLarge.status, 413);
  assert.deepEqual(tooLarge.reached, []);
});

test('S-27: without the token, the response is 401, whatever the size and type of the body', async () => {
  const headers = { host, 'content-type': 'text/plain', 'content-length': '20000000' };
  assert.equal((await ask({ method: 'POST', path: '/api/agents', headers, body: 'x' })).status, 401);
});

test('S-08, S-12, S-32: every response has the security headers and no cookie', async () => {
  const cases: [Asked, number][] = [
    [{ path: '/', headers: { host } }, 200],
    [{ path: '/app.js', headers: { host } }, 200],
    [{ path: '/api/agents', headers: known }, 200],
    [{ path: '/', headers: {} }, 400],
    [{ path: '/api/agents', headers: { host } }, 401],
    [{ path: '/', headers: { host: 'evil.test' } }, 403],
    [{ path: '/nothing', headers: { host } }, 404],
    [{ method: 'OPTIONS', path: '/', headers: { host } }, 405],
    [
      { method: 'POST', path: '/api/agents', headers: { ...json, 'content-length': '99999999' }, body: 'x' },
      413,
    ],
    [{ method: 'POST', path: '/api/agents', headers: known, body: 'x' }, 415],
    [{ path: '/api/broken', headers: known }, 500],
  ];
  for (const [asked, status] of cases) {
    const { response } = await ask(asked);
    assert.equal(response.status, status, asked.path);
    const got = (name: string) => response.headers.get(name);
    assert.equal(got('x-content-type-options'), 'nosniff');
    assert.equal(got('x-frame-options'), 'DENY');
    assert.equal(got('referrer-policy'), 'no-referrer');
    assert.equal(got('cross-origin-opener-policy'), 'same-origin');
    assert.equal(got('cross-origin-resource-policy'), 'same-origin');
    assert.equal(got('cache-control'), 'no-store');
    assert.equal(got('set-cookie'), null);
  }
});

test('S-40: the page has its policy, and bytes of the workspace have one that runs nothing', async () => {
  const page = await ask({ path: '/', headers: { host } });
  const policy = pagePolicyFor({ host });
  assert.equal(page.response.headers.get('content-security-policy'), policy);
  for (const rule of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'self' http://*.localhost:4317",
  ])
    assert.ok(policy.split('; ').includes(rule), rule);
  // Under other names, frames are below the page's own address.
  for (const other of ['panel.example', 'localhost.evil.test:4317', 'localhost:4317; script-src *'])
    assert.match(pagePolicyFor({ host: other }), /; frame-src 'self'; connect-src/, other);
  const file = await ask({ path: '/api/file', headers: known });
  assert.equal(
    file.response.headers.get('content-security-policy'),
    "sandbox; default-src 'none'; frame-ancestors 'none'",
  );
  assert.equal(file.response.headers.get('content-disposition'), 'attachment');
});

test('S-12: listed origins may frame the page, and nothing but the page', async () => {
  const framing = {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'iframe',
    'sec-fetch-site': 'cross-site',
  };
  const options = { frameAncestors: ['https://hub.example', 'https://lab.example'] };
  const { response } = await ask({ path: '/', headers: { host, ...framing } }, options);
  assert.equal(response.status, 200);
  assert.match(
    response.headers.get('content-security-policy')!,
    /; frame-ancestors https:\/\/hub\.example https:\/\/lab\.example$/,
  );
  assert.equal(response.headers.get('x-frame-options'), null);
  for (const path of ['/api/agents', '/app.js']) {
    const other = await ask({ path, headers: { ...known, ...framing } }, options);
    assert.equal(other.status, 403, path);
    assert.equal(other.response.headers.get('x-frame-options'), 'DENY');
  }
  assert.equal((await ask({ path: '/', headers: { host, ...framing } })).status, 403);
});
