import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { KeptPanels } from '../browser/kept-panels.ts';
import { endPanel, type RunningPanel } from '../browser/running-panel.ts';
import { calls, says } from './scripted.ts';

async function converse(
  panel: RunningPanel,
  answers: Parameters<typeof panel.model.queue>[0],
): Promise<void> {
  panel.model.queue(answers);
  await panel.command({ type: 'prompt', message: 'Hello' });
  const isDone = async (): Promise<boolean> => {
    const { entries, run } = await panel.snapshot();
    return entries.length > 0 && run === null;
  };
  while (!(await isDone())) await setTimeout(20);
}

test('the next test gets the same panel with a new session, its files, and a model without requests', async (t) => {
  const kept = new KeptPanels();
  t.after(() => kept.close());
  const options = { files: { 'a.txt': 'one\n' } };
  const first = await kept.take(options);
  await converse(first, [calls('read', { path: 'a.txt' }), says('Done.')]);
  await first.write('a.txt', 'two\n');
  await first.write('b.txt', 'new\n');
  const session = (await first.snapshot()).session!.id;
  await kept.giveBack(first, options);
  const second = await kept.take(options);
  assert.equal(second, first);
  const view = await second.snapshot();
  assert.deepEqual(view.entries, []);
  assert.notEqual(view.session!.id, session);
  assert.equal(await second.read('a.txt'), 'one\n');
  await assert.rejects(second.read('b.txt'), { code: 'ENOENT' });
  assert.equal(second.model.requests.length, 0);
  await converse(second, [says('Again.')]);
  assert.match(await second.sessionText(), /Again\./);
  await kept.giveBack(second, options);
});

test('a panel is not kept if it was killed, has other options, or if anything is left in it', async (t) => {
  const kept = new KeptPanels();
  t.after(() => kept.close());
  let before = await kept.take({});
  const expectAnother = async (options = {}): Promise<void> => {
    await kept.giveBack(before, {});
    const next = await kept.take(options);
    assert.notEqual(next, before);
    assert.deepEqual((await next.snapshot()).entries, []);
    before = next;
  };
  await before.crashAndRestart();
  await expectAnother();
  await before.command({ type: 'set_auto_retry', enabled: false });
  await expectAnother();
  await before.post('agents', {});
  await expectAnother();
  await expectAnother({ files: { '.pi/prompts/fix.md': 'Fix it.\n' } });
  await endPanel(before);
});

test('a panel serves other files without what the agent and the test before it wrote', async (t) => {
  const kept = new KeptPanels();
  t.after(() => kept.close());
  const first = await kept.take({ files: { 'a.txt': 'one\n' } });
  await converse(first, [calls('write', { path: 'b.txt', content: 'two\n' }), says('Done.')]);
  await kept.giveBack(first, { files: { 'a.txt': 'one\n' } });
  const second = await kept.take({ files: { 'c.txt': 'three\n' } });
  assert.equal(second, first);
  assert.deepEqual((await readdir(second.workspace)).sort(), ['README.md', 'c.txt']);
  assert.deepEqual((await second.snapshot()).entries, []);
  await kept.giveBack(second, { files: { 'c.txt': 'three\n' } });
});

test('two panels are kept for tests that take turns, and the one unused for longest makes room for a third', async (t) => {
  const kept = new KeptPanels();
  t.after(() => kept.close());
  const all = [{}, { settings: { theme: 'light' } }, { settings: { theme: 'dark' } }];
  const panels: RunningPanel[] = [];
  for (const options of all) {
    const panel = await kept.take(options);
    panels.push(panel);
    await converse(panel, [says('Done.')]);
    await kept.giveBack(panel, options);
  }
  assert.equal(panels[0]!.hasEnded, true);
  for (const n of [2, 1]) {
    const panel = await kept.take(all[n]!);
    assert.equal(panel, panels[n]);
    await kept.giveBack(panel, all[n]!);
  }
});
