import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSecrets, maskSecret, readableExport, removeSecrets, type Base64 } from './exported-secrets.ts';

const BASE64: Base64 = {
  decode: (base64) => Buffer.from(base64, 'base64').toString(),
  encode: (text) => Buffer.from(text).toString('base64'),
};
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEow'.repeat(20)}\n-----END RSA PRIVATE KEY-----`;
// Assembled at run time, so that secret scanners do not report this file.
const SECRETS = [
  `sk-ant-api03-${'a1B2'.repeat(8)}`,
  `AKIA${'ABCD1234'.repeat(2)}`,
  `ghp_${'x1Y2'.repeat(9)}`,
  `${'e30'.repeat(6)}.x.y`,
];

/** Returns a session in the HTML format of pi's export. */
function exported(session: unknown): string {
  const data = Buffer.from(JSON.stringify(session)).toString('base64');
  return `<!doctype html><body><script id="session-data" type="application/json">${data}</script></body>`;
}

function sessionOf(html: string): unknown {
  return JSON.parse(Buffer.from(/json">([^<]*)</.exec(html)![1]!, 'base64').toString());
}

test('S-26: likely credentials in an exported session are found and can be removed', () => {
  const session = {
    entries: [
      { text: `my key is ${SECRETS[0]}, "quoted ${SECRETS[1]}" – ünïcode 💡` },
      { output: `curl -H 'Authorization: Bearer ${SECRETS[3]}' x\n${SECRETS[2]}\n${SECRETS[0]}` },
      { file: KEY },
    ],
  };
  const html = exported(session);
  const found = findSecrets(html, BASE64);
  assert.deepEqual([...found].sort(), [...SECRETS, KEY].sort());
  const clean = removeSecrets(html, found, BASE64);
  assert.deepEqual(findSecrets(clean, BASE64), []);
  const text = JSON.stringify(sessionOf(clean));
  for (const secret of SECRETS) assert.ok(!text.includes(secret));
  assert.match(text, /my key is \[removed\], \\"quoted \[removed\]\\" – ünïcode 💡/);
  assert.match(text, /Bearer \[removed\]'/);
});

test('a session without credentials stays byte for byte the same', () => {
  const html = exported({ text: 'the sk-prefix, a Bearer token, task-list-of-things, ghp_short' });
  assert.deepEqual(findSecrets(html, BASE64), []);
  assert.equal(removeSecrets(html, [], BASE64), html);
});

test('a masked credential can be recognized by its owner but not used', () => {
  assert.equal(maskSecret(SECRETS[1]!), 'AKIAAB… (20 characters)');
  assert.match(maskSecret(KEY), /^a private key/);
});

test('what an exported page contains can be read, and any other text is as it is', () => {
  const session = { entries: [{ text: 'größer' }] };
  assert.deepEqual(JSON.parse(readableExport(exported(session), BASE64)), session);
  assert.equal(readableExport('{"type":"session"}\n', BASE64), '{"type":"session"}\n');
});
