// S-28: a crowd without a token, as t-crowd describes it, while the owner works.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test, type TestContext } from 'node:test';
import { SiegePanel, type SiegeOptions } from './siege-panel.ts';
import type { Crowd } from './strangers.ts';
import { CERT, KEY } from './tls-request.ts';

const STRANGERS = fileURLToPath(new URL('strangers.ts', import.meta.url));

async function gather(t: TestContext, crowd: Crowd): Promise<void> {
  const child = fork(STRANGERS, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  t.after(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  child.send(crowd);
  await once(child, 'message');
}

/** Asks as a new client, on a new connection. Resolves to the status, or to what went wrong. */
function ask(panel: SiegePanel, isTls = false): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const place = panel.socket ? { socketPath: panel.socket } : { host: '127.0.0.1', port: panel.port };
  const headers = panel.socket ? { Host: '127.0.0.1:80' } : panel.authorization;
  const options = { ...place, path: '/api/agents', headers, agent: false as const };
  const sent = isTls
    ? tlsRequest({ ...options, ca: readFileSync(CERT), servername: 'localhost' })
    : plainRequest(options);
  sent.on('response', (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode ?? 0));
  });
  sent.setTimeout(4000, () => sent.destroy(new Error('no answer within 4 s')));
  sent.on('error', (error) => resolve(error.message));
  sent.end();
  return promise;
}

async function besiege(t: TestContext, crowd: Omit<Crowd, 'to'>, options: SiegeOptions = {}): Promise<void> {
  const panel = await SiegePanel.open(options);
  t.after(() => panel.close());
  if (!panel.socket && !crowd.isTls) await panel.firstAgent();
  await gather(t, { ...crowd, to: panel.socket ?? panel.port });
  const answers: (number | string)[] = [];
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const from = performance.now();
    answers.push(await ask(panel, crowd.isTls));
    times.push(Math.round(performance.now() - from));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  t.diagnostic(`answers after ${times.join(', ')} ms`);
  assert.deepEqual(answers, Array(20).fill(200));
}

test('S-28: 600 strangers that ask slowly keep no owner out', (t) =>
  besiege(t, { kinds: { healthz: 600 }, pause: 1000 }));

test('S-28: 600 strangers that send headers a letter at a time keep no owner out', (t) =>
  besiege(t, { kinds: { letters: 600 }, pause: 100 }));

test('S-28: 10,000 silent strangers keep no owner out', (t) =>
  besiege(t, { kinds: { silent: 10_000 }, pause: 1000 }));

const MIXED = {
  silent: 3000,
  healthz: 600,
  letters: 600,
  body: 200,
  pipelined: 100,
  upgrade: 100,
  connect: 100,
};

test('S-28: strangers that do all of this at once keep no owner out', (t) =>
  besiege(t, { kinds: { ...MIXED, unread: 100 }, pause: 500 }));

test('S-28: nor do they over TLS', (t) => {
  const tls = ['--tls-cert', fileURLToPath(CERT), '--tls-key', fileURLToPath(KEY)];
  return besiege(
    t,
    { isTls: true, kinds: { silent: 500, healthz: 300, letters: 300 }, pause: 2000 },
    { args: tls },
  );
});

test('S-28: nor on a socket', (t) => besiege(t, { kinds: MIXED, pause: 500 }, { hasNoPort: true }));
