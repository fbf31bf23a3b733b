// Which tab leads, and what the others learn from it. Time passes only as told.
import assert from 'node:assert/strict';
import { ApiError } from '../lib/requests/api.ts';
import { test } from '../lib/browser/fixtures/with-locks.ts';
import { panel, settled, until } from './fixtures/tabs.ts';

const VISIBLE = { isHidden: () => false };
const NEVER = (): Promise<never> => new Promise(() => undefined);

/** Takes the lead as a tab does that hangs afterwards: it has the lock and answers nobody. */
function hang(name: string, options: LockOptions = {}): void {
  navigator.locks.request(`${name}:leader`, options, NEVER).catch(() => undefined);
}

async function locksOf(name: string): Promise<string> {
  const { held = [] } = await navigator.locks.query();
  return held.flatMap((lock) => lock.name?.split(`${name}:follows:`)[1] ?? []).join();
}

test('a tab that is shown again ends the pause of the leader, and a tab that only asks for its state does not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { tab, refused, streams } = panel(t);
  refused.push(new ApiError(503, 'starting', 'not yet'));
  const leader = tab('a');
  await until(() => leader.tab.statuses.includes('reconnecting'));
  const other = tab('a');
  await until(() => other.tab.statuses.includes('reconnecting'));
  await settled();
  assert.equal(streams.length, 0, 'the leader is in its pause');
  other.stream.retryNow();
  await until(() => streams.length === 1);
});

test('a leader whose lead was taken closes its stream, so that the browser has only one', async (t) => {
  const { name, tab, open, theStream } = panel(t);
  const { stream, tab: first } = tab('a');
  await theStream('a');
  hang(name, { steal: true });
  await until(() => first.followed === 1);
  assert.deepEqual([stream.isLeading, open().length], [false, 0]);
});

test('of several visible tabs one replaces a leader that hangs, although each of them hears the others ask', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { name, tab } = panel(t);
  hang(name);
  const asked: unknown[] = [];
  const listener = new BroadcastChannel(name);
  listener.onmessage = ({ data }) => asked.push(data);
  t.after(() => listener.close());
  const tabs = [tab('a', VISIBLE), tab('a', VISIBLE)];
  await until(() => asked.filter((one) => (one as { type: string }).type === 'ping').length === 2);
  await settled();
  t.mock.timers.tick(1000);
  await until(() => tabs.filter(({ stream }) => stream.isLeading).length === 1);
});

test('a hidden tab takes the lead from nobody, because browsers throttle its timers', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { name, tab } = panel(t);
  hang(name);
  const hidden = tab('a');
  await until(() => hidden.tab.followed === 1);
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(hidden.stream.isLeading, false);
});

test('a leader that has answered is asked again, and keeps the lead', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { tab, theStream } = panel(t);
  const leader = tab('a');
  (await theStream('a')).send('snapshot', 'a.1');
  await until(() => leader.tab.statuses.includes('live'));
  const other = tab('a', VISIBLE);
  await until(() => other.tab.statuses.includes('live'));
  const answers = other.tab.statuses.length;
  t.mock.timers.tick(1000);
  await until(() => other.tab.statuses.length > answers);
  await settled();
  assert.deepEqual([leader.stream.isLeading, other.stream.isLeading], [true, false]);
});

test('a tab learns from the leader when the server was last heard', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const { tab, theStream } = panel(t);
  const leader = tab('a');
  (await theStream('a')).send('snapshot', 'a.1');
  await until(() => leader.tab.statuses.includes('live'));
  t.mock.timers.tick(5000);
  const other = tab('a');
  await until(() => other.tab.statuses.includes('live'));
  assert.deepEqual([leader.tab.heard.at(-1), other.tab.heard.at(-1)], [1_000_000, 1_000_000]);
});

test('a tab that goes to a second agent before the browser has noted the first follows only the second', async (t) => {
  const { name, tab, theStream } = panel(t);
  const { stream } = tab('a');
  await theStream('a');
  stream.follow('b');
  stream.follow('c');
  await until(async () => (await locksOf(name)) === 'c');
  await settled();
  assert.equal(await locksOf(name), 'c');
});

test('a closed tab follows no agent, also if it closes at once', async (t) => {
  const { name, tab } = panel(t);
  const kept = tab('kept');
  const closed = tab('a');
  await until(async () => (await locksOf(name)).split(',').sort().join() === 'a,kept');
  closed.stream.close();
  tab('b').stream.close();
  await until(async () => (await locksOf(name)) === 'kept');
  await settled();
  assert.deepEqual([await locksOf(name), kept.stream.isLeading], ['kept', true]);
});

test('a leader that misses frames of its own agent asks for all of them, whatever has passed through it', async (t) => {
  const { tab, theStream } = panel(t);
  const leader = tab('a', { position: () => undefined });
  const stream = await theStream('a');
  stream.send('message', 'a.7');
  await until(() => leader.tab.ids.length === 1);
  stream.end();
  await until(() => leader.tab.statuses.includes('reconnecting'));
  leader.stream.retryNow();
  assert.equal((await theStream('a')).after, undefined);
});
