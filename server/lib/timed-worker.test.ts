import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TimedWorker } from './timed-worker.ts';

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
