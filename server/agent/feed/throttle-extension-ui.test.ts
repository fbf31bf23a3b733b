import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { UiFlood } from './throttle-extension-ui.ts';

type Shown = Extract<ViewEvent, { type: 'extension_ui_request' }>;

const base = { type: 'extension_ui_request', id: 'x', panel_at: 0 } as const;
const notice = (n: number): Shown => ({ ...base, method: 'notify', message: String(n) });
const status = (key: string, text: string): Shown => ({
  ...base,
  method: 'setStatus',
  statusKey: key,
  statusText: text,
});
const wordsOf = (events: readonly ViewEvent[]): string[] =>
  events.map((event) => {
    if (event.type !== 'extension_ui_request') return event.type;
    if (event.method === 'notify') return event.message;
    return event.method === 'setStatus' ? `${event.statusKey}: ${event.statusText}` : event.method;
  });

/** A flood on a clock that the test moves. */
function flooded() {
  let now = 0;
  let timer: (() => void) | null = null;
  const late: ViewEvent[][] = [];
  const flood = new UiFlood({
    emit: (events) => late.push(events),
    now: () => now,
    setTimer: (callback) => {
      timer = callback;
      return () => (timer = null);
    },
  });
  const pass = (ms: number): void => {
    now += ms;
    const due = timer;
    timer = null;
    due?.();
  };
  return { flood, late, pass };
}

const many = (count: number): Shown[] => Array.from({ length: count }, (_, n) => notice(n));

test('what comes at a pace that can be read goes at once', () => {
  const { flood, late, pass } = flooded();
  for (let n = 0; n < 10; n++) {
    assert.equal(flood.push(many(10)).length, 10);
    pass(100);
  }
  assert.deepEqual(late, []);
});

test('of ten thousand notices in one moment the first and the last hundred are shown', () => {
  const { flood, late, pass } = flooded();
  const at = flood.push(many(10_000));
  assert.deepEqual(wordsOf(at), wordsOf(many(100)));
  pass(100);
  assert.equal(late.length, 1);
  assert.deepEqual(wordsOf(late[0]!), wordsOf(many(10_000).slice(-100)));
});

test('of a value that is set again and again the last one is shown, once for each window', () => {
  const { flood, late, pass } = flooded();
  for (let window = 0; window < 3; window++) {
    for (let n = 0; n < 1000; n++) flood.push([status('a', `${window}.${n}`), status('b', `${window}.${n}`)]);
    pass(100);
  }
  assert.deepEqual(late.map(wordsOf), [
    ['a: 0.999', 'b: 0.999'],
    ['a: 1.999', 'b: 1.999'],
    ['a: 2.999', 'b: 2.999'],
  ]);
});

test('questions and all else are never held back, and nothing overtakes its own kind', () => {
  const { flood, late, pass } = flooded();
  flood.push(many(110));
  const dialog: Shown = { ...base, method: 'confirm', title: 'Sure?' };
  assert.deepEqual(flood.push([dialog, status('a', '1'), { type: 'turn_end' }]), [
    dialog,
    { type: 'turn_end' },
  ]);
  pass(100);
  assert.equal(wordsOf(late[0]!).at(-1), 'a: 1');
});

test('what waits when the session ends is not shown in the next, but notices are', () => {
  const { flood } = flooded();
  flood.push([...many(101), status('a', 'old')]);
  flood.push([{ type: 'panel_ui_reset' }]);
  assert.deepEqual(wordsOf(flood.take()), ['100']);
});
