import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedSecrets, masked, withoutSecrets } from './exported-secrets.ts';

const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEow'.repeat(20)}\n-----END RSA PRIVATE KEY-----`;
// Put together here, so that nobody's scanner takes this file for a leak.
const SECRETS = [
  `sk-ant-api03-${'a1B2'.repeat(8)}`,
  `AKIA${'ABCD1234'.repeat(2)}`,
  `ghp_${'x1Y2'.repeat(9)}`,
  `${'e30'.repeat(6)}.x.y`,
];

/** As pi writes it. */
function exported(session: unknown): string {
  const data = Buffer.from(JSON.stringify(session)).toString('base64');
  return `<!doctype html><body><script id="session-data" type="application/json">${data}</script></body>`;
}

function sessionOf(html: string): unknown {
  return JSON.parse(Buffer.from(/json">([^<]*)</.exec(html)![1]!, 'base64').toString());
}

test('S-26: what looks like a credential in an exported session is found, and can be left out', () => {
  const session = {
    entries: [
      { text: `my key is ${SECRETS[0]}, "quoted ${SECRETS[1]}" – ünïcode 💡` },
      { output: `curl -H 'Authorization: Bearer ${SECRETS[3]}' x\n${SECRETS[2]}\n${SECRETS[0]}` },
      { file: KEY },
    ],
  };
  const html = exported(session);
  const found = exportedSecrets(html);
  assert.deepEqual([...found].sort(), [...SECRETS, KEY].sort());
  const clean = withoutSecrets(html, found);
  assert.deepEqual(exportedSecrets(clean), []);
  const text = JSON.stringify(sessionOf(clean));
  for (const secret of SECRETS) assert.ok(!text.includes(secret));
  assert.match(text, /my key is \[removed\], \\"quoted \[removed\]\\" – ünïcode 💡/);
  assert.match(text, /Bearer \[removed\]'/);
});

test('a session without any stays as it is, to the byte', () => {
  const html = exported({ text: 'the sk-prefix, a Bearer token, task-list-of-things, ghp_short' });
  assert.deepEqual(exportedSecrets(html), []);
  assert.equal(withoutSecrets(html, []), html);
});

test('a credential is shown so that its owner knows it and nobody can use it', () => {
  assert.equal(masked(SECRETS[1]!), 'AKIAAB… (20 characters)');
  assert.match(masked(KEY), /^a private key/);
});
