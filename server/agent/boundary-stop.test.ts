import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { BoundaryStop } from './boundary-stop.ts';

const event = (type: ViewEvent['type']): ViewEvent => ({ type }) as ViewEvent;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function boundaryStop({ hasExtension = true, failure }: { hasExtension?: boolean; failure?: Error } = {}) {
  const log: string[] = [];
  const bugs: unknown[] = [];
  const stop = new BoundaryStop({
    onBug: (error) => bugs.push(error),
    bridge: {
      ask: async (request: { ask: string }) => {
        if (failure) throw failure;
        if (!hasExtension) throw new Refusal(409, 'no_companion', 'none');
        log.push(request.ask);
        return undefined as never;
      },
    },
    stop: async (onAbort) => {
      log.push('stop');
      await settle();
      if (failure) throw failure;
      onAbort();
      log.push('told');
    },
  });
  return { stop, log, bugs };
}

test('pi is asked to hold once, and stopped when it does', async () => {
  const { stop, log } = boundaryStop();
  assert.deepEqual([stop.ask(), stop.ask()], [true, false]);
  await settle();
  stop.onEvent(event('turn_end'));
  assert.deepEqual(log, ['hold']);
  const released = stop.onBoundary().then(() => log.push('released'));
  await stop.onBoundary();
  await released;
  assert.deepEqual(log, ['hold', 'stop', 'told', 'released']);
});

test('without the extension the run stops when its turn has ended', async () => {
  const { stop, log } = boundaryStop({ hasExtension: false });
  stop.ask();
  await settle();
  stop.onEvent(event('turn_end'));
  stop.onEvent(event('turn_end'));
  await settle();
  assert.deepEqual(log, ['stop', 'told']);
});

test('a run that ends by itself is not stopped, nor is the next one', async () => {
  const { stop, log } = boundaryStop();
  stop.ask();
  await settle();
  stop.onEvent(event('agent_settled'));
  await stop.onBoundary();
  stop.onEvent(event('turn_end'));
  assert.deepEqual(log, ['hold']);
});

test('a run that is being stopped is not stopped again, but the next one can be', async () => {
  const { stop, log } = boundaryStop();
  stop.ask();
  await settle();
  await stop.onBoundary();
  assert.equal(stop.ask(), false);
  await settle();
  assert.deepEqual(log, ['hold', 'stop', 'told']);
  stop.onEvent(event('agent_settled'));
  assert.equal(stop.ask(), true);
});

test('a failure to hold or to stop pi is reported, and pi is released', async () => {
  const failure = new Error('the pipe broke');
  const { stop, bugs } = boundaryStop({ failure });
  stop.ask();
  await settle();
  await stop.onBoundary();
  assert.deepEqual(bugs, [failure, failure]);
});
