// The panel itself is killed, or pi cannot even start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Page } from './page.ts';
import { FaultPanel, until } from './fault-panel.ts';
import { killPanel } from './process-scenarios.ts';

test('R-15, R-23, R-03: killed around a prompt, the panel leaves no process, no prompt reaches pi twice, and the next one knows no id of before', async (t) => {
  const panel = await FaultPanel.open();
  t.after(() => panel.close());
  const old = panel.agent;
  const { delivered, accepted } = await killPanel(panel, { times: 3, seed: 15 });
  assert.ok(delivered >= 2 && accepted >= 1, `${delivered} reached pi, ${accepted} were accepted`);

  assert.equal((await panel.fetch(`events?agents=${old}`)).status, 404);
  const both = await panel.fetch(`events?agents=${old},${panel.agent}&follow=0`, {
    headers: { 'last-event-id': `${old}.1` },
  });
  const said = await both.text();
  assert.ok(said.includes(`event: gone\ndata: {"agent":"${old}"}`));
  assert.ok(said.includes(`event: snapshot\nid: ${panel.agent}.`));
});

test('R-20: a pi that exits at its start is started when a person asks and never by itself, says why each time, and leaves nothing', async (t) => {
  const panel = await FaultPanel.open({ env: { FAKE_PI_FAILS: '1' } });
  t.after(() => panel.close());
  const page = new Page(panel);
  t.after(() => page.close());
  for (let asked = 1; asked <= 4; asked++) {
    const { exit } = await page.until((view) => view.exit !== null);
    assert.equal(exit!.code, 1);
    assert.match(exit!.stderr, /told to fail at its start/);
    assert.deepEqual(await panel.children(), []);
    assert.equal((await panel.commands('failed')).length, asked);
    assert.equal((await panel.fetch(`agents/${panel.agent}/files`)).status, 200);
    const { snapshots } = page.counts;
    assert.equal((await panel.post(`agents/${panel.agent}/restart`, {})).status, 200);
    await page.until(() => page.counts.snapshots > snapshots);
  }
});

test('R-24, R-23: Ctrl+C, which reaches the whole group, ends pi in order and what it had started', async (t) => {
  const panel = await FaultPanel.open();
  t.after(() => panel.close());
  await panel.prompt([{ act: 'orphan' }, { act: 'deltas', count: 5000, every: 1 }]);
  await until(async () => (await panel.children()).length === 2);
  assert.equal(await panel.kill('SIGINT'), 0);
  assert.deepEqual(await panel.children(), []);
});

test('R-25: told to end, the panel ends its pages and agents in order, with what they started', async (t) => {
  const panel = await FaultPanel.open();
  t.after(() => panel.close());
  const pages = [1, 2, 3].map(() => new Page(panel));
  await Promise.all(pages.map((page) => page.until(({ ready }) => ready)));
  await panel.prompt([{ act: 'orphan' }, { act: 'deltas', count: 5000, every: 1 }]);
  assert.equal(await panel.kill('SIGTERM'), 0);
  assert.deepEqual(await panel.children(), []);
  for (const page of pages) page.close();
});
