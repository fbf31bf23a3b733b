import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { reloadYoungPage } from './lost-code.ts';

interface Page {
  age?: number;
  navigation?: 'navigate' | 'reload';
  /** Whether the user clicks or types while the panel does not answer. */
  isUsed?: boolean;
}

/** Loses code on a page whose panel answers at the second attempt. Returns how often the page was reloaded. */
async function loseCode(
  t: TestContext,
  { age = 100, navigation = 'navigate', isUsed = false }: Page,
): Promise<number> {
  let attempts = 0;
  let reloads = 0;
  const userActivation = { hasBeenActive: false };
  const globals = {
    navigator: { userActivation },
    location: { reload: () => (reloads += 1) },
    document: { baseURI: 'http://127.0.0.1/' },
    performance: { now: () => age, getEntriesByType: () => [{ type: navigation }] },
    fetch: () => {
      attempts += 1;
      if (attempts > 1) return Promise.resolve({ ok: true });
      userActivation.hasBeenActive = isUsed;
      return Promise.reject(new TypeError('Failed to fetch'));
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
  const done = reloadYoungPage();
  for (let turn = 0; turn < 10; turn++) {
    await Promise.resolve();
    t.mock.timers.tick(60_000);
  }
  await done;
  return reloads;
}

test('a page that was just opened fetches lost code by a reload', async (t) => {
  assert.equal(await loseCode(t, {}), 1);
});

test('a page in which the user has clicked or typed is not reloaded, because keys would be lost', async (t) => {
  assert.equal(await loseCode(t, { isUsed: true }), 0);
});

test('a page that is older is not reloaded', async (t) => {
  assert.equal(await loseCode(t, { age: 20_000 }), 0);
});

test('a page that was already reloaded is not reloaded again', async (t) => {
  assert.equal(await loseCode(t, { navigation: 'reload' }), 0);
});
