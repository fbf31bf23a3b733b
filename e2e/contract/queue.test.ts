// The queue on real pi: changed while it is being delivered, and held here where pi could not give it back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  arrangementOf,
  moveToLane,
  moveMessage,
  textsOf,
  type Arrangement,
} from '../../shared/view/queue.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { rowsOf } from './said.ts';

const prompt = { type: 'prompt', streamingBehavior: 'followUp' } as const;

onEveryPi({}, (pi, lab) => {
  test('follow-ups are heard once, in the order that they were given last, one of them as a steer', async () => {
    const panel = lab();
    await panel.startOver();
    const { promise: until, resolve: finish } = Promise.withResolvers<void>();
    panel.model.queue([
      { steps: [{ text: 'First.' }, { until }] },
      ...['A', 'B', 'C'].map((text) => ({ steps: [{ text }] })),
    ]);
    await panel.must({ type: 'prompt', message: 'go' });
    await panel.until('it answers', ({ live }) => live?.blocks.length);
    for (const message of ['one', 'two', 'three']) await panel.must({ ...prompt, message });
    const { queue } = await panel.until('all wait', (view) => view.queue.followUp.length === 3);
    assert.ok(queue.followUp.every(({ state }) => state === (pi.can.clearQueue ? 'waiting' : 'held')));
    await change(panel, (now) => moveMessage(now, now.followUp[2]!.id, -2));
    await change(panel, (now) => moveToLane(now, now.followUp[1]!.id, 'steer'));
    await panel.until('it is a steer', (view) => view.queue.steering.length === 1);
    assert.deepEqual(textsOf(panel.view.queue), { steering: ['one'], followUp: ['three', 'two'] });
    // At the very moment of the first delivery; whether it comes before or after, nothing is lost or doubled.
    finish();
    await change(panel, arrangementOf);
    await panel.until('all were heard', ({ entries, run }) => entries.length === 8 && !run);
    assert.deepEqual(
      rowsOf(panel.view).filter((row) => row.startsWith('You')),
      ['You: go', 'You: one', 'You: three', 'You: two'],
    );
  });
});

/** As a page does: made again while the queue changes under it. */
async function change(
  panel: Lab,
  wanted: (queue: Lab['view']['queue']) => Arrangement | null,
): Promise<void> {
  for (;;) {
    const { queue } = await panel.snapshot();
    const response = await panel.ask(`agents/${panel.agent}/queue`, {
      method: 'POST',
      json: wanted(queue),
      headers: { 'if-match': `"${queue.revision}"` },
    });
    if (response.status === 200) return;
    assert.equal(response.status, 412, await response.text());
  }
}
