import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
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

test(
  'R-61: a host is told that an agent works, and once more when it has ended, so that the user can look at the result',
  { timeout: 120_000 },
  async (t) => {
    const ages: number[] = [];
    const troubles: string[] = [];
    const third = Promise.withResolvers<void>();
    let isBusy = true;
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        ages.push(Date.now() - Date.parse((body as { last_activity: string }).last_activity));
        if (ages.length === 2) isBusy = false;
        if (ages.length === 3) third.resolve();
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const stop = reportActivity({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      env: {},
      activity: { seconds: 3600 },
      isBusy: () => isBusy,
      // On a slow machine another report may still be on its way when the server closes.
      onTrouble: (words) => troubles.push(words),
      intervalMs: 50,
    });
    t.after(stop);
    await third.promise;
    assert.deepEqual(troubles, []);
    for (const age of ages) assert.ok(age < 60_000, `${age} ms`);
  },
);
