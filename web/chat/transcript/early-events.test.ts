import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { flushSync } from 'svelte';
import { inComponent } from '../../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../../lib/fixtures/reactive.svelte.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { EarlyEvents } from './early-events.svelte.ts';

const event = (n: number): ViewEvent => ({ type: 'panel_files_changed', paths: [`${n}`] });

function setUp(t: TestContext) {
  const listeners = new Set<(event: ViewEvent) => void>();
  const agent = {
    onEvent: (listener: (event: ViewEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Agent;
  const { created: events, end } = inComponent(t, () => new EarlyEvents(() => agent));
  const send = (n: number): void => listeners.forEach((listener) => listener(event(n)));
  return { events, send, end, listeners };
}

test('the events before the code of the rows is loaded are handed over once, in their order', (t) => {
  const { events, send } = setUp(t);
  send(1);
  send(2);
  assert.deepEqual(events.takeEvents(), [event(1), event(2)]);
  send(3);
  assert.deepEqual(events.takeEvents(), []);
});

test('of too many events the last ones are kept, among them the end of an answer', (t) => {
  const { events, send } = setUp(t);
  for (let n = 0; n < 600; n++) send(n);
  const kept = events.takeEvents();
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [500, event(100), event(599)]);
});

test('no events are collected once the component is gone', (t) => {
  const { end, listeners } = setUp(t);
  assert.equal(listeners.size, 1);
  end();
  assert.equal(listeners.size, 0);
});

test('events of the agent that was shown before are not announced with those of the next one', (t) => {
  const listeners: ((event: ViewEvent) => void)[] = [];
  const agentAt = (at: number): Agent =>
    ({
      onEvent: (listener: (event: ViewEvent) => void) => ((listeners[at] = listener), () => undefined),
    }) as never;
  const page = reactive(agentAt(0));
  const { created: events } = inComponent(t, () => new EarlyEvents(() => page.value));
  listeners[0]!(event(1));
  page.value = agentAt(1);
  flushSync();
  listeners[1]!(event(2));
  assert.deepEqual(events.takeEvents(), [event(2)]);
});
