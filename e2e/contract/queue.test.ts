// The queue on real pi: changed during its delivery, and held by the panel where pi cannot give it back.
import assert from 'node:assert/strict';
import { arrangementOf, moveMessage, moveToLane, type Arrangement } from '../../shared/view/queue-changes.ts';
import { textsOf } from '../../shared/view/queue.ts';
import { isAtLeast } from '../../shared/pi/abilities.ts';
import { gate } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { rowsOf } from './summaries.ts';

const prompt = { type: 'prompt', streamingBehavior: 'followUp' } as const;

onEveryPi({}, ({ pi, test }) => {
  test('follow-ups are delivered once, in their last order, one of them as a steer', async (panel) => {
    const held = gate();
    panel.model.queue([
      { steps: [{ text: 'First.' }, { until: held.until }] },
      ...['A', 'B', 'C'].map((text) => ({ steps: [{ text }] })),
    ]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('it answers', ({ live }) => live?.blocks.length);
    for (const message of ['one', 'two', 'three']) await panel.command({ ...prompt, message });
    const { queue } = await panel.until('all wait', (view) => view.queue.followUp.length === 3);
    assert.ok(queue.followUp.every(({ state }) => state === (pi.can.clearQueue ? 'waiting' : 'held')));
    await change(panel, (now) => moveMessage(now, now.followUp[2]!.id, -2));
    await change(panel, (now) => moveToLane(now, now.followUp[1]!.id, 'steer'));
    await panel.until('it is a steer', (view) => view.queue.steering.length === 1);
    assert.deepEqual(textsOf(panel.view.queue), { steering: ['one'], followUp: ['three', 'two'] });
    // This races with the first delivery. Whichever comes first, nothing is lost or doubled.
    held.open();
    await change(panel, arrangementOf);
    await panel.until('all were heard', ({ entries, run }) => entries.length === 8 && !run);
    assert.deepEqual(
      rowsOf(panel.view).filter((row) => row.startsWith('You')),
      ['You: go', 'You: one', 'You: three', 'You: two'],
    );
  });
});

const TAKES = `
export default function (pi) {
  pi.on('input', ({ text }) => {
    if (text === 'take this') setTimeout(() => pi.sendUserMessage('asked by it'), 300);
    if (text.startsWith('take ')) return { action: 'handled' };
    return text.startsWith('change ') ? { action: 'transform', text: 'CHANGED' } : { action: 'continue' };
  });
}`;

onEveryPi({ extension: TAKES, versions: ['0.79.9', '0.87.1', '1.6.0'] }, ({ pi, test }) => {
  test('a message that an extension takes is forgotten, and the user is told at once', async (panel) => {
    panel.model.queue([{ steps: [{ text: 'Heard.' }] }]);
    await panel.command({ type: 'prompt', message: 'take this' });
    // An older pi does not say what became of the message.
    const says = isAtLeast(pi.version, '0.99.0');
    const told = panel.view.notices.filter(({ message }) => message.includes('take this'));
    const words = "An extension handled “take this”, so it isn't in the conversation.";
    assert.deepEqual(
      told.map(({ message }) => message),
      says ? [words] : [],
    );
    const { entries } = await panel.settled(2);
    assert.deepEqual(rowsOf({ entries }), ['You: asked by it', 'Assistant: Heard.']);
    if (says) assert.equal(entries[0]?.sentAs, undefined, 'it is not what the user sent');
  });

  // Before, pi's follow-ups do not go through handlers.
  if (!isAtLeast(pi.version, '0.86.0')) return;

  test('during a run, a message that an extension takes leaves the queue, and one that it changes is delivered', async (panel) => {
    const held = gate();
    panel.model.queue([
      { steps: [{ text: 'First.' }, { until: held.until }] },
      ...['A', 'B'].map((text) => ({ steps: [{ text }] })),
    ]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('it answers', ({ live }) => live?.blocks.length);
    await panel.command({ ...prompt, message: 'take that' });
    assert.deepEqual(textsOf(panel.view.queue), { steering: [], followUp: [] });
    await panel.command({ ...prompt, message: 'change it' });
    held.open();
    const { entries } = await panel.settled(4);
    assert.deepEqual(rowsOf({ entries }), ['You: go', 'Assistant: First.', 'You: CHANGED', 'Assistant: A']);
    assert.equal(entries[2]?.sentAs?.text, 'change it');
  });
});

const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = { message: '', images: [{ type: 'image', mimeType: 'image/png', data: DOT }] } as const;

onEveryPi({}, ({ pi, test }) => {
  test('a picture without a word is sent, and during a run refused where pi would never deliver it', async (panel) => {
    const held = gate();
    panel.model.queue([
      { steps: [{ text: 'Seen.' }, { until: held.until }] },
      { steps: [{ text: 'Again.' }] },
    ]);
    await panel.command({ type: 'prompt', ...picture, images: [...picture.images] });
    const { entries } = await panel.until('it answers', ({ live }) => live?.blocks.length);
    const [{ message } = { message: null }] = entries;
    assert.ok(message?.role === 'user' && typeof message.content !== 'string');
    assert.ok(message.content.some(({ type }) => type === 'image'));
    const second = await panel.tryCommand({ ...prompt, ...picture, images: [...picture.images] });
    held.open();
    if (isAtLeast(pi.version, '1.5.2')) {
      assert.equal(rowsOf(await panel.settled(4)).at(-1), 'Assistant: Again.');
    } else if (pi.can.clearQueue) {
      assert.equal(second.status, 409);
      await panel.settled(2);
    }
    const empty = await panel.tryCommand({ type: 'prompt', message: ' ' });
    assert.equal(empty.status, 400);
  });
});

/** Changes the queue as a page does, which repeats the request if the queue has changed in the meantime. */
async function change(
  panel: Lab,
  wanted: (queue: Lab['view']['queue']) => Arrangement | null,
): Promise<void> {
  for (;;) {
    const { queue } = await panel.snapshot();
    const response = await panel.fetch(`agents/${panel.agent}/queue`, {
      method: 'POST',
      json: wanted(queue),
      headers: { 'if-match': `"${queue.revision}"` },
    });
    if (response.status === 200) return;
    assert.equal(response.status, 412, await response.text());
  }
}
