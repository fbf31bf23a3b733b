import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Resource } from './resource.svelte.ts';

/** A resource whose requests the test answers, in any order. */
function answered() {
  const requests: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = [];
  const resource = new Resource((signal) => {
    const request = { ...Promise.withResolvers<string>(), signal };
    requests.push(request);
    return request.promise;
  });
  return { resource, requests };
}

test('only the newest request counts, and it aborts the one before it', async () => {
  const { resource, requests } = answered();
  const [older, newer] = [resource.read(), resource.read()];
  assert.ok(requests[0]!.signal.aborted);
  requests[1]!.resolve('new');
  assert.ok(await newer);
  assert.equal(resource.isBusy, false);
  requests[0]!.resolve('old');
  assert.equal(await older, false);
  assert.equal(resource.value, 'new');
});

test('an older request that fails late does not report its failure', async () => {
  const { resource, requests } = answered();
  const older = resource.read();
  const newer = resource.read();
  requests[0]!.reject(new Error('too late'));
  assert.equal(await older, false);
  assert.ok(resource.isBusy);
  requests[1]!.resolve('new');
  await newer;
  assert.equal(resource.failure, null);
});

test('a failure keeps the last value, and is gone after the next success', async () => {
  const { resource, requests } = answered();
  const first = resource.read();
  requests[0]!.resolve('first');
  await first;
  const second = resource.read();
  requests[1]!.reject(new Error('lost'));
  assert.equal(await second, false);
  assert.deepEqual([resource.value, resource.failure, resource.isBusy], ['first', 'lost', false]);
  const third = resource.read();
  requests[2]!.resolve('third');
  assert.ok(await third);
  assert.deepEqual([resource.value, resource.failure], ['third', null]);
});

test('a change is followed by a request, unless it fails, which is reported even if the value was read meanwhile', async () => {
  const { resource, requests } = answered();
  const changed = resource.act(() => Promise.resolve());
  assert.ok(resource.isBusy);
  await Promise.resolve();
  requests[0]!.resolve('changed');
  assert.ok(await changed);
  assert.equal(resource.value, 'changed');

  const change = Promise.withResolvers<void>();
  const refused = resource.act(() => change.promise);
  const read = resource.read();
  requests[1]!.resolve('read');
  await read;
  assert.ok(resource.isBusy);
  change.reject(new Error('refused'));
  assert.equal(await refused, false);
  assert.deepEqual([requests.length, resource.failure, resource.isBusy], [2, 'refused', false]);
});

test('the teardown of an effect aborts its request', async () => {
  const { resource, requests } = answered();
  const stop = resource.follow();
  assert.ok(resource.isBusy);
  stop();
  assert.ok(requests[0]!.signal.aborted);
  requests[0]!.resolve('late');
  await requests[0]!.promise;
  assert.deepEqual([resource.value, resource.isBusy], [null, false]);
});
