import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPanelDown, offlineAnswer, scopeKeeper } from './offline.ts';

test('the worker answers only for the page itself, whatever its path is', () => {
  const { isPage } = scopeKeeper('https://host.test/hub/@me/panel/');
  assert.equal(isPage('https://host.test/hub/@me/panel/?settings=panel'), true);
  for (const other of ['api/agents', 'healthz', 'assets/a.js', 'other/'])
    assert.equal(isPage(`https://host.test/hub/@me/panel/${other}`), false, other);
});

test('a proxy without a panel counts as down; a hub that can start a panel does not', () => {
  assert.deepEqual([200, 401, 403, 500, 502, 503, 504].filter(isPanelDown), [502, 504]);
});

test('the offline page runs only its own script and uses the tokens of the page', async () => {
  const [first, second] = [offlineAnswer(), offlineAnswer()];
  const policy = first.headers.get('content-security-policy') ?? '';
  const nonce = /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1] ?? '';
  assert.match(policy, /default-src 'none'/);
  const text = await first.text();
  assert.match(text, new RegExp(`<script type="module" nonce="${nonce}">`));
  assert.match(text, /--accent: light-dark/);
  assert.doesNotMatch(text, /NONCE|\/\* tokens \*\//);
  assert.ok(!(await second.text()).includes(nonce), 'each answer has its own');
});

test('S-15: on this machine, a page that another program serves on the port of a panel is recognized', () => {
  const page = (policy?: string) =>
    new Response('', { headers: policy ? { 'Content-Security-Policy': policy } : {} });
  const ours = page("default-src 'none'; trusted-types panel-worker");
  for (const scope of ['http://127.0.0.1:4317/', 'http://localhost:4317/', 'http://[::1]:4317/']) {
    assert.equal(scopeKeeper(scope).isForeign(page()), true, scope);
    assert.equal(scopeKeeper(scope).isForeign(ours), false, scope);
  }
  assert.equal(scopeKeeper('http://localhost:4317/').isForeign(new Response('', { status: 500 })), false);
  assert.equal(
    scopeKeeper('https://hub.test/').isForeign(page()),
    false,
    'a page of the hub, such as a sign-in',
  );
});
