import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { UnsavedEdits, type UnsavedFile } from './unsaved-edits.ts';

const BASE: UnsavedFile['base'] = {
  text: 'old',
  format: { hasBom: false, eol: '\n' },
  etag: '"1"',
  isUtf8: true,
};

function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = { text: 'edited' as string | null, isFull: false };
  const stored = new Map<string, string>();
  const failures: string[] = [];
  const edits = new UnsavedEdits({
    workspace: '/w',
    path: 'a',
    current: () => (page.text === null ? null : { text: page.text, base: BASE }),
    onFailure: (message) => failures.push(message),
    store: {
      get: (key) => {
        const text = stored.get(JSON.stringify(key));
        return Promise.resolve(
          text === undefined ? undefined : { workspace: '/w', path: 'a', text, base: BASE, at: 0 },
        );
      },
      put: ({ workspace, path, text }) => {
        if (page.isFull) return Promise.reject(new Error('no room'));
        return Promise.resolve(void stored.set(JSON.stringify([workspace, path]), text));
      },
      delete: (key) => Promise.resolve(void stored.delete(JSON.stringify(key))),
    },
  });
  const wait = async (): Promise<void> => {
    t.mock.timers.tick(10_000);
    await new Promise(setImmediate);
  };
  return { page, stored, failures, edits, wait };
}

test('edits are stored a moment after the last key, and are pending until then', async (t) => {
  const { page, stored, edits, wait } = setUp(t);
  edits.storeSoon();
  page.text = 'edited more';
  edits.storeSoon();
  assert.deepEqual([edits.isPending, stored.size], [true, 0]);
  await wait();
  assert.deepEqual([edits.isPending, [...stored.values()]], [false, ['edited more']]);
  assert.equal((await edits.load())?.text, 'edited more');
});

test('edits that were discarded, or are in the file by now, are not there after a reload', async (t) => {
  const { page, stored, edits, wait } = setUp(t);
  edits.storeSoon();
  await edits.discard();
  await wait();
  assert.deepEqual([edits.isPending, stored.size], [false, 0]);
  await edits.store();
  assert.equal(stored.size, 1);
  page.text = null;
  edits.storeSoon();
  await wait();
  assert.equal(stored.size, 0);
});

test('edits for which the browser has no room are said to be in danger', async (t) => {
  const { page, failures, edits } = setUp(t);
  page.isFull = true;
  await edits.store();
  assert.deepEqual(
    [failures, edits.isPending],
    [['A reload would lose these edits: no room. Save them.'], false],
  );
});

test('keys in a row are stored once, and the page is not left before the browser has stored or removed the edits', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const acts: [what: string, end: () => void][] = [];
  const slowly = (what: string) => (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    acts.push([what, resolve]);
    return promise;
  };
  let text: string | null = 'edited';
  const edits = new UnsavedEdits({
    workspace: '/w',
    path: 'a',
    current: () => (text === null ? null : { text, base: BASE }),
    onFailure: assert.fail,
    store: { get: () => Promise.resolve(undefined), put: slowly('put'), delete: slowly('delete') },
  });
  for (let key = 0; key < 3; key++) {
    edits.storeSoon();
    t.mock.timers.tick(399);
  }
  assert.equal(acts.length, 0);
  t.mock.timers.tick(1000);
  text = null;
  void edits.store();
  const left = (): Promise<boolean> => new Promise((resolve) => setImmediate(() => resolve(edits.isPending)));
  assert.equal(await left(), true);
  assert.deepEqual(
    acts.map(([what]) => what),
    ['put', 'delete'],
  );
  acts[0]![1]();
  assert.equal(await left(), true);
  acts[1]![1]();
  assert.equal(await left(), false);
});
