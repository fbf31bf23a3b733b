import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reduce } from '../../../shared/view/reduce.ts';
import { emptyView } from '../../../shared/view/view.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { createClock } from '../fixtures/clock.ts';
import { throttleExtensionUi } from './throttle-extension-ui.ts';

type Shown = Extract<ViewEvent, { type: 'extension_ui_request' }>;

const base = { type: 'extension_ui_request', id: 'x', panel_at: 0 } as const;
const notice = (n: number): Shown => ({ ...base, method: 'notify', message: String(n) });
const notices = (count: number): Shown[] => Array.from({ length: count }, (_, n) => notice(n));
const status = (key: string, text: string): Shown => ({
  ...base,
  method: 'setStatus',
  statusKey: key,
  statusText: text,
});
const textsOf = (events: readonly ViewEvent[]): string[] =>
  events.map((event) => {
    if (event.type !== 'extension_ui_request') return event.type;
    if (event.method === 'notify') return event.message;
    return event.method === 'setStatus' ? `${event.statusKey}: ${event.statusText}` : event.method;
  });

function throttled() {
  const clock = createClock();
  return { clock, stage: throttleExtensionUi(clock.now) };
}

test('events at a rate that a user can read pass at once', () => {
  const { clock, stage } = throttled();
  for (let n = 0; n < 10; n++) {
    assert.equal(stage.push(notices(10)).length, 10);
    clock.advance(clock.now() + 100);
  }
  assert.equal(stage.dueAt, Infinity);
});

test('the first and the last hundred of ten thousand simultaneous notices are shown', () => {
  const { stage } = throttled();
  assert.deepEqual(textsOf(stage.push(notices(10_000))), textsOf(notices(100)));
  assert.equal(stage.dueAt, 100);
  assert.deepEqual(textsOf(stage.release()), textsOf(notices(10_000).slice(-100)));
  assert.equal(stage.dueAt, Infinity);
});

test('a value that is set again and again is shown once in each window, with its last value', () => {
  const { clock, stage } = throttled();
  for (let window = 0; window < 3; window++) {
    for (let n = 0; n < 1000; n++) stage.push([status('a', `${window}.${n}`), status('b', `${window}.${n}`)]);
    clock.advance(stage.dueAt);
    assert.deepEqual(textsOf(stage.release()), [`a: ${window}.999`, `b: ${window}.999`]);
  }
});

test('the oldest of more than fifty held values is dropped', () => {
  const { stage } = throttled();
  stage.push(notices(100));
  stage.push(Array.from({ length: 51 }, (_, n) => status(`k${n}`, 'x')));
  const shown = textsOf(stage.release());
  assert.deepEqual([shown.length, shown[0]], [50, 'k1: x']);
});

test('dialogs and all other events always pass, and nothing overtakes a held event', () => {
  const { stage } = throttled();
  stage.push(notices(110));
  const dialog: Shown = { ...base, method: 'confirm', title: 'Sure?' };
  assert.deepEqual(stage.push([dialog, status('a', '1'), { type: 'turn_end' }]), [
    dialog,
    { type: 'turn_end' },
  ]);
  assert.equal(textsOf(stage.release()).at(-1), 'a: 1');
});

test('a new session shows held notices of the old one, but not its held values', () => {
  const { stage } = throttled();
  stage.push([...notices(101), status('a', 'old')]);
  stage.push([{ type: 'panel_ui_reset', session: 's' }]);
  assert.deepEqual(textsOf(stage.release()), ['100']);
});

test('S-55: after any flood of values, what the extension removes is gone', () => {
  const act = fc.record({
    n: fc.nat(150),
    isWidget: fc.boolean(),
    isSet: fc.boolean(),
    ms: fc.constantFrom(0, 0, 0, 60),
  });
  const eventOf = ({ n, isWidget, isSet }: { n: number; isWidget: boolean; isSet: boolean }): Shown =>
    isWidget
      ? { ...base, method: 'setWidget', widgetKey: `${n}`, ...(isSet && { widgetLines: ['x'] }) }
      : { ...base, method: 'setStatus', statusKey: `${n}`, ...(isSet && { statusText: 'x' }) };
  const removals = [false, true].flatMap((isWidget) =>
    Array.from({ length: 151 }, (_, n) => eventOf({ n, isWidget, isSet: false })),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 600, size: 'max' }), (acts) => {
      let now = 0;
      const stage = throttleExtensionUi(() => now);
      let view = emptyView('/w');
      const fold = (events: readonly ViewEvent[]): void => {
        for (const event of events) view = reduce(view, event);
      };
      for (const one of acts) {
        now += one.ms;
        if (stage.dueAt <= now) fold(stage.release());
        fold(stage.push([eventOf(one)]));
      }
      fold(stage.push(removals));
      fold(stage.release());
      assert.deepEqual([view.statuses, view.widgets], [{}, []]);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
