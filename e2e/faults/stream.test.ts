// The event stream of a real panel, over connections that fail.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { BadLine } from './bad-line.ts';
import { FaultPage } from './fault-page.ts';
import { FaultPanel, SMALL_HEAP } from './fault-panel.ts';
import { cutStreams, ignoreStream } from './stream-scenarios.ts';

const MB = 1024 * 1024;
let panel: FaultPanel;

before(async () => (panel = await FaultPanel.open(SMALL_HEAP)));
after(() => panel?.close());

test('R-01: with streams cut every 50 to 500 ms, each page gets every event once, in order, and resumes', async () => {
  const { cuts, resumed } = await cutStreams(panel, { seconds: 2, pages: 3, seed: 6 });
  assert.ok(cuts > 5 && resumed > 5, `${cuts} cuts, ${resumed} times resumed`);
});

test('R-04: pages that connect during an answer all end with the same view', async () => {
  await panel.prompt([{ act: 'deltas', count: 300, every: 1 }]);
  const pages = Array.from({ length: 20 }, () => new FaultPage(panel));
  const views = await Promise.all(
    pages.map((page) =>
      page.until(({ run, entries }) => run === null && JSON.stringify(entries).includes('299 ')),
    ),
  );
  for (const view of views) assert.deepEqual(view.entries, views[0]!.entries);
  for (const page of pages) page.close();
});

test('R-05: a client that never reads costs the panel no memory and other clients no event', async () => {
  const { growth } = await ignoreStream(panel, { events: 20_000 });
  assert.ok(growth < 20 * MB, `grew by ${growth / MB} MB`);
});

test('R-10: the response tells proxies not to buffer or transform it', async () => {
  const { headers } = await panel.fetch(`events?agents=${panel.agent}&follow=0`);
  assert.equal(headers.get('x-accel-buffering'), 'no');
  assert.equal(headers.get('cache-control'), 'no-store, no-transform');
  assert.equal(headers.get('content-encoding'), 'identity');
});

test('R-11: an unknown or malformed event id gets a snapshot, never an error', async () => {
  const ids = [
    '',
    'x',
    '-1',
    `${panel.agent}.-1`,
    `${panel.agent}.99999999`,
    `${panel.agent}.1e3`,
    `${panel.agent}.`,
  ];
  for (const id of [...ids, `other.3`, `${panel.agent}.${'9'.repeat(400)}`, ',,,', 'a.1,b.2']) {
    const response = await panel.fetch(`events?agents=${panel.agent}&follow=0`, {
      headers: { 'last-event-id': id },
    });
    assert.match(await response.text(), /^event: snapshot\n/, JSON.stringify(id));
  }
});

test('R-12: one page too many is refused with a reason, and accepted after another has left', async () => {
  const pages = Array.from({ length: 64 }, () => new FaultPage(panel));
  await Promise.all(pages.map((page) => page.until(() => true)));
  const refused = await panel.fetch(`events?agents=${panel.agent}`);
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /64 pages follow this agent/);
  pages.pop()?.close();
  const again = new FaultPage(panel);
  await again.until(() => true);
  for (const page of [...pages, again]) page.close();
});

test('R-13: a prompt whose response is lost five times reaches pi once', async () => {
  const line = await BadLine.open({ port: panel.port, dropsAnswers: true });
  const body = JSON.stringify({ type: 'prompt', message: 'only once' });
  const path = `/api/agents/${panel.agent}/commands`;
  const headers = { ...panel.headers, 'content-type': 'application/json', 'idempotency-key': 'lost' };
  for (let n = 0; n < 5; n++) {
    await new Promise<void>((resolve) => {
      const post = request({ port: line.port, path, method: 'POST', agent: false, headers });
      post.on('error', () => resolve());
      post.end(body);
    });
  }
  assert.equal(await panel.prompt('only once', { key: 'lost' }), 200);
  assert.equal(
    (await panel.sentCommands('prompt')).filter(({ message }) => message === 'only once').length,
    1,
  );
  await line.close();
});

test('R-14: fifty concurrent prompts with one key reach pi once, and another text with that key is refused', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => panel.prompt(n % 2 ? 'this' : 'that', { key: 'raced' })),
  );
  assert.deepEqual([...new Set(statuses)].sort(), [200, 422]);
  const sent = (await panel.sentCommands('prompt')).filter(
    ({ message }) => message === 'this' || message === 'that',
  );
  assert.equal(sent.length, 1);
});
