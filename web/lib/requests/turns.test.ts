import assert from 'node:assert/strict';
import { test } from '../browser/fixtures/with-locks.ts';
import { inTurn } from './turns.ts';

test('R-08: at most three long-lived streams are open at a time, and each of them gets its turn', async () => {
  const over = new AbortController();
  let open = 0;
  let most = 0;
  const waiting = new Set(Array.from({ length: 12 }, (_, stream) => stream));
  const streams = [...waiting].map(async (stream) => {
    while (waiting.size > 0) {
      await inTurn({ signal: over.signal, turn: 5 }, (signal) => {
        most = Math.max(most, ++open);
        waiting.delete(stream);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            open -= 1;
            reject(signal.reason as Error);
          });
        });
      }).catch((error: unknown) => {
        if (!over.signal.aborted) throw error;
      });
      if (waiting.size === 0) over.abort();
    }
  });
  await Promise.all(streams);
  assert.equal(most, 3);
});

test('a stream is not interrupted while no other one waits, and its result or error is passed on', async () => {
  const { signal } = new AbortController();
  let queries = 0;
  const locks = Object.assign(Object.create(navigator.locks) as LockManager, {
    request: navigator.locks.request.bind(navigator.locks),
    query: () => ((queries += 1), navigator.locks.query()),
  });
  const severalTurns = async (): Promise<void> => {
    while (queries < 4) await new Promise(setImmediate);
  };
  assert.equal(await inTurn({ signal, locks, turn: 1 }, severalTurns), 'finished');
  await assert.rejects(
    inTurn({ signal }, () => Promise.reject(new Error('broken'))),
    /broken/,
  );
});

test('without Web Locks all streams run at once', async () => {
  const { signal } = new AbortController();
  let open = 0;
  const all = Array.from({ length: 5 }, () => inTurn({ signal, locks: null }, async () => void (open += 1)));
  await Promise.all(all);
  assert.equal(open, 5);
});
