import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { TimedWorker, WorkerTimeout } from './timed-worker.ts';

const TALKATIVE = new URL('fixtures/talkative-thread.ts', import.meta.url);

test('what something else posts from a thread, such as Node with --watch, is not taken for its answer', async () => {
  const url = 'file:///panel/server/lib/thread.ts';
  const foreign = fc.oneof(
    fc.constantFrom({ 'watch:import': [url] }, { 'watch:require': [url] }),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(foreign, { maxLength: 5 }), async (data) => {
      const thread = new TimedWorker<number, number>(TALKATIVE, { data, maxMs: 60_000 });
      try {
        for (const request of [1, 2, 3]) assert.equal(await thread.ask(request), request * 2);
      } finally {
        thread.close();
      }
    }),
    { numRuns: 10 },
  );
});

test('an error of the module is the answer to every question', async (t) => {
  const thread = new TimedWorker<number, number>(new URL('data:text/javascript,throw new Error("no disk")'), {
    data: null,
    maxMs: 60_000,
  });
  t.after(() => thread.close());
  await assert.rejects(thread.ask(1), /no disk/);
  await assert.rejects(thread.ask(1), /no disk/);
});

/** A module that answers once it has done this. */
function thread(t: TestContext, work: string): TimedWorker<null, string> {
  const source = `import { workerData } from 'node:worker_threads';
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    workerData.port.on('message', () => { ${work}; workerData.port.postMessage('done'); });`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const started = new TimedWorker<null, string>(url, { data: null, maxMs: 200 });
  t.after(() => started.close());
  return started;
}

test('a thread that a busy machine hardly lets run is not ended', async (t) => {
  assert.equal(await thread(t, 'wait(600)').ask(null), 'done');
});

test('a thread that computes forever is ended, and so is one that waits forever', async (t) => {
  await assert.rejects(thread(t, 'for (;;);').ask(null), WorkerTimeout);
  await assert.rejects(thread(t, 'wait()').ask(null), WorkerTimeout);
});
