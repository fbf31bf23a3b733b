import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createServer } from 'node:tls';
import { diagnose } from './diagnose.ts';

test('a server that cannot be reached is explained: its name, its port', async () => {
  assert.match(
    (await diagnose('https://no-such-host.invalid/v1')) ?? '',
    /^DNS: there is no server .*no-such-host/,
  );
  assert.match(
    (await diagnose('http://127.0.0.1:9/v1')) ?? '',
    /^Connection: nothing answers at 127.0.0.1, port 9/,
  );
  assert.match((await diagnose('localhost')) ?? '', /is not an address/);
});

test('a certificate without a trusted signature is explained', async () => {
  const fixture = (name: string) =>
    readFile(new URL(`../../../e2e/siege/fixtures/${name}.pem`, import.meta.url));
  const server = createServer({ cert: await fixture('cert'), key: await fixture('key') });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  assert.match(
    (await diagnose(`https://127.0.0.1:${port}/v1`)) ?? '',
    /^TLS: the certificate of 127.0.0.1 is not accepted/,
  );
  await new Promise((resolve) => server.close(resolve));
});
