import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { KeptPanel } from '../browser/kept-panel.ts';
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
  const kept = new KeptPanel();
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
  const kept = new KeptPanel();
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
  await converse(before, [calls('write', { path: 'a.txt', content: 'one\n' }), says('Done.')]);
  await expectAnother();
  await before.post('agents', {});
  await expectAnother({ files: { 'b.txt': 'two\n' } });
  await endPanel(before);
});
