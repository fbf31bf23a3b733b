// The panel itself is killed or ended, or pi cannot start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FaultPage } from './fault-page.ts';
import { FaultPanel, waitUntil } from './fault-panel.ts';
import { killPanel } from './process-scenarios.ts';

test('R-15, R-23, R-03: a panel killed around a prompt leaves no process, no prompt reaches pi twice, and old ids are unknown afterwards', async (t) => {
  const panel = await FaultPanel.open();
  t.after(() => panel.close());
  const old = panel.agent;
  const { delivered, accepted } = await killPanel(panel, { times: 3, seed: 15 });
  assert.ok(delivered >= 2 && accepted >= 1, `${delivered} reached pi, ${accepted} were accepted`);

  assert.equal((await panel.fetch(`events?agents=${old}`)).status, 404);
  const both = await panel.fetch(`events?agents=${old},${panel.agent}&follow=0`, {
    headers: { 'last-event-id': `${old}.1` },
  });
  const stream = await both.text();
  assert.ok(stream.includes(`event: gone\ndata: {"agent":"${old}"}`));
  assert.ok(stream.includes(`event: snapshot\nid: ${panel.agent}.`));
});

test('R-20: a pi that exits at its start is restarted only on request, reports its stderr each time, and leaves no process', async (t) => {
  const panel = await FaultPanel.open({ env: { FAKE_PI_FAILS: '1' } });
  t.after(() => panel.close());
  const page = new FaultPage(panel);
  t.after(() => page.close());
  for (let starts = 1; starts <= 4; starts++) {
    const { exit } = await page.until((view) => view.exit !== null);
    assert.equal(exit!.code, 1);
    assert.match(exit!.stderr, /told to fail at its start/);
    assert.deepEqual(await panel.descendants(), []);
    assert.equal((await panel.sentCommands('failed')).length, starts);
    assert.equal((await panel.fetch(`agents/${panel.agent}/files`)).status, 200);
    const { snapshots } = page.counts;
    assert.equal((await panel.restartAgent()).status, 200);
    await page.until(() => page.counts.snapshots > snapshots);
  }
});

test('R-24, R-23: Ctrl+C, which signals the whole process group, ends pi in order and everything it started', async (t) => {
  const panel = await FaultPanel.open();
  t.after(() => panel.close());
  await panel.prompt([{ act: 'orphan' }, { act: 'deltas', count: 5000, every: 1 }]);
  await waitUntil(async () => (await panel.descendants()).length === 2);
  assert.equal(await panel.kill('SIGINT'), 0);
  assert.deepEqual(await panel.descendants(), []);
});

test('R-25: SIGTERM ends all pages, agents and the processes they started', async (t) => {
  const panel = await FaultPanel.open();
  t.after(() => panel.close());
  const pages = [1, 2, 3].map(() => new FaultPage(panel));
  await Promise.all(pages.map((page) => page.until(({ ready }) => ready)));
  await panel.prompt([{ act: 'orphan' }, { act: 'deltas', count: 5000, every: 1 }]);
  assert.equal(await panel.kill(), 0);
  assert.deepEqual(await panel.descendants(), []);
  for (const page of pages) page.close();
});
