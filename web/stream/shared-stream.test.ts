import assert from 'node:assert/strict';
import { ApiError } from '../lib/requests/api.ts';
import { test } from '../lib/browser/fixtures/with-locks.ts';
import { panel, until } from './fixtures/tabs.ts';
import { streamName } from './shared-stream.ts';

test('R-08: the tabs of a panel share one stream, and its frames reach all of them in order', async (t) => {
  const { tab, theStream } = panel(t);
  const first = tab('a');
  const stream = await theStream('a');
  const second = tab('a');
  await until(() => second.tab.followed === 1);
  stream.send('snapshot', 'a.1');
  for (let n = 2; n < 50; n++) stream.send('message', `a.${n}`);
  await until(() => second.tab.ids.length === 49);
  assert.deepEqual(second.tab.ids, first.tab.ids);
  assert.equal(second.tab.statuses.at(-1), 'live');
});

test('R-08: when the leader closes, the next tab resumes each agent after its last frame', async (t) => {
  const { tab, theStream, streams } = panel(t);
  const first = tab('a');
  const stream = await theStream('a');
  const others = [tab('a'), tab('b')];
  const shared = await theStream('a', 'b');
  shared.send('snapshot', 'b.5');
  stream.isOpen = false;
  shared.send('message', 'a.8');
  await until(() => others.every(({ tab }) => tab.ids.length === 2));
  first.stream.close();
  const next = await theStream('a', 'b');
  assert.notEqual(next, shared);
  assert.deepEqual(next.after?.split(',').sort(), ['a.8', 'b.5']);
  assert.equal(others.filter(({ stream }) => stream.isLeading).length, 1);
  next.send('message', 'a.9');
  await until(() => others.every(({ tab }) => tab.ids.at(-1) === 'a.9'));
  assert.equal(streams.length, 3);
});

test('R-08: when a tab follows another agent, the stream includes it and resumes the others', async (t) => {
  const { tab, theStream } = panel(t);
  const first = tab('a');
  (await theStream('a')).send('snapshot', 'a.3');
  await until(() => first.tab.ids.length === 1);
  tab('b');
  const stream = await theStream('a', 'b');
  assert.equal(stream.after, 'a.3');
  assert.deepEqual(first.tab.statuses, ['live']);
});

test('a tab that shows another agent no longer follows the one before', async (t) => {
  const { name, tab, theStream } = panel(t);
  const { stream } = tab('a');
  await theStream('a');
  const followed = async (): Promise<string[]> => {
    const { held = [] } = await navigator.locks.query();
    const names = held.map((lock) => lock.name ?? '');
    return names.filter((one) => one.startsWith(`${name}:follows:`)).map((one) => one.split(':').at(-1)!);
  };
  for (const agents of ['a', 'b', 'c']) {
    stream.follow(agents);
    await until(async () => (await followed()).join() === agents);
  }
});

test('two panels on one origin have separate streams', async (t) => {
  const [one, other] = [panel(t), panel(t)];
  const [first, second] = [one.tab('a'), other.tab('a')];
  (await one.theStream('a')).send('snapshot', 'a.1');
  (await other.theStream('a')).send('snapshot', 'a.2');
  await until(() => first.tab.ids.length + second.tab.ids.length === 2);
  assert.deepEqual([first.tab.ids, second.tab.ids], [['a.1'], ['a.2']]);
});

test('R-08: without Web Locks each tab has its own stream', async (t) => {
  const { tab, open } = panel(t);
  tab('a', { name: null });
  tab('a', { name: null });
  await until(() => open().length === 2);
});

test('R-09: a visible tab takes the lead from a tab that does not respond, and only from such a tab', async (t) => {
  const { name, tab, theStream, open } = panel(t);
  // Like a frozen tab, this holds the lock and does not respond.
  const frozen = navigator.locks.request(`${name}:leader`, () => new Promise(() => undefined));
  frozen.catch(() => undefined);
  const hidden = tab('a');
  await until(() => hidden.tab.followed === 1);
  const visible = tab('a', { isHidden: () => false, patience: 1 });
  (await theStream('a')).send('snapshot', 'a.1');
  await assert.rejects(frozen, { name: 'AbortError' });
  assert.deepEqual([visible.stream.isLeading, hidden.stream.isLeading], [true, false]);

  const other = tab('a', { isHidden: () => false, quiet: 1 });
  await until(() => other.tab.statuses.filter((status) => status === 'live').length > 5);
  assert.deepEqual([visible.stream.isLeading, open().length], [true, 1]);
});

