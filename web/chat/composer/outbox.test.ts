import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { Outbox } from './outbox.svelte.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

const [one, two] = [{ id: 'one' } as Agent, { id: 'two' } as Agent];
const to = (agent: Agent, text: string): OutgoingMessage => ({
  ...{ agent, text, attachments: [], lane: 'steer', isPlain: false, session: 'a' },
});

test('each agent has its own messages, in the order in which they were sent', () => {
  const outbox = new Outbox();
  for (const message of [to(one, '1'), to(two, '2'), to(one, '3')]) outbox.add(message);
  const textsTo = (agent: Agent): string[] => outbox.of(agent).map(({ text }) => text);
  assert.deepEqual([textsTo(one), textsTo(two)], [['1', '3'], ['2']]);
});

test('after an accepted message the next one to the same agent follows, once', () => {
  const outbox = new Outbox();
  const [first, other, second] = [to(one, '1'), to(two, '2'), to(one, '3')];
  for (const message of [first, other, second]) outbox.add(message);
  assert.equal(outbox.nextAfter(first), second);
  assert.equal(outbox.nextAfter(first), undefined, 'it was accepted before');
  assert.deepEqual(outbox.of(one), [second]);
  assert.equal(outbox.nextAfter(second), undefined);
  assert.deepEqual(outbox.of(two), [other]);
});

test('only the messages that are not sent after all are removed', () => {
  const outbox = new Outbox();
  const [first, second, third] = ['1', '2', '3'].map((text) => to(one, text));
  for (const message of [first!, second!, third!]) outbox.add(message);
  outbox.remove(first!, third!);
  assert.deepEqual(outbox.of(one), [second]);
});

test('the trouble and the stop of one agent are not those of another', () => {
  const outbox = new Outbox();
  outbox.setTrouble(one, { error: 'lost', session: 'a' });
  outbox.setTrouble(two, { error: 'refused', session: 'b' });
  outbox.setTrouble(two, null);
  assert.deepEqual([outbox.troubleOf(one)?.error, outbox.troubleOf(two)], ['lost', null]);
  outbox.setStopping(one, true);
  outbox.setStopping(two, true);
  outbox.setStopping(one, false);
  assert.deepEqual([outbox.isStopping(one), outbox.isStopping(two)], [false, true]);
});
