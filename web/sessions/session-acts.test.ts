import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredSession } from '../../shared/stored-sessions.ts';
import { SessionActs } from './session-acts.ts';

const sessions = ['a', 'b', 'c', 'd'].map((id) => ({ id, firstMessage: `Session ${id}` }) as StoredSession);

/** Sessions whose server refuses whatever is done to `refused`. */
function setUp(refused: readonly string[]) {
  const done: string[] = [];
  const toasts: { kind: string; text: string; act?: (() => void) | undefined }[] = [];
  const fetch = (path: string): Promise<void> => {
    const id = path.split('/')[2]!;
    if (refused.includes(id)) return Promise.reject(new Error(`Busy: ${id}.`));
    done.push(id);
    return Promise.resolve();
  };
  const acts = new SessionActs({
    panel: { api: { fetch } } as never,
    toasts: { show: (kind, text, action) => void toasts.push({ kind, text, act: action?.act }) },
    steps: {} as never,
    onDone: () => undefined,
  });
  return { acts, done, toasts };
}

test('one session that cannot be put back does not keep the others in the trash, and is named', async () => {
  const { acts, done, toasts } = setUp(['b', 'c']);
  await acts.restore(sessions);
  assert.deepEqual(done, ['a', 'd']);
  assert.deepEqual(
    toasts.map(({ kind, text }) => [kind, text]),
    [['error', '“Session b”: Busy: b. (2 of 4 sessions)']],
  );
});

test('sessions that were archived before one that was refused are said to be, and their Undo is theirs', async () => {
  const { acts, done, toasts } = setUp(['b']);
  await acts.archive(sessions, true);
  assert.deepEqual(done, ['a', 'c', 'd']);
  assert.deepEqual(
    toasts.map(({ kind, text }) => [kind, text]),
    [
      ['error', '“Session b”: Busy: b. (1 of 4 sessions)'],
      ['info', 'Archived 3 sessions'],
    ],
  );
  done.length = 0;
  toasts.at(-1)!.act!();
  await new Promise(setImmediate);
  assert.deepEqual(done, ['a', 'c', 'd']);
});

test('a single session that is refused gives only the reason, and nothing is said to be done', async () => {
  const { acts, toasts } = setUp(['a']);
  await acts.archive(sessions.slice(0, 1), true);
  await acts.restore(sessions.slice(0, 1));
  await acts.delete(sessions.slice(0, 1));
  assert.deepEqual(
    toasts.map(({ kind, text }) => `${kind} ${text}`),
    Array.from({ length: 3 }, () => 'error Busy: a.'),
  );
});