test('R-07: a refused token is reported in every tab and not sent again', async (t) => {
  const { tab, refused, streams, theStream } = panel(t);
  const first = tab('a');
  const stream = await theStream('a');
  const second = tab('a');
  await until(() => second.tab.followed === 1);
  refused.push(new ApiError(401, 'unauthorized', 'no'));
  stream.end();
  await until(() => first.tab.refused + second.tab.refused === 2);
  assert.equal(streams.length, 1);
});

for (const status of [403, 500, 503]) {
  test(`R-07: after a ${status} the stream reconnects, and its status is "reconnecting" until then`, async (t) => {
    const { tab, refused, theStream } = panel(t);
    refused.push(new ApiError(status, 'x', 'x'), new ApiError(status, 'x', 'x'));
    const first = tab('a');
    await until(() => first.tab.statuses.includes('reconnecting'));
    first.stream.retryNow();
    (await theStream('a')).send('snapshot', 'a.1');
    await until(() => first.tab.statuses.at(-1) === 'live');
  });
}

test('R-03: an agent that the server does not know is reported as gone and not requested again', async (t) => {
  const { tab, refused, theStream, streams } = panel(t);
  refused.push(new ApiError(404, 'unknown_agent', 'x'));
  const first = tab('a');
  await until(() => first.tab.ids.includes('gone'));
  first.stream.follow('b');
  const stream = await theStream('b');
  assert.deepEqual(
    streams.map(({ path }) => path),
    ['api/events?agents=b&overview=1&form=compact'],
  );
  stream.send('snapshot', 'b.1');
  await until(() => first.tab.ids.includes('b.1'));
});

test('the leader knows which agents its stream already includes because another tab follows them', async (t) => {
  const { tab, theStream } = panel(t);
  const first = tab('a');
  await theStream('a');
  const second = tab('b');
  await until(() => second.tab.followed === 1);
  await theStream('a', 'b');
  assert.deepEqual(
    ['b', 'c'].map((agent) => first.stream.isReceiving(agent)),
    [true, false],
  );
  assert.equal(second.stream.isReceiving('c'), true, 'the leader passes its frames on');
});

test('the tabs of one panel share a name that does not tell its token, and no other panel has it', async (t) => {
  const given = { isSecureContext: true, document: { baseURI: 'https://x/panel/' } };
  for (const [key, value] of Object.entries(given))
    Object.defineProperty(globalThis, key, { value, configurable: true });
  t.after(() => Object.keys(given).forEach((key) => Reflect.deleteProperty(globalThis, key)));
  const name = await streamName('secret');
  assert.match(name ?? '', /^pi-panel\.stream:[0-9a-f]{24}$/);
  assert.equal(await streamName('secret'), name);
  assert.notEqual(await streamName('another'), name);
  given.document.baseURI = 'https://x/other/';
  assert.notEqual(await streamName('secret'), name);
  Object.defineProperty(globalThis, 'isSecureContext', { value: false, configurable: true });
  assert.equal(await streamName('secret'), null);
});

test('a leader that reconnects goes on after the last frame of each agent, also of those that other tabs follow', async (t) => {
  const { tab, theStream } = panel(t);
  const leader = tab('a');
  await theStream('a');
  const other = tab('b');
  const stream = await theStream('a', 'b');
  stream.send('snapshot', 'b.5');
  await until(() => other.tab.ids.length === 1);
  stream.end();
  await until(() => leader.tab.statuses.includes('reconnecting'));
  leader.stream.retryNow();
  assert.equal((await theStream('a', 'b')).after, 'b.5');
});
