import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import type { PushDevice } from '../../../shared/push.ts';
import type { Api, RequestOptions } from '../../lib/requests/api.ts';
import { memoryStorage, Persisted } from '../../lib/storage/persisted.ts';
import { PushDevices } from './push-devices.svelte.ts';
import type { ServiceWorkerHost } from './service-worker.svelte.ts';

const WISHES = { waiting: true, failed: true, finished: true };
const KEY = 'AQID';

const known = (): unknown =>
  new Persisted({ area: 'browser', key: 'pi-panel.push-device', parse: (value) => value ?? null }).get();
const remember = (device: { id: string; endpoint: string }): void =>
  void new Persisted<object>({
    area: 'browser',
    key: 'pi-panel.push-device',
    parse: (value) => value as object,
  }).set(device);

beforeEach(() =>
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true }),
);

const device = (id: string, more: Partial<PushDevice> = {}): PushDevice =>
  ({ id, name: id, wishes: WISHES, showsText: false, ...more }) as PushDevice;

interface World {
  devices?: PushDevice[];
  /** The endpoint of the browser's subscription, and the key with which it was made. */
  endpoint?: string | null;
  key?: number[];
  permission?: NotificationPermission;
  hasWorker?: boolean;
}

/** A panel that knows these devices, and a browser. `asked` collects what the panel is asked to change. */
function setUp(t: TestContext, world: World = {}) {
  const { devices = [], endpoint = null, key = [1, 2, 3], permission = 'granted', hasWorker = true } = world;
  const asked: string[] = [];
  let left = [...devices];
  let made = 0;
  const subscriptionOf = (at: string, bytes: number[]) => ({
    endpoint: at,
    options: { applicationServerKey: Uint8Array.from(bytes).buffer },
    toJSON: () => ({ endpoint: at, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      current = null;
      return Promise.resolve(true);
    },
  });
  let current = endpoint === null ? null : subscriptionOf(endpoint, key);
  const registration = {
    pushManager: {
      getSubscription: () => Promise.resolve(current),
      subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        if (current) return Promise.reject(new DOMException('There is one', 'InvalidStateError'));
        current = subscriptionOf(`https://push/new-${(made += 1)}`, [...applicationServerKey]);
        return Promise.resolve(current);
      },
    },
  };
  const json = (route: string, { body }: RequestOptions = {}): Promise<unknown> => {
    if (route === 'api/push') return Promise.resolve({ publicKey: KEY, devices: left });
    const { endpoint: at, wishes, showsText } = body as { endpoint: string } & PushDevice;
    asked.push(`add ${at}`);
    const added = device(`own-${made}`, { wishes, showsText });
    left = [...left, added];
    return Promise.resolve(added);
  };
  const fetch = (route: string, { method = 'GET' }: RequestOptions = {}): Promise<unknown> => {
    asked.push(`${method} ${route.replace('api/push/devices/', '')}`);
    return Promise.resolve({});
  };
  const worker = {
    isSupported: true,
    trouble: null,
    registration: hasWorker ? registration : null,
    find: () => Promise.resolve(hasWorker ? registration : null),
  };
  Object.defineProperty(globalThis, 'Notification', {
    value: { permission, requestPermission: () => Promise.resolve(permission) },
    configurable: true,
  });
  t.after(() => Reflect.deleteProperty(globalThis, 'Notification'));
  const push = new PushDevices({ json, fetch } as unknown as Api, worker as unknown as ServiceWorkerHost);
  return { push, asked, worker, endpoint: () => current?.endpoint ?? null };
}

test('a browser that is turned on becomes a device, and knows which one', async (t) => {
  const { push, asked, endpoint } = setUp(t, { devices: [device('phone')] });
  await push.turnOn();
  assert.deepEqual(asked, ['add https://push/new-1']);
  assert.equal(push.ownId, 'own-1');
  assert.deepEqual(
    push.devices?.map(({ id, wishes }) => [id, wishes]),
    [
      ['phone', WISHES],
      ['own-1', WISHES],
    ],
  );
  assert.deepEqual(known(), { id: 'own-1', endpoint: endpoint() });
});

