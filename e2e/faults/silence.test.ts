// A pi that hangs, and a disk that does not answer.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { FaultPanel } from './fault-panel.ts';
import { FaultPage, lastText } from './fault-page.ts';

/** pi counts as silent after 0.8 s and a disk after 0.2 s, so on a busy machine a healthy one may count as well. */
const IMPATIENT = { PI_PANEL_PATIENCE: '0.02' };
const STUCK_DISK = { NODE_OPTIONS: `--import=${new URL('stuck-disk.ts', import.meta.url).href}` };

async function openPanel(t: TestContext, env: Record<string, string> = {}): Promise<[FaultPanel, FaultPage]> {
  const panel = await FaultPanel.open({ env: { ...IMPATIENT, ...env } });
  const page = new FaultPage(panel);
  t.after(async () => {
    page.close();
    await panel.close();
  });
  await page.until(({ ready }) => ready);
  return [panel, page];
}

/** Repeats the request while the panel reports a silent disk. */
async function untilDiskAnswers(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask();
    if (response.status !== 504) return response;
    await response.arrayBuffer();
  }
}

test('R-22: the page shows that pi hangs, nothing is lost when pi continues, and a restart ends it at once', async (t) => {
  const [panel, page] = await openPanel(t);
  const pid = (await panel.children())[0]!;
  process.kill(pid, 'SIGSTOP');
  const stopped = Date.now();
  const { silentSince } = await page.until((view) => view.silentSince);
  assert.ok(silentSince! <= stopped, 'since its last sign of life');
  assert.equal((await untilDiskAnswers(() => panel.fetch(`agents/${panel.agent}/files`))).status, 200);
  const asked = panel.prompt('asked in between');
  process.kill(pid, 'SIGCONT');
  await page.until((view) => view.silentSince === null && lastText(view).includes('asked in between'));
  assert.equal(await asked, 200);
  const log = await (await panel.fetch(`agents/${panel.agent}/log`)).text();
  assert.doesNotMatch(log, /-alive/, 'sending a sign of life is not logged');

  process.kill(pid, 'SIGSTOP');
  await page.until((view) => view.silentSince);
  assert.equal((await panel.restartAgent()).status, 200);
  await page.until((view) => view.ready && view.silentSince === null);
  assert.equal((await panel.descendants()).includes(pid), false);
});

test('R-60: with a disk that hangs, file requests fail in time and all else works; files return with the disk, and the panel can end without it', async (t) => {
  const [panel, page] = await openPanel(t, STUCK_DISK);
  const route = `agents/${panel.agent}`;
  const file = `${route}/file?path=README.md`;
  const read = () => untilDiskAnswers(() => panel.fetch(file));
  const before = await read();
  assert.equal(before.status, 200);
  const save = () =>
    panel.fetch(file, {
      method: 'PUT',
      body: 'saved',
      headers: { 'if-match': before.headers.get('etag')!, 'content-type': 'application/octet-stream' },
    });

  const fifo = path.join(panel.folders.root, 'stuck');
  execFileSync('mkfifo', [fifo]);
  const requests = (): Promise<Response>[] => [
    ...Array.from({ length: 10 }, () => panel.fetch(`${route}/files`)),
    ...[panel.fetch(file), panel.fetch(`${route}/find?query=x`), save()],
  ];
  for (const response of [...(await Promise.all(requests())), ...(await Promise.all(requests()))]) {
    assert.equal(response.status, 504);
    assert.match(await response.text(), /"disk_silent".*has not answered for 0\.2 s/);
  }
  assert.equal((await untilDiskAnswers(() => panel.fetch('sessions'))).status, 200);
  assert.equal(await panel.prompt('while it is gone'), 200);
  await page.until((view) => lastText(view).includes('while it is gone'));

  const release = await open(fifo, 'r+');
  t.after(() => release.close());
  await rm(fifo);
  // A save that waited for the disk may have succeeded in the meantime.
  const { status } = await untilDiskAnswers(save);
  assert.ok([200, 412].includes(status), `${status}`);
  assert.equal(await (await read()).text(), 'saved');

  execFileSync('mkfifo', [fifo]);
  assert.equal((await panel.fetch(`${route}/files`)).status, 504);
  await panel.kill();
  assert.deepEqual(await panel.descendants(), []);
});
