// What lives and does not answer: a pi that hangs, and a disk that is gone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { FaultPanel } from './fault-panel.ts';
import { Page, textOf } from './page.ts';

/** A pi is silent after 0.8 s, a disk after 0.2 s, so on a busy machine a healthy one may be called so as well. */
const IMPATIENT = { PI_PANEL_PATIENCE: '0.02' };
const STUCK_DISK = { NODE_OPTIONS: `--import=${new URL('stuck-disk.ts', import.meta.url).href}` };

async function openPanel(t: TestContext, env: Record<string, string> = {}): Promise<[FaultPanel, Page]> {
  const panel = await FaultPanel.open({ env: { ...IMPATIENT, ...env } });
  const page = new Page(panel);
  t.after(async () => {
    page.close();
    await panel.close();
  });
  await page.until(({ ready }) => ready);
  return [panel, page];
}

/** Resolves with the first answer that is none about a silent disk. */
async function answered(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 504) return answer;
    await answer.arrayBuffer();
  }
}

test('R-22: a pi that hangs is told to the page, loses nothing when it goes on, and ends at once when it is restarted', async (t) => {
  const [panel, page] = await openPanel(t);
  const pid = await panel.pi();
  process.kill(pid, 'SIGSTOP');
  const stopped = Date.now();
  const { silentSince } = await page.until((view) => view.silentSince);
  assert.ok(silentSince! <= stopped, 'since it was heard last');
  assert.equal((await answered(() => panel.fetch(`agents/${panel.agent}/files`))).status, 200);
  const asked = panel.prompt('asked in between');
  process.kill(pid, 'SIGCONT');
  await page.until((view) => view.silentSince === null && textOf(view).includes('asked in between'));
  assert.equal(await asked, 200);
  const log = await (await panel.fetch(`agents/${panel.agent}/log`)).text();
  assert.doesNotMatch(log, /-alive/, 'whether it is there is no news');

  process.kill(pid, 'SIGSTOP');
  await page.until((view) => view.silentSince);
  assert.equal((await panel.post(`agents/${panel.agent}/restart`, {})).status, 200);
  await page.until((view) => view.ready && view.silentSince === null);
  assert.equal((await panel.children()).includes(pid), false);
});

test('R-60: of a disk that does not answer every request is told in time and the rest goes on, it is there when the disk is, and the panel can end without it', async (t) => {
  const [panel, page] = await openPanel(t, STUCK_DISK);
  const route = `agents/${panel.agent}`;
  const file = `${route}/file?path=README.md`;
  const read = () => answered(() => panel.fetch(file));
  const before = await read();
  assert.equal(before.status, 200);
  const save = () =>
    panel.fetch(file, {
      method: 'PUT',
      body: 'saved',
      headers: { 'if-match': before.headers.get('etag')!, 'content-type': 'application/octet-stream' },
    });

  const fifo = path.join(panel.folder, 'stuck');
  execFileSync('mkfifo', [fifo]);
  const ask = (): Promise<Response>[] => [
    ...Array.from({ length: 10 }, () => panel.fetch(`${route}/files`)),
    ...[panel.fetch(file), panel.fetch(`${route}/find?query=x`), save()],
  ];
  for (const answer of [...(await Promise.all(ask())), ...(await Promise.all(ask()))]) {
    assert.equal(answer.status, 504);
    assert.match(await answer.text(), /"disk_silent".*has not answered for 0\.2 s/);
  }
  assert.equal((await answered(() => panel.fetch('sessions'))).status, 200);
  assert.equal(await panel.prompt('while it is gone'), 200);
  await page.until((view) => textOf(view).includes('while it is gone'));

  const release = await open(fifo, 'r+');
  t.after(() => release.close());
  await rm(fifo);
  // What waited for the disk may have been saved meanwhile.
  const { status } = await answered(save);
  assert.ok([200, 412].includes(status), `${status}`);
  assert.equal(await (await read()).text(), 'saved');

  execFileSync('mkfifo', [fifo]);
  assert.equal((await panel.fetch(`${route}/files`)).status, 504);
  await panel.kill('SIGTERM');
  assert.deepEqual(await panel.children(), []);
});
