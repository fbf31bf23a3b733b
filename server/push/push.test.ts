import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { OverviewAgent } from '../../shared/overview.ts';
import type { NewPushDevice } from '../../shared/push.ts';
import { waitFor } from './fixtures/wait-for.ts';
import { PushService } from './fixtures/push-service.ts';
import type { Delivery } from './post.ts';
import { Push } from './push.ts';

const WISHES = { waiting: true, failed: true, finished: true };
const ROW: OverviewAgent = {
  id: 'agent1',
  workspace: '/home/me/project',
  session: { id: 'session1', name: 'A secret plan' },
  state: 'working',
  line: 'bash: rm secret.txt',
  since: 0,
  cost: null,
  unread: 0,
  model: null,
  dialog: null,
  endedAt: null,
};
const asks: OverviewAgent = { ...ROW, state: 'needs_you', line: 'Delete secret.txt?' };

let folder = '';
let service: PushService;
let push: Push;
let key = '';
const troubles: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'push-'));
  service = await new PushService(() => key).listen();
  await start();
});

afterEach(async () => {
  await push?.close();
  await service?.close();
  await rm(folder, { recursive: true });
  assert.deepEqual(troubles.splice(0), []);
});

async function start(): Promise<void> {
  push = new Push({ folder, toLoopback: true, onTrouble: (error) => troubles.push(error) });
  await push.open('4317.json');
  key = (await push.info()).publicKey;
}

function device(change: Partial<NewPushDevice> = {}): NewPushDevice {
  const endpoint = `${service.origin}/a-phone`;
  return {
    endpoint,
    keys: service.browser.keys,
    name: 'A phone',
    wishes: WISHES,
    showsText: false,
    ...change,
  };
}

const received = (count: number): Promise<void> =>
  waitFor(() => service.received.length === count, `${count} messages at the push service`);

test('S-68: a question reaches the phone, signed and encrypted, without any of the conversation', async () => {
  push.add(device());
  push.onRow(ROW);
  push.onRow(asks);
  await received(1);
  const [{ message, headers, path: at }] = service.received as [(typeof service.received)[0]];
  assert.deepEqual(message, { kind: 'waiting', agent: 'agent1', session: 'session1' });
  assert.equal(at, '/a-phone');
  assert.equal(headers.urgency, 'high');
  await waitFor(async () => (await push.info()).devices[0]?.sentAt !== null, 'the time of the delivery');
});

test('the name and the question are sent to a device whose user wants them', async () => {
  push.add(device({ showsText: true }));
  push.onRow(ROW);
  push.onRow(asks);
  await received(1);
  assert.equal(service.received[0]?.message.name, 'A secret plan');
  assert.equal(service.received[0]?.message.line, 'Delete secret.txt?');
});

test('a device gets only what it wants', async () => {
  push.add(device({ wishes: { waiting: false, failed: true, finished: false } }));
  push.onRow(ROW);
  push.onRow(asks);
  push.onRow({ ...ROW, state: 'failed', endedAt: 90_000 });
  await received(1);
  assert.equal(service.received[0]?.message.kind, 'failed');
});

test('nothing is sent while a user is looking at a page, and sending resumes after they have left', async () => {
  push.add(device());
  push.onRow(ROW);
  push.presence.note({ page: 'page', visible: true, at: 1 });
  push.onRow(asks);
  push.presence.note({ page: 'page', visible: false, at: 2 });
  push.onRow(ROW);
  push.onRow({ ...ROW, state: 'failed' });
  await received(1);
  assert.equal(service.received[0]?.message.kind, 'failed');
});

test('a device survives a restart of the panel, in a file that only the user can read', async () => {
  push.add(device());
  await push.close();
  const before = key;
  await start();
  assert.equal(key, before);
  push.onRow(ROW);
  push.onRow(asks);
  await received(1);
  for (const name of ['4317.json', 'vapid.json'])
    assert.equal((await stat(path.join(folder, name))).mode & 0o777, 0o600, name);
});

test('the same browser remains one device, even if its choices change', async () => {
  const { id } = push.add(device());
  push.add(device({ name: 'The same phone' }));
  push.change(id, { showsText: true });
  const { devices } = await push.info();
  assert.deepEqual(
    devices.map(({ name, showsText, service: host }) => ({ name, showsText, host })),
    [{ name: 'The same phone', showsText: true, host: '127.0.0.1' }],
  );
});

for (const status of [404, 410]) {
  test(`a subscription that its browser has ended (${status}) is dropped`, async () => {
    push.add(device());
    service.answers.push({ status });
    push.onRow(ROW);
    push.onRow(asks);
    await waitFor(async () => (await push.info()).devices.length === 0, 'the end of the device');
    await push.close();
    assert.equal(await readFile(path.join(folder, '4317.json'), 'utf8'), '[]\n');
  });
}

test('two notifications on their way to a device whose subscription has ended drop it once', async (t) => {
  const answer = Promise.withResolvers<Delivery>();
  const own = new Push({
    folder: null,
    toLoopback: true,
    onTrouble: (error) => troubles.push(error),
    post: () => answer.promise,
  });
  t.after(() => own.close());
  own.add(device());
  for (const id of ['agent1', 'agent2']) {
    own.onRow({ ...ROW, id });
    own.onRow({ ...asks, id });
  }
  answer.resolve({ outcome: 'gone' });
  await new Promise(setImmediate);
  assert.deepEqual([(await own.info()).devices, troubles], [[], []]);
});

test('a push service that refuses says why on the device, and is not asked again', async () => {
  const { id } = push.add(device());
  service.answers.push({ status: 400, body: 'bad\n token' });
  await assert.rejects(push.test(id), /did not accept it: it answered 400: bad token/);
  assert.match(
    (await push.info()).devices[0]?.trouble ?? '',
    /refused the last notification: it answered 400/,
  );
  await push.test(id);
  assert.equal((await push.info()).devices[0]?.trouble, null);
  assert.deepEqual(
    service.received.map(({ message }) => message),
    [{ kind: 'test' }],
  );
});

test('S-69: a device that was removed, or shut out with its link, gets nothing more', async () => {
  const { id } = push.add(device());
  push.remove(id);
  push.add(device({ endpoint: `${service.origin}/another` }));
  push.removeAll();
  push.onRow(ROW);
  push.onRow(asks);
  assert.deepEqual((await push.info()).devices, []);
  assert.throws(() => push.remove(id), { status: 404 });
  assert.equal(service.requests, 0);
});

test('S-67: an address of this network is refused before anything is sent', () => {
  for (const endpoint of [
    'https://192.168.1.1/x',
    'https://127.0.0.1/x',
    `${service.origin.replace('127.0.0.1', 'localhost')}/x`,
  ])
    assert.throws(() => push.add(device({ endpoint })), { status: 400, code: 'bad_endpoint' }, endpoint);
  assert.throws(() => push.add(device({ keys: { p256dh: 'AAAA', auth: 'AAAA' } })), { code: 'bad_keys' });
});
