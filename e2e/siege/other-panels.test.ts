// The limits of what pages of other panels can do here. Requests are written as bytes, without a browser's checks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PanelInfo } from '../../shared/wire.ts';
import type { RawAnswer } from '../../server/gate/raw-exchange.ts';
import { apiRoutes } from './routes.ts';
import { SiegePanel } from './siege-panel.ts';

const OTHER = 'http://127.0.0.1:9';
const ALLOWED = /^access-control-allow-origin: (.*)$/im;
/** As a browser sends them for a page of another origin. */
const FROM_OTHER = { Origin: OTHER, 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors' };

let panel: SiegePanel;
let statusToken = '';

before(async () => {
  panel = await SiegePanel.open({ args: ['--other-panel', OTHER] });
  await panel.readyAgent();
  statusToken = await statusTokenOf(panel);
});

after(() => panel?.close());

async function statusTokenOf(one: SiegePanel): Promise<string> {
  const { body } = await one.raw({ target: '/api/panel', headers: one.authorization });
  return (JSON.parse(body) as PanelInfo).others.statusToken;
}

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

function askStatus(headers: Record<string, string>, one = panel): Promise<RawAnswer> {
  return one.raw({ target: '/api/status', headers });
}

test('S-05: a named panel reads the state of the agents, but nothing of their conversations or absolute folders', async () => {
  const { status, head, body } = await askStatus({ ...FROM_OTHER, ...bearer(statusToken) });
  assert.equal(status, 200);
  assert.equal(ALLOWED.exec(head)?.[1], OTHER);
  assert.doesNotMatch(head, /allow-credentials/i);
  const { agents } = JSON.parse(body) as { agents: object[] };
  assert.equal(agents.length, 1);
  for (const agent of agents)
    assert.deepEqual(Object.keys(agent).sort(), ['folder', 'session', 'since', 'state']);
  assert.ok(!body.includes(panel.folders.root));
});

test('S-05, S-07: other origins are refused without a header that lets them read, even with the status token', async () => {
  const strangers = [
    'http://127.0.0.1:10',
    'https://127.0.0.1:9',
    'http://localhost:9',
    'null',
    `${OTHER}.evil.test`,
  ];
  for (const Origin of strangers) {
    const { status, head } = await askStatus({ ...FROM_OTHER, Origin, ...bearer(statusToken) });
    assert.equal(status, 403, Origin);
    assert.doesNotMatch(head, ALLOWED);
  }
  const twice = await panel.raw({
    target: '/api/status',
    headers: { ...FROM_OTHER, origin: 'http://evil.test', ...bearer(statusToken) },
  });
  assert.equal(twice.status, 403);
});

test('S-16: the status token opens nothing else, and the link token is not accepted for the status', async () => {
  for (const { method, path } of apiRoutes('x').filter((route) => route.path !== '/api/status')) {
    const { status } = await panel.raw({ method, target: path, headers: bearer(statusToken) });
    // After a hundred wrong tokens within a minute the answer is that there were too many.
    assert.ok(status === 401 || status === 429, `${method} ${path}: ${status}`);
  }
  for (const token of [panel.token, '', 'x', statusToken.slice(1)]) {
    const { status, head } = await askStatus({ ...FROM_OTHER, ...bearer(token) });
    assert.ok(status === 401 || status === 429, String(status));
    // The page may know that it was refused.
    assert.equal(ALLOWED.exec(head)?.[1], OTHER);
  }
});

test('S-05, S-13: only the one request that the state needs is granted beforehand', async () => {
  const wanted = {
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'authorization',
  };
  const preflight = (target: string, headers: Record<string, string>): Promise<RawAnswer> =>
    panel.raw({ method: 'OPTIONS', target, headers });
  const granted = await preflight('/api/status', { ...FROM_OTHER, ...wanted });
  assert.equal(granted.status, 204);
  assert.match(granted.head, /^access-control-allow-methods: GET$/im);
  assert.doesNotMatch(granted.head, /private-network/i);
  const refused: [string, Record<string, string>][] = [
    ['/api/agents', { ...FROM_OTHER, ...wanted }],
    ['/api/status/', { ...FROM_OTHER, ...wanted }],
    ['/api/status', { ...FROM_OTHER, ...wanted, Origin: 'http://evil.test' }],
    ['/api/status', { ...FROM_OTHER, ...wanted, Host: 'evil.test' }],
    ['/api/status', { ...FROM_OTHER, ...wanted, 'Access-Control-Request-Method': 'POST' }],
    ['/api/status', { ...FROM_OTHER, ...wanted, 'Access-Control-Request-Headers': 'authorization,x-more' }],
  ];
  for (const [target, headers] of refused) {
    const { status, head } = await preflight(target, headers);
    assert.ok(status >= 400, target);
    assert.doesNotMatch(head, /access-control-allow-methods/i);
  }
});

test('S-05: every other route treats a named panel like any other origin, even with the right token', async () => {
  for (const { method, path } of apiRoutes('x').filter((route) => route.path !== '/api/status')) {
    const { status, head } = await panel.raw({
      method,
      target: path,
      headers: { ...FROM_OTHER, ...panel.authorization },
    });
    assert.equal(status, 403, `${method} ${path}`);
    assert.doesNotMatch(head, ALLOWED);
  }
});

test('S-12, S-45: the page may send requests to the named panel, and to no other', async () => {
  const { head } = await panel.raw({ target: '/' });
  assert.match(head, new RegExp(`connect-src 'self' ${OTHER};`));
});

test('S-16: without --other-panel even the right status token reads nothing', async () => {
  const closed = await SiegePanel.open();
  try {
    const token = await statusTokenOf(closed);
    assert.equal((await askStatus(bearer(token), closed)).status, 401);
    assert.equal((await askStatus({ ...FROM_OTHER, ...bearer(token) }, closed)).status, 403);
    assert.match((await closed.raw({ target: '/' })).head, /connect-src 'self';/);
  } finally {
    await closed.close();
  }
});
