import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { ConflictDrafts } from './conflict-drafts.ts';

const DRAFT = { base: 'old', text: 'mine' };

/** A browser whose storage has room for texts of this length. */
function setUp(t: TestContext, room = Infinity) {
  const storage = memoryStorage();
  const setItem = (key: string, value: string): void => {
    if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
    storage.setItem(key, value);
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value: { ...storage, setItem }, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));
  const open = () => {
    const window = new EventTarget();
    const leave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    return { drafts: new ConflictDrafts(window), leave };
  };
  return { storage, open };
}

test('a draft belongs to its file, survives a reload, and is gone once it is removed', (t) => {
  const { storage, open } = setUp(t);
  const { drafts, leave } = open();
  drafts.set('/w/a', DRAFT);
  assert.deepEqual([drafts.get('/w/a'), drafts.get('/w/b'), leave()], [DRAFT, null, true]);
  const reloaded = open().drafts;
  assert.deepEqual(reloaded.get('/w/a'), DRAFT);
  reloaded.set('/w/a', null);
  assert.deepEqual([open().drafts.get('/w/a'), storage.length], [null, 0]);
});

test('a draft for which the browser has no room lasts as long as the page, and leaving the page asks first', (t) => {
  const { open } = setUp(t, 60);
  const { drafts, leave } = open();
  drafts.set('/w/a', DRAFT);
  const long = { base: 'old', text: 'mine'.repeat(20) };
  drafts.set('/w/a', long);
  assert.deepEqual([drafts.get('/w/a'), leave()], [long, false]);
  drafts.set('/w/a', null);
  assert.deepEqual([drafts.get('/w/a'), leave()], [null, true]);
});

test('something else that is stored under the same key is ignored', (t) => {
  const { storage, open } = setUp(t);
  storage.setItem('pi-panel.conflict./w/a', '{"base":1}');
  assert.equal(open().drafts.get('/w/a'), null);
});
