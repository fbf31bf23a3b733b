import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { reportActivity } from './activity-report.ts';

test('a host that does not answer is reported with the cause', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { promise, resolve } = Promise.withResolvers<string>();
  const stop = reportActivity({
    url: `http://127.0.0.1:${port}/hub`,
    env: {},
    activity: { seconds: 0 },
    isBusy: () => false,
    onTrouble: resolve,
  });
  const words = await promise;
  stop();
  assert.equal(words, `--activity-url: the host cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`);
});
