import assert from 'node:assert/strict';
import { beforeEach, test, type TestContext } from 'node:test';
import { ApiError, type Api, type RequestOptions } from '../../lib/requests/api.ts';
import { Connection } from './connection.svelte.ts';

beforeEach(() =>
  Object.defineProperty(globalThis, 'document', { value: { hidden: false }, configurable: true }),
);

/** A server that has all agents but those that are called `gone`. The page is told which one to follow instead. */
function setUp(t: TestContext, onLost: () => Promise<string | null>) {
  const followed: string[] = [];
  const fetch = (route: string, { signal }: RequestOptions): Promise<Response> => {
    const agents = new URL(route, 'http://x').searchParams.get('agents')!;
    followed.push(agents);
    if (agents.startsWith('gone')) return Promise.reject(new ApiError(404, 'unknown_agent', 'gone'));
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  };
  const lost: { isEnded: boolean }[] = [];
  const connection = new Connection({
    api: { token: '', fetch } as unknown as Api,
    onSnapshot: () => undefined,
    onEvent: () => undefined,
    onOverview: () => undefined,
    onUnauthorized: () => assert.fail('no token was refused'),
    onLost: (gone) => {
      lost.push(gone);
      return onLost();
    },
  });
  t.after(() => connection.close());
  const until = async (isTrue: () => boolean): Promise<void> => {
    for (let turn = 0; !isTrue(); turn++) {
      assert.ok(turn < 10_000, followed.join());
      await new Promise(setImmediate);
    }
  };
  return { connection, followed, lost, until };
}

test('when the server does not have the agent, the page follows the one that is found instead', async (t) => {
  const { connection, followed, lost, until } = setUp(t, () => Promise.resolve('other'));
  connection.follow('gone');
  await until(() => followed.includes('other'));
  assert.deepEqual(lost, [{ isEnded: false }]);
});

test('an agent that is found too late does not replace the one that the user has chosen meanwhile', async (t) => {
  const found = Promise.withResolvers<string>();
  const { connection, followed, lost, until } = setUp(t, () => found.promise);
  connection.follow('gone');
  await until(() => lost.length > 0);
  assert.equal(connection.isCutOff, true);
  connection.follow('chosen');
  await until(() => followed.includes('chosen'));
  found.resolve('other');
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  assert.ok(!followed.includes('other'), followed.join());
});

test('a page that was closed looks for no agent any more', async (t) => {
  const found = Promise.withResolvers<string>();
  const { connection, followed, lost, until } = setUp(t, () => found.promise);
  connection.follow('gone');
  await until(() => lost.length > 0);
  connection.close();
  found.resolve('other');
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  assert.deepEqual(followed, ['gone']);
});