test('without permission nothing is subscribed, and the user is told', async (t) => {
  const { push, asked, endpoint } = setUp(t, { permission: 'denied' });
  await assert.rejects(push.turnOn(), /didn't allow/);
  assert.deepEqual([asked, endpoint(), push.ownId], [[], null, null]);
  assert.match(push.problem!, /blocks them/);
});

test('a subscription with the key of the panel is used again', async (t) => {
  const { push, endpoint } = setUp(t, { endpoint: 'https://push/old' });
  await push.turnOn();
  assert.equal(endpoint(), 'https://push/old');
});

test('a subscription with another key, which the browser allows only once, is replaced', async (t) => {
  const { push, endpoint } = setUp(t, { endpoint: 'https://push/old', key: [9, 9, 9] });
  await push.turnOn();
  assert.equal(endpoint(), 'https://push/new-1');
});

test('removing another device leaves the subscription of this browser', async (t) => {
  remember({ id: 'own', endpoint: 'https://push/old' });
  const { push, asked, endpoint } = setUp(t, {
    devices: [device('own'), device('phone')],
    endpoint: 'https://push/old',
  });
  await push.load();
  await push.remove('phone');
  assert.deepEqual([asked, endpoint(), push.ownId], [['DELETE phone'], 'https://push/old', 'own']);
  assert.deepEqual(
    push.devices?.map(({ id }) => id),
    ['own'],
  );
  await push.remove('own');
  assert.deepEqual([asked.at(-1), endpoint(), push.ownId, known()], ['DELETE own', null, null, null]);
  assert.deepEqual(push.devices, []);
});

test('a subscription that the browser has replaced is registered again with its choices', async (t) => {
  remember({ id: 'own', endpoint: 'https://push/old' });
  const wishes = { waiting: true, failed: false, finished: false };
  const { push, asked } = setUp(t, {
    devices: [device('own', { wishes, showsText: true })],
    endpoint: 'https://push/other',
  });
  await push.load();
  assert.deepEqual(asked, ['add https://push/other', 'DELETE own']);
  assert.deepEqual(
    push.devices?.map(({ id, showsText, wishes: chosen }) => [id, showsText, chosen]),
    [['own-0', true, wishes]],
  );
  assert.equal(push.ownId, 'own-0');
});

test('a device that another page removed no longer gets anything', async (t) => {
  remember({ id: 'own', endpoint: 'https://push/old' });
  const { push, asked, endpoint } = setUp(t, { endpoint: 'https://push/old' });
  await push.load();
  assert.deepEqual([asked, endpoint(), push.ownId, known()], [[], null, null, null]);
});

test('a device that is as it was is left alone, as it is before the service worker is ready', async (t) => {
  remember({ id: 'own', endpoint: 'https://push/old' });
  for (const hasWorker of [true, false]) {
    const endpoint = hasWorker ? 'https://push/old' : null;
    const { push, asked } = setUp(t, { devices: [device('own')], endpoint, hasWorker });
    await push.load();
    assert.deepEqual([asked, push.ownId], [[], 'own']);
  }
});

test('choices change only the device for which they are made', async (t) => {
  const { push, asked } = setUp(t, { devices: [device('a'), device('b')] });
  await push.load();
  await push.change('b', { showsText: true });
  assert.deepEqual(asked, ['POST b']);
  assert.deepEqual(
    push.devices?.map(({ showsText }) => showsText),
    [false, true],
  );
});

test('after all devices were removed with the other links, this browser is registered again as it was', async (t) => {
  remember({ id: 'own', endpoint: 'https://push/old' });
  const { push, asked } = setUp(t, {
    devices: [device('own', { showsText: true })],
    endpoint: 'https://push/old',
  });
  await push.load();
  await push.subscribeAgain();
  assert.deepEqual(asked, ['add https://push/old']);
  assert.equal(push.devices?.find(({ id }) => id === push.ownId)?.showsText, true);
  const never = setUp(t);
  remember({ id: '', endpoint: '' });
  never.push.ownId = null;
  await never.push.subscribeAgain();
  assert.deepEqual(never.asked, []);
});

test('why a browser gets nothing is said, the first reason that holds', (t) => {
  const { push, worker } = setUp(t, { hasWorker: false });
  const set = (more: object): string | null => {
    Object.assign(worker, more);
    return push.problem;
  };
  assert.match(set({})!, /isn't ready/);
  assert.match(set({ registration: {} })!, /doesn't support push/);
  assert.match(set({ trouble: 'broken' })!, /broken/);
  assert.match(set({ isSupported: false })!, /TLS/);
  assert.equal(set({ isSupported: true, trouble: null, registration: { pushManager: {} } }), null);
});
