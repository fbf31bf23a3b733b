import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import type { Api, RequestOptions } from '../../lib/requests/api.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { reportPresence } from './presence.ts';

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
});

/** A page, in which the test acts as the user. */
function page(t: TestContext) {
  const [window, document] = [new EventTarget(), Object.assign(new EventTarget(), { hidden: false })];
  const [add, remove] = ['addEventListener', 'removeEventListener'].map((name) =>
    (window[name as 'addEventListener'] as (...args: unknown[]) => void).bind(window),
  );
  Object.assign(globalThis, { document, addEventListener: add, removeEventListener: remove });
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const reports: { page: string; visible: boolean; keepalive: boolean | undefined }[] = [];
  const fetch = (_path: string, { body, keepalive }: RequestOptions): Promise<Response> => {
    const { page, visible } = body as { page: string; visible: boolean };
    reports.push({ page, visible, keepalive });
    return Promise.reject(new Error('lost'));
  };
  return {
    ...{ reports, document },
    start: (): (() => void) => reportPresence({ fetch } as unknown as Api),
    act: (type = 'keydown', after = 0): void => {
      now += after;
      window.dispatchEvent(new Event(type));
    },
    hide: (hidden: boolean): void => {
      document.hidden = hidden;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    seen: (): boolean[] => reports.splice(0).map(({ visible }) => visible),
  };
}

test('a page that the user sees is reported at once, and again while the user is active, once a minute', (t) => {
  const { start, act, seen } = page(t);
  t.after(start());
  assert.deepEqual(seen(), [true]);
  act('pointermove', 60_000);
  assert.deepEqual(seen(), []);
  act('pointermove', 1);
  act('keydown', 10);
  assert.deepEqual(seen(), [true]);
});

test('a page that is hidden or closed says so, even while it goes, and is reported again when it is back', (t) => {
  const { start, hide, act, reports, seen } = page(t);
  t.after(start());
  seen();
  hide(true);
  assert.deepEqual([reports[0]?.visible, reports[0]?.keepalive], [false, true]);
  act('pointermove', 120_000);
  assert.deepEqual(seen(), [false], 'nobody sees it');
  hide(false);
  assert.deepEqual(seen(), [true]);
  act('pagehide');
  assert.deepEqual(seen(), [false]);
});

test('a tab keeps its name over a reload, so that its earlier report is replaced', (t) => {
  const { start, reports } = page(t);
  start()();
  start()();
  assert.equal(reports.length, 2);
  assert.equal(reports[0]?.page, reports[1]?.page);
  sessionStorage.setItem('pi-panel.tab', 'damaged');
  start()();
  assert.match(reports[2]!.page, /^[0-9a-f]{32}$/);
});

test('after the reports were stopped, nothing is reported', (t) => {
  const { start, act, hide, seen } = page(t);
  start()();
  seen();
  act('keydown', 120_000);
  hide(true);
  act('pagehide');
  assert.deepEqual(seen(), []);
});
