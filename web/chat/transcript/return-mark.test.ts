import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import type { Entry } from '../../../shared/view/conversation.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { ReturnMark } from './return-mark.svelte.ts';
import type { Row } from './rows.ts';

const page = { visibilityState: 'visible' };

beforeEach(() => {
  page.visibilityState = 'visible';
  for (const [name, value] of [
    ['localStorage', memoryStorage()],
    ['document', page],
  ] as const)
    Object.defineProperty(globalThis, name, { value, configurable: true });
});

const entry = (key: string): Entry => ({ key, message: { role: 'user', content: key, timestamp: 0 } });

function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'] });
  const shown = { session: 'one', keys: ['a', 'b'] };
  const entries = (): Entry[] => shown.keys.map(entry);
  const rows = (): Row[] =>
    entries().map((each) =>
      each.key.startsWith('work')
        ? { kind: 'work', key: `work ${each.key}`, pieces: [{ key: each.key, entry: each, from: 0 }] }
        : { kind: 'entry', key: each.key, entry: each },
    );
  const mark = new ReturnMark({ session: () => shown.session, entries, rows });
  const see = (visibilityState: string): void => {
    page.visibilityState = visibilityState;
    mark.onVisibility();
  };
  /** Shows a session with these rows. Returns what to call when another one is shown. */
  const show = (session: string, ...keys: string[]): (() => void) => {
    Object.assign(shown, { session, keys });
    const leave = mark.onSession();
    mark.onEntries();
    return leave;
  };
  const grow = (...keys: string[]): void => {
    shown.keys = [...shown.keys, ...keys];
    mark.onEntries();
  };
  return { mark, see, show, grow, wait: (ms: number) => t.mock.timers.tick(ms) };
}

test('after an absence the line is above the first row that came meanwhile', (t) => {
  const { mark, see, show, grow, wait } = setUp(t);
  show('one', 'a', 'b');
  see('hidden');
  grow('work c', 'd');
  wait(60_000);
  see('visible');
  assert.equal(mark.left?.key, 'b');
  assert.equal(mark.key, 'work work c');
  mark.clear();
  assert.equal(mark.key, null);
});

test('a short look elsewhere, or an absence in which nothing came, leaves no line', (t) => {
  const { mark, see, show, grow, wait } = setUp(t);
  show('one', 'a', 'b');
  see('hidden');
  grow('c');
  wait(1000);
  see('visible');
  assert.equal(mark.key, null);
  see('hidden');
  wait(60_000);
  see('visible');
  assert.equal(mark.key, null);
});

test('each session has its own place, where the user left it for another one', (t) => {
  const { mark, show, wait } = setUp(t);
  const leave = show('one', 'a', 'b');
  leave();
  show('two', 'x');
  wait(60_000);
  show('one', 'a', 'b', 'c');
  assert.equal(mark.key, 'c');
});

test('a session that another tab shows is not left by a hidden tab', (t) => {
  const { mark, show, see, wait } = setUp(t);
  const leave = show('one', 'a');
  see('hidden');
  wait(60_000);
  see('visible');
  page.visibilityState = 'hidden';
  leave();
  wait(60_000);
  page.visibilityState = 'visible';
  show('one', 'a', 'b');
  assert.equal(mark.left, null);
});

test('a session that is empty, or not known, has no place where the user left it', (t) => {
  const { mark, show, wait } = setUp(t);
  show('one', 'a');
  const leave = show('two');
  leave();
  wait(60_000);
  show('one', 'a', 'b');
  assert.equal(mark.left, null, 'the first session was never left');
});
