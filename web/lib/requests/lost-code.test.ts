import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { reloadYoungPage } from './lost-code.ts';

interface Page {
  age?: number;
  navigation?: 'navigate' | 'reload';
  /** For how many ms the user types, with a key every 100 ms. */
  typing?: number;
  /** For how many ms a dialog is open. */
  dialog?: number;
}

/**
 * Loses code on a page whose panel answers at the second attempt. Returns after how many ms the page was reloaded;
 * undefined if it was not.
 */
async function loseCode(
  t: TestContext,
  { age = 100, navigation = 'navigate', typing = 0, dialog = 0 }: Page,
): Promise<number | undefined> {
  let now = age;
  let reloadedAt: number | undefined;
  let attempts = 0;
  const page = new EventTarget();
  const globals = {
    navigator: { userActivation: { hasBeenActive: false } },
    location: { reload: () => (reloadedAt = now) },
    document: {
      baseURI: 'http://127.0.0.1/',
      querySelector: () => (now < age + dialog ? {} : null),
    },
    performance: { now: () => now, getEntriesByType: () => [{ type: navigation }] },
    addEventListener: page.addEventListener.bind(page),
    fetch: () => {
      attempts += 1;
      if (attempts === 1) return Promise.reject(new TypeError('Failed to fetch'));
      return Promise.resolve({ ok: true });
    },
  };
  for (const [name, value] of Object.entries(globals)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
  t.mock.timers.enable({ apis: ['setTimeout'] });
  void reloadYoungPage();
  for (let step = 0; step < 200; step++) {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    if (now < age + typing) page.dispatchEvent(new Event('keydown'));
    now += 100;
    t.mock.timers.tick(100);
  }
  return reloadedAt && reloadedAt - age;
}

test('a page that was just opened fetches lost code by a reload', async (t) => {
  assert.ok((await loseCode(t, {}))! <= 500);
});

test('a page is not reloaded while the user types, because keys would be lost', async (t) => {
  const reloaded = await loseCode(t, { typing: 5000 });
  assert.ok(reloaded! >= 6900 && reloaded! <= 9000, String(reloaded));
});

test('a page is not reloaded under an open dialog', async (t) => {
  const reloaded = await loseCode(t, { dialog: 5000 });
  assert.ok(reloaded! >= 5000 && reloaded! <= 7100, String(reloaded));
});

test('a page that is older is not reloaded', async (t) => {
  assert.equal(await loseCode(t, { age: 20_000 }), undefined);
});

test('a page that was already reloaded is not reloaded again', async (t) => {
  assert.equal(await loseCode(t, { navigation: 'reload' }), undefined);
});
