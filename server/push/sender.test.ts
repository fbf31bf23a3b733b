import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import type { PushMessage } from '../../shared/push.ts';
import type { StoredDevice } from './devices.ts';
import { makeBrowser } from './fixtures/browser.ts';
import type { Delivery } from './post.ts';
import { Sender } from './sender.ts';
import { makeVapidKeys, type VapidKeys } from './vapid.ts';

const device: StoredDevice = {
  id: 'phone',
  name: 'A phone',
  endpoint: 'https://push.example/x',
  keys: makeBrowser().keys,
  addedAt: 0,
  wishes: { waiting: true, failed: true, finished: true },
  showsText: false,
  sentAt: null,
};
const question: PushMessage = { kind: 'waiting', agent: 'a' };
const failed = (retryAfter: number | null = null): Delivery => ({
  outcome: 'failed',
  why: 'it answered 503',
  retryAfter,
});

let answers: Delivery[] = [];
let accepted = 0;
let requests = 0;
let sender: Sender;
let troubles: unknown[] = [];
let readKeys: () => Promise<VapidKeys>;

beforeEach(() => {
  [answers, accepted, requests, troubles] = [[], 0, 0, []];
  const keys = makeVapidKeys();
  readKeys = async () => keys;
  sender = new Sender({
    keys: () => readKeys(),
    onAccepted: () => (accepted += 1),
    onGone: () => undefined,
    onTrouble: (error) => troubles.push(error),
    post: async () => {
      requests += 1;
      return answers.shift() ?? { outcome: 'accepted' };
    },
  });
});

/** Advances the clock, and waits for the work that is then due. */
async function pass(t: TestContext, seconds: number): Promise<void> {
  t.mock.timers.tick(seconds * 1000);
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

test('a failing service is asked again after longer and longer waits, and that is shown', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  answers = [failed(), failed(), failed()];
  await sender.send(device, question);
  assert.match(sender.troubleOf('phone') ?? '', /failed \(it answered 503\)\. Trying again in 5 seconds/);
  await pass(t, 4);
  assert.equal(requests, 1);
  await pass(t, 1);
  assert.equal(requests, 2);
  assert.match(sender.troubleOf('phone') ?? '', /again in 30 seconds/);
  await pass(t, 30);
  assert.match(sender.troubleOf('phone') ?? '', /again in 2 minutes/);
  await pass(t, 120);
  assert.deepEqual([requests, accepted, sender.troubleOf('phone')], [4, 1, null]);
});

test('a service that names a time is left alone for that long', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  answers = [failed(60)];
  await sender.send(device, question);
  await pass(t, 59);
  assert.equal(requests, 1);
  await pass(t, 1);
  assert.equal(accepted, 1);
});

test('a message that could not be delivered for a long time is given up, and the page shows that', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  answers = Array.from({ length: 9 }, () => failed());
  await sender.send(device, question);
  for (const seconds of [5, 30, 120, 600, 6000]) await pass(t, seconds);
  assert.equal(requests, 5);
  assert.match(sender.troubleOf('phone') ?? '', /was given up/);
});

test('a newer message replaces a waiting one of the same agent, but not one of another agent', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  answers = [failed()];
  await sender.send(device, question);
  await sender.send(device, { kind: 'finished', agent: 'a' });
  answers = [failed()];
  await sender.send(device, { kind: 'waiting', agent: 'b' });
  await sender.send(device, { kind: 'waiting', agent: 'c' });
  await pass(t, 700);
  assert.deepEqual([requests, accepted], [5, 3]);
});

test('a forgotten device is not asked again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  answers = [failed()];
  await sender.send(device, question);
  sender.forget('phone');
  await pass(t, 700);
  assert.deepEqual([requests, sender.troubleOf('phone')], [1, null]);
});

test('a later attempt for which the keys cannot be read is reported', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  answers = [failed()];
  await sender.send(device, question);
  const unreadable = new Error('EACCES: permission denied, open vapid.json');
  readKeys = () => Promise.reject(unreadable);
  await pass(t, 5);
  assert.deepEqual(troubles, [unreadable]);
});
