// Older rows are loaded until a requested one is among them, and no longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../../../shared/view/conversation.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import { OlderRows } from './older-rows.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';
import type { RowWindow } from './row-window.svelte.ts';
import type { Row } from '../rows.ts';

/** A conversation of messages that were sent at 0, 1, 2 ... ms, of which the last `shown` ones are loaded. */
function conversation(count: number, shown: number) {
  const all = Array.from(
    { length: count },
    (_, at) => ({ key: `user-${at}`, message: { timestamp: at } }) as unknown as Entry,
  );
  const state = {
    from: count - shown,
    loads: [] as (number | undefined)[],
    left: 0,
    isStuck: false,
    failure: null as Error | null,
  };
  const agent = {
    get entries() {
      return all.slice(state.from);
    },
    get hasOlder() {
      return state.from > 0;
    },
    loadingOlder: false,
    loadOlder: async (wanted?: number) => {
      state.loads.push(wanted);
      await Promise.resolve();
      if (state.failure) throw state.failure;
      if (!state.isStuck) state.from = Math.max(0, state.from - (wanted ?? 0));
    },
  };
  const rows = (): Row[] =>
    agent.entries.map((one) => ({ kind: 'entry', key: one.key, entry: one }) as unknown as Row);
  const page = { agent: agent as unknown as Agent };
  const older = new OlderRows({
    agent: () => page.agent,
    scroll: () => ({ leave: () => (state.left += 1) }) as unknown as ReaderScroll,
    rows,
    window: () => ({}) as RowWindow,
  });
  const reach = (key: string, since?: number): Promise<Row | undefined> =>
    older.reach(() => rows().find((row) => row.key === key), since);
  return { agent, page, state, older, reach };
}

test('a row that is there already is found without a request', async () => {
  const { reach, state } = conversation(100, 40);
  assert.equal((await reach('user-70'))?.key, 'user-70');
  assert.deepEqual([state.loads, state.left], [[], 0]);
});

test('a row far up is reached with few requests, each larger than the one before, up to a limit', async () => {
  const { reach, state } = conversation(20_000, 40);
  assert.equal((await reach('user-3'))?.key, 'user-3');
  assert.deepEqual(state.loads.slice(0, 6), [200, 400, 800, 1600, 3200, 3200]);
  assert.equal(state.left, state.loads.length, 'the end is left, which would drop the rows again');
});

test('nothing is loaded beyond the beginning, beyond the time of the row, or once nothing comes any more', async () => {
  const whole = conversation(1000, 40);
  assert.equal(await whole.reach('never'), undefined);
  assert.deepEqual([whole.state.loads, whole.state.from], [[200, 400, 800], 0]);

  const dated = conversation(1000, 40);
  assert.equal(await dated.reach('never', 700), undefined);
  assert.deepEqual(dated.state.loads, [200, 400]);

  const stuck = conversation(1000, 40);
  stuck.state.isStuck = true;
  assert.equal(await stuck.reach('never'), undefined);
  assert.deepEqual(stuck.state.loads, [200]);
});

test('nothing is loaded of another conversation that the page shows meanwhile, and its reader is left alone', async () => {
  const { reach, page, state } = conversation(1000, 40);
  const other = conversation(1000, 40);
  const reached = reach('never');
  page.agent = other.page.agent;
  assert.equal(await reached, undefined);
  assert.deepEqual([state.loads, other.state.loads, state.left], [[], [], 0]);
});

test('rows are loaded ahead of the reader one page at a time, and not again after a failure until the user retries', async () => {
  const { older, state, agent } = conversation(1000, 40);
  agent.loadingOlder = true;
  older.loadAhead();
  assert.deepEqual(state.loads, []);
  agent.loadingOlder = false;
  state.failure = new Error('lost');
  older.loadAhead();
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  assert.deepEqual([state.loads, older.error], [[80], 'lost']);
  older.loadAhead();
  assert.equal(state.loads.length, 1);
  state.failure = null;
  await older.load();
  assert.deepEqual([state.loads.length, older.error], [2, null]);
});
