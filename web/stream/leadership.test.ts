import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Leadership } from './leadership.ts';

/** Locks that another tab has until `grant`. */
function setUp() {
  const requests: LockOptions[] = [];
  const waiting: ((lock: Lock | null) => unknown)[] = [];
  const request = (
    _name: string,
    options: LockOptions,
    use: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    requests.push(options);
    if (options.ifAvailable) return Promise.resolve(use(null));
    waiting.push(use);
    return new Promise((_resolve, reject) =>
      options.signal?.addEventListener('abort', () => reject(options.signal!.reason as Error)),
    );
  };
  const events: string[] = [];
  const leadership = new Leadership({
    name: 'panel',
    locks: { request } as unknown as LockManager,
    onLead: () => events.push('lead'),
    onFollow: () => events.push('follow'),
  });
  const grant = (): unknown => waiting.at(-1)!({ name: 'panel', mode: 'exclusive' });
  return { leadership, requests, events, grant };
}

const settle = (): Promise<void> => new Promise(setImmediate);

test('a tab follows while another one has the lock, and leads once it gets it', async () => {
  const { leadership, events, grant } = setUp();
  await settle();
  assert.deepEqual(events, ['follow']);
  void grant();
  assert.deepEqual(events, ['follow', 'lead']);
  leadership.close();
});

test('a tab takes the lead from one that does not respond, but not from itself', async () => {
  const { leadership, requests, events, grant } = setUp();
  await settle();
  leadership.steal();
  assert.equal(requests.at(-1)?.steal, true);
  void grant();
  assert.equal(events.at(-1), 'lead');
  const count = requests.length;
  leadership.steal();
  assert.equal(requests.length, count);
  leadership.close();
});

test('a closed tab neither takes the lead nor gets it', async () => {
  const { leadership, requests, events, grant } = setUp();
  await settle();
  leadership.close();
  const count = requests.length;
  leadership.steal();
  assert.equal(requests.length, count);
  assert.equal(grant(), undefined, 'the lock is given back at once');
  await settle();
  assert.deepEqual(events, ['follow']);
});

test('a leader that closes gives up the lock', async () => {
  const { leadership, grant } = setUp();
  await settle();
  const held = grant();
  leadership.close();
  assert.equal(await held, undefined);
});

test('a leader whose lock was stolen follows, waits for it, and may take it back', async () => {
  const requests: LockOptions[] = [];
  const uses: { use: (lock: Lock | null) => unknown; reject: (reason: Error) => void }[] = [];
  const request = (
    _name: string,
    options: LockOptions,
    use: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    requests.push(options);
    return new Promise((_resolve, reject) => uses.push({ use, reject }));
  };
  const events: string[] = [];
  const leadership = new Leadership({
    name: 'panel',
    locks: { request } as unknown as LockManager,
    onLead: () => events.push('lead'),
    onFollow: () => events.push('follow'),
  });
  void uses[0]!.use({ name: 'panel', mode: 'exclusive' });
  uses[0]!.reject(new DOMException('stolen', 'AbortError'));
  await settle();
  assert.deepEqual(events, ['lead', 'follow']);
  assert.equal(requests.length, 2);
  leadership.steal();
  assert.equal(requests.at(-1)?.steal, true);
  // The tab no longer waits for the lock beside taking it.
  assert.equal(requests[1]?.signal?.aborted, true);
  uses[1]!.reject(requests[1].signal.reason as Error);
  await settle();
  assert.deepEqual([events, requests.length], [['lead', 'follow'], 3]);
  void uses[2]!.use({ name: 'panel', mode: 'exclusive' });
  uses[2]!.reject(new DOMException('stolen', 'AbortError'));
  await settle();
  assert.deepEqual(events, ['lead', 'follow', 'lead', 'follow']);
  assert.equal(requests[3]?.signal?.aborted, false, 'it waits again');
  leadership.close();
});
