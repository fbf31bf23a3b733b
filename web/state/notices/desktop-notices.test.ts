import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { DesktopNotices } from './desktop-notices.svelte.ts';

const TARGET = { agent: 'a', session: null };

/** The notices of a page that is opened now. `shown` has what the browser was asked to show, and closed. */
function open(t: TestContext, { permission = 'granted', mayConstruct = true, hasNotices = true } = {}) {
  const shown: string[] = [];
  class Notice {
    static permission = permission;
    static requestPermission = (): Promise<string> => Promise.resolve(Notice.permission);
    static last: Notice;
    onclick: (() => void) | null = null;
    constructor(title: string, { body, tag }: { body: string; tag: string }) {
      if (!mayConstruct) throw new TypeError('Illegal constructor');
      shown.push(`${title}: ${body} (${tag})`);
      Notice.last = this;
    }
    close(): void {
      shown.push('closed');
    }
  }
  const worker = {
    showNotification: (title: string, { data }: { data: object }) =>
      Promise.resolve(void shown.push(`worker ${title} ${JSON.stringify(data)}`)),
    getNotifications: ({ tag }: { tag: string }) =>
      Promise.resolve([{ close: () => void shown.push(`worker closed ${tag}`) }]),
  };
  const set = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => Reflect.deleteProperty(globalThis, name));
  };
  if (hasNotices) set('Notification', Notice);
  set('navigator', { serviceWorker: { ready: Promise.resolve(worker) } });
  return { desktop: new DesktopNotices(), Notice, shown };
}

const settled = (): Promise<void> => new Promise(setImmediate);

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

test('notices are on once the user has turned them on and the browser allows them', async (t) => {
  const { desktop } = open(t);
  assert.equal(desktop.isOn, false);
  await desktop.turnOn();
  assert.equal(desktop.isOn, true);
  desktop.turnOff();
  assert.equal(desktop.isOn, false);
});

test('what the user has chosen is there in the next page, unless the browser has blocked notices since', async (t) => {
  const { desktop } = open(t);
  await desktop.turnOn();
  assert.equal(open(t).desktop.isOn, true);
  assert.equal(open(t, { permission: 'denied' }).desktop.isOn, false);
});

test('a browser that does not allow them leaves them off', async (t) => {
  const { desktop, Notice } = open(t, { permission: 'default' });
  Notice.permission = 'denied';
  await desktop.turnOn();
  assert.deepEqual([desktop.permission, desktop.isOn], ['denied', false]);
  assert.equal(open(t).desktop.isOn, false, 'nor are they on by themselves once it allows them');
});

test('a browser without notices has none', (t) => {
  const { desktop } = open(t, { hasNotices: false });
  assert.deepEqual([desktop.permission, desktop.isOn], ['none', false]);
});

test('a click acts, and takes the notice away', (t) => {
  const { desktop, Notice, shown } = open(t);
  desktop.show('pi', { body: 'done', tag: 'a', target: TARGET, onclick: () => shown.push('clicked') });
  Notice.last.onclick?.();
  assert.deepEqual(shown, ['pi: done (a)', 'clicked', 'closed']);
});

test('where only the service worker may show notices, it does, and closes them once they are shown', async (t) => {
  const { desktop, shown } = open(t, { mayConstruct: false });
  const notice = desktop.show('pi', { body: 'done', tag: 'a', target: TARGET, onclick: () => undefined });
  notice.close();
  for (let turn = 0; turn < 5; turn++) await settled();
  assert.deepEqual(shown, ['worker pi {"agent":"a","session":null}', 'worker closed a']);
});
