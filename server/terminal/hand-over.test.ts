import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { SessionHold } from '../sessions/session-hold.ts';
import { HandOver, type HandOverOptions } from './hand-over.ts';

/** Otherwise the page would open in the browser of the person who runs the tests. */
function replaceBrowser(t: TestContext): void {
  const lent = globalThis as { [key: symbol]: unknown };
  const name = Symbol.for('pi-panel.import');
  lent[name] = () => Promise.resolve({ default: () => Promise.resolve() });
  t.after(() => delete lent[name]);
}

interface Played {
  /** Called for each attempt to hold the session. Returns whether it is free. */
  isFree: () => boolean;
  agents: () => Promise<object[]>;
}

/** Plays a hand-over, and returns the files that were read again and what was said. */
async function play(t: TestContext, { isFree, agents }: Played): Promise<string[]> {
  replaceBrowser(t);
  const done: string[] = [];
  const file = import.meta.filename;
  const hold = {
    release: () => undefined,
    claim: () => Promise.resolve(isFree()),
  } as unknown as SessionHold;
  const panel = {
    open: () => Promise.resolve({ id: 'a' }),
    linkTo: () => '',
    agents,
  } as unknown as HandOverOptions['panel'];
  const ui = {
    notify: (text: string) => void done.push(text),
    custom: (make: (...parts: unknown[]) => unknown) =>
      new Promise((resolve) => void make({ requestRender: () => undefined }, {}, {}, resolve)),
  };
  const ctx = {
    ui,
    cwd: '/',
    isIdle: () => true,
    hasPendingMessages: () => false,
    isProjectTrusted: () => false,
    sessionManager: { getSessionFile: () => file, getSessionId: () => 's' },
    switchSession: (path: string, { withSession }: { withSession: (fresh: object) => Promise<void> }) => {
      done.push(path);
      return withSession({ ui: { ...ui } });
    },
  } as unknown as HandOverOptions['ctx'];
  await new HandOver({ panel, ctx, hold }).run();
  return done;
}

/** Replaces the clock of the process by one that can be set forward. */
function replaceClock(t: TestContext): { skip: (time: number) => void } {
  const start = performance.now();
  let skipped = 0;
  t.mock.method(performance, 'now', () => start + skipped);
  return { skip: (time) => (skipped += time) };
}

for (const isFree of [true, false])
  test(`a terminal that ${isFree ? 'holds the session again reads it' : 'does not get the session back leaves it alone'}`, async (t) => {
    const clock = replaceClock(t);
    const done = await play(t, {
      isFree: () => {
        clock.skip(60_000);
        return isFree;
      },
      agents: () => Promise.resolve([]),
    });
    const why = 'The panel has closed this session.';
    assert.deepEqual(
      done,
      isFree ? [import.meta.filename, why] : [`${why} But another panel uses it by now.`],
    );
  });

test('a panel that does not answer, but holds the session, is waited for; one that has lost it has ended', async (t) => {
  const clock = replaceClock(t);
  let attempts = 0;
  const done = await play(t, {
    isFree: () => (attempts += 1) === 2,
    agents: () => {
      clock.skip(60_000);
      return Promise.reject(new Error('fetch failed'));
    },
  });
  assert.deepEqual([attempts, done], [2, [import.meta.filename, 'The panel has ended.']]);
});
