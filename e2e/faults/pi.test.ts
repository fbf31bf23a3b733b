// What a pi that misbehaves does to the panel.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { View } from '../../shared/view/view.ts';
import type { Act } from './fake-pi.ts';
import { Page } from './page.ts';
import { FaultPanel, until } from './fault-panel.ts';
import { killPi, measure, openAndClose } from './process-scenarios.ts';
import { flood } from './stream-scenarios.ts';

let panel: FaultPanel;
let page: Page;

before(async () => {
  panel = await FaultPanel.open();
  page = new Page(panel);
});
after(async () => {
  page.close();
  await panel.close();
});

const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64');

let marks = 0;
/** Resolves with the view that the page has when all of it was said. */
async function perform(...acts: Act[]): Promise<View> {
  const last = ++marks;
  assert.equal(await panel.prompt([...acts, { act: 'statuses', count: 1, last }]), 200);
  return page.until((view) => view.run === null && view.statuses.count === `${last}`);
}

test('R-19, R-26: killed at random moments, pi leaves a page that says so, nothing that runs, and a way to go on', async () => {
  assert.deepEqual(await killPi(panel, { times: 8, seed: 19 }), { kills: 8 });
});

test('R-30: a record of 30 MB passes, and the next ones after it', async () => {
  await perform({ act: 'big', bytes: 30_000_000 });
});

test('R-31: while pi says 20 MB as fast as it can, other requests are answered, and the page has the end', async () => {
  const flood = perform({ act: 'deltas', count: 20_000, length: 1000 });
  assert.equal((await panel.fetch('agents')).status, 200);
  await flood;
});

test('R-31: a command of the real pi that prints 10 MB is told of at most 20 times a second, and all of it can be read', async (t) => {
  const real = await FaultPanel.open({ agent: 'demo' });
  t.after(() => real.close());
  const { bytes } = await flood(real, { command: 'yes | head -c 10000000' });
  assert.equal(bytes, 10_000_000);
});

test('R-34, R-35: bytes that are no UTF-8 and lines that are no records are counted, and nothing else is lost', async () => {
  const { badRecords } = await page.until(() => true);
  const odd = [Buffer.from('{"type":"odd","text":"'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}\n')];
  const bad = Buffer.concat([...odd, Buffer.from('Warning: x\n\n\ufeff{}\n')]);
  const view = await perform({ act: 'raw', bytes: base64(bad) });
  assert.equal(view.badRecords - badRecords, 3);
});

test('R-36: half a record at the end is no record, and the end is told', async () => {
  const { badRecords } = await page.until(() => true);
  await panel.prompt([
    { act: 'raw', bytes: base64('{"type":"agent_en') },
    { act: 'exit', code: 7 },
  ]);
  const view = await page.until(({ exit }) => exit !== null);
  assert.match(view.exit!.reason, /exit code 7/);
  assert.equal(view.badRecords - badRecords, 1);
  await panel.fetch(`agents/${panel.agent}/restart`, { method: 'POST', json: {} });
  await page.until((now) => now.ready && now.exit === null);
});

test('R-53: a question that pi asks while no page is open waits for the next one', async () => {
  page.close();
  const question = { type: 'extension_ui_request', id: 'q', method: 'confirm', title: 'Sure?', message: '' };
  await panel.prompt([{ act: 'raw', bytes: base64(`${JSON.stringify(question)}\n`) }]);
  page = new Page(panel);
  const { dialogs } = await page.until((view) => view.dialogs.length > 0);
  assert.deepEqual(
    dialogs.map(({ id }) => id),
    ['q'],
  );
  const answer = await panel.fetch(`agents/${panel.agent}/dialogs/q`, {
    method: 'POST',
    json: { confirmed: true },
  });
  assert.equal(answer.status, 204);
  await until(async () => (await panel.commands('extension_ui_response')).length === 1);
});

test('R-27: agents that were started and ended leave no process, no descriptor and no file', async () => {
  const before = await measure(panel);
  await openAndClose(panel, { times: 5 });
  const now = await measure(panel);
  assert.deepEqual([now.children, now.files], [before.children, before.files]);
  await until(async () => (await panel.descriptors()) <= before.descriptors);
});
