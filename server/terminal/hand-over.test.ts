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

for (const isFree of [true, false])
  test(`a terminal that ${isFree ? 'holds the session again reads it' : 'does not get the session back leaves it alone'}`, async (t) => {
    replaceBrowser(t);
    const start = performance.now();
    let isLate = false;
    t.mock.method(performance, 'now', () => start + (isLate ? 60_000 : 0));
    const done: string[] = [];
    const file = import.meta.filename;
    const hold = {
      release: () => undefined,
      claim: () => {
        isLate = true;
        return Promise.resolve(isFree);
      },
    } as unknown as SessionHold;
    const panel = {
      open: () => Promise.resolve({ id: 'a' }),
      linkTo: () => '',
      agents: () => Promise.resolve([]),
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
    const why = 'The panel has closed this session.';
    assert.deepEqual(done, isFree ? [file, why] : [`${why} But another panel uses it by now.`]);
  });
