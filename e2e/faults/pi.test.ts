// The panel with a pi that misbehaves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { View } from '../../shared/view/view.ts';
import type { Act } from './fake-pi.ts';
import { FaultPage } from './fault-page.ts';
import { FaultPanel, waitUntil } from './fault-panel.ts';
import { killPi, measure, openAndClose } from './process-scenarios.ts';
import { flood } from './stream-scenarios.ts';

let panel: FaultPanel;
let page: FaultPage;

before(async () => {
  panel = await FaultPanel.open();
  page = new FaultPage(panel);
});
after(async () => {
  page?.close();
  await panel?.close();
});

const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64');

let marks = 0;
/** Resolves with the view of the page once all acts are over. */
async function perform(...acts: Act[]): Promise<View> {
  const last = ++marks;
  assert.equal(await panel.prompt([...acts, { act: 'statuses', count: 1, last }]), 200);
  return page.until((view) => view.run === null && view.statuses.count === `${last}`);
}

test('R-19, R-26: when pi is killed at a random moment, the page says so, no process is left, and a restart works', async () => {
  assert.deepEqual(await killPi(panel, { times: 8, seed: 19 }), { kills: 8 });
});

test('R-30: a record of 30 MB passes, and so do the records after it', async () => {
  await perform({ act: 'big', bytes: 30_000_000 });
});

test('R-31: while pi sends 20 MB, other requests are answered, and the page gets the end', async () => {
  const flood = perform({ act: 'deltas', count: 20_000, length: 1000 });
  assert.equal((await panel.fetch('agents')).status, 200);
  await flood;
});

test('R-31: a command that prints 10 MB causes at most 20 updates a second, and its output is readable in full', async (t) => {
  const real = await FaultPanel.open({ agent: 'demo' });
  t.after(() => real.close());
  const { bytes } = await flood(real, { command: 'yes | head -c 10000000' });
  assert.equal(bytes, 10_000_000);
});

test('R-34, R-35: invalid UTF-8 and malformed lines are counted, and nothing else is lost', async () => {
  const { badRecords } = await page.until(() => true);
  const odd = [Buffer.from('{"type":"odd","text":"'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}\n')];
  const bad = Buffer.concat([...odd, Buffer.from('Warning: x\n\n\ufeff{}\n')]);
  const view = await perform({ act: 'raw', bytes: base64(bad) });
  assert.equal(view.badRecords - badRecords, 3);
});

test('R-36: an incomplete last record is counted as bad, and the exit is reported', async () => {
  const { badRecords } = await page.until(() => true);
  await panel.prompt([
    { act: 'raw', bytes: base64('{"type":"agent_en') },
    { act: 'exit', code: 7 },
  ]);
  const view = await page.until(({ exit }) => exit !== null);
  assert.match(view.exit!.reason, /exit code 7/);
  assert.equal(view.badRecords - badRecords, 1);
  await panel.restartAgent();
  await page.until((now) => now.ready && now.exit === null);
});

test('R-53: a dialog that pi opens while no page is open waits for the next page', async () => {
  page.close();
  const question = { type: 'extension_ui_request', id: 'q', method: 'confirm', title: 'Sure?', message: '' };
  await panel.prompt([{ act: 'raw', bytes: base64(`${JSON.stringify(question)}\n`) }]);
  page = new FaultPage(panel);
  const { dialogs } = await page.until((view) => view.dialogs.length > 0);
  assert.deepEqual(
    dialogs.map(({ id }) => id),
    ['q'],
  );
  const response = await panel.post(`agents/${panel.agent}/dialogs/q`, { confirmed: true });
  assert.equal(response.status, 204);
  await waitUntil(async () => (await panel.sentCommands('extension_ui_response')).length === 1);
});

test('R-27: agents leave no process, no descriptor and no file when they end', async () => {
  // Starts the thread that searches the sessions, which stays. It would start by itself within 15 seconds.
  assert.equal((await panel.fetch('search?query=nothing')).status, 200);
  const before = await measure(panel);
  await openAndClose(panel, { times: 5 });
  // A git that reads the folder may still be ending.
  await waitUntil(async () => (await measure(panel)).children === before.children);
  assert.equal((await measure(panel)).files, before.files);
  await waitUntil(async () => (await panel.descriptors()) <= before.descriptors);
});
