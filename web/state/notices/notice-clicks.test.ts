import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onNoticeClick } from './notice-clicks.ts';

function openPage(t: TestContext, serviceWorker: EventTarget | undefined) {
  Object.defineProperty(globalThis, 'navigator', { value: { serviceWorker }, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'navigator'));
  const shown: unknown[] = [];
  const stop = onNoticeClick((target) => shown.push(target));
  const click = (data: unknown): void => {
    serviceWorker?.dispatchEvent(new MessageEvent('message', { data }));
  };
  return { shown, stop, click };
}

test('a clicked notice shows its agent, with the session that it was about', (t) => {
  const { shown, click } = openPage(t, new EventTarget());
  click({ show: { agent: 'a', session: 's' } });
  click({ show: { agent: 'a', session: 7 } });
  assert.deepEqual(shown, [
    { agent: 'a', session: 's' },
    { agent: 'a', session: null },
  ]);
});

test('other messages of the service worker show nothing, and neither does a click after the page has left', (t) => {
  const { shown, click, stop } = openPage(t, new EventTarget());
  for (const data of [null, 'show', {}, { show: {} }, { show: { agent: 3 } }]) click(data);
  stop();
  click({ show: { agent: 'a', session: 's' } });
  assert.deepEqual(shown, []);
});

test('a browser without service workers has no clicks to wait for', (t) => {
  openPage(t, undefined).stop();
});
