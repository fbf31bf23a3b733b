import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appPolicies } from './app-policies.ts';

const script = { address: 'http://n.localhost:4317/-pi-panel/frame.js', nonce: 'own' };
const policies = (policy: string, added: typeof script | null = script): string[] =>
  appPolicies(['X-Own', "script-src 'none'", 'Content-Security-Policy', policy], added);

test('what would keep an app out of the frame is left out, and its own policy stays', () => {
  const policy = "frame-ancestors 'none'; script-src 'self'; upgrade-insecure-requests";
  assert.deepEqual(policies(policy, null), ["script-src 'self'"]);
  assert.deepEqual(policies("frame-ancestors 'none'", null), []);
  assert.deepEqual(policies('report-uri /csp; report-to x', null), []);
});

test('the script that talks to the page fits every policy of the app, and nothing else does that did not', () => {
  for (const [policy, expected] of [
    ["img-src 'self'", "img-src 'self'"],
    ["script-src 'self'", `script-src 'self' ${script.address}`],
    ["script-src 'none'; img-src *", `script-src ${script.address}; img-src *`],
    ["script-src 'unsafe-inline'", `script-src 'unsafe-inline' ${script.address}`],
    ["Script-Src 'nonce-a' 'strict-dynamic'", "Script-Src 'nonce-a' 'strict-dynamic' 'nonce-own'"],
    ["script-src 'sha256-abc='", "script-src 'sha256-abc=' 'nonce-own'"],
    ["default-src 'self'", `default-src 'self'; script-src 'self' ${script.address}`],
    ["default-src 'nonce-a'", "default-src 'nonce-a'; script-src 'nonce-a' 'nonce-own'"],
    [
      "default-src 'none'; script-src-elem 'self'; script-src 'none'",
      `default-src 'none'; script-src-elem 'self' ${script.address}; script-src 'none'`,
    ],
    ['script-src', `script-src ${script.address}`],
  ] as const)
    assert.deepEqual(policies(policy), [expected], policy);
});

test('each of several policies in one header lets the script in', () => {
  assert.deepEqual(policies("script-src 'self', frame-ancestors 'self', default-src 'nonce-a'"), [
    `script-src 'self' ${script.address}`,
    "default-src 'nonce-a'; script-src 'nonce-a' 'nonce-own'",
  ]);
});
