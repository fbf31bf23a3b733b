import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Check, CheckState, CheckWatchState, WatchLimits } from '../../../shared/pull-requests.ts';
import { CheckWatch, WATCH_TIMES, type CheckWatchOptions } from './check-watch.ts';

beforeEach(() => void Object.assign(WATCH_TIMES, { pollMs: 1, firstCheckMs: 200, checksMs: 10_000 }));

const check = (state: CheckState, name = 'test'): Check => ({
  id: name,
  name,
  state,
  summary: '',
  url: null,
});

interface Played {
  watch: CheckWatch;
  messages: string[];
  pushes: string[];
  phases: string[];
  stops: number;
  /** What the agent does with a message. */
  head: string;
  spent: number;
}

/** `results`: of each commit, in the order in which the host is asked. The last one stays. */
function play(
  results: Record<string, Check[][]>,
  limits: Partial<WatchLimits> = {},
  work: (played: Played) => Promise<void> | void = (played) => void (played.head += "'"),
): Played {
  const played = { messages: [], pushes: [], phases: [], stops: 0, head: 'a', spent: 5 } as unknown as Played;
  const options: CheckWatchOptions = {
    branch: 'work',
    commit: 'a',
    limits: { attempts: 2, dollars: null, pushes: true, ...limits },
    agent: {
      get spent() {
        return played.spent;
      },
      work: async (message) => {
        played.messages.push(message);
        await work(played);
      },
      stop: async () => void (played.stops += 1),
    },
    readChecks: async (commit) => {
      const left = results[commit]!;
      return left.length > 1 ? left.shift()! : left[0]!;
    },
    describe: async (failed, { attempt }) => `${attempt}: ${failed.map(({ name }) => name).join(', ')}`,
    readHead: async () => played.head,
    push: async () => void played.pushes.push(played.head),
    onChange: () => {
      const { phase } = played.watch.state;
      if (phase !== played.phases.at(-1)) played.phases.push(phase);
    },
  };
  played.watch = new CheckWatch(options);
  return played;
}

const endOf = async ({ watch }: Played): Promise<Pick<CheckWatchState, 'phase' | 'reason' | 'attempt'>> => {
  await watch.ended;
  const { phase, reason, attempt } = watch.state;
  return { phase, reason, attempt };
};

test('checks that pass need no agent, however long they run and wherever they begin', async () => {
  const played = play({
    a: [
      [],
      [check('running')],
      [check('passed')],
      [check('passed'), check('running', 'late')],
      [check('passed'), check('skipped', 'late')],
    ],
  });
  assert.deepEqual(await endOf(played), { phase: 'passed', reason: '', attempt: 0 });
  assert.deepEqual([played.messages, played.pushes], [[], []]);
});

test('a failure goes to the agent, its commit is pushed, and the checks of that commit count', async () => {
  const played = play({ a: [[check('failed'), check('passed', 'lint')]], "a'": [[check('passed')]] });
  assert.deepEqual(await endOf(played), { phase: 'passed', reason: '', attempt: 1 });
  assert.deepEqual([played.messages, played.pushes], [['1: test'], ["a'"]]);
  assert.deepEqual(played.phases, ['fixing', 'pushing', 'waiting', 'passed']);
});

test('it ends when the attempts are used up, and says so', async () => {
  const failed = [[check('failed')]];
  const played = play({ a: failed, "a'": failed, "a''": failed });
  assert.deepEqual(await endOf(played), {
    phase: 'used_up',
    reason: 'The attempts are used up.',
    attempt: 2,
  });
  assert.equal(played.messages.length, 2);
});

test('it stops the agent in the middle of its work when the sum is used up', async () => {
  const played = play({ a: [[check('failed')]] }, { dollars: 1 }, async (of) => {
    of.spent += 0.5;
    of.watch.onSpending();
    of.spent += 0.5;
    of.watch.onSpending();
    await new Promise(() => undefined);
  });
  assert.deepEqual(await endOf(played), {
    phase: 'used_up',
    reason: 'The sum for it is used up.',
    attempt: 1,
  });
  assert.deepEqual([played.watch.state.spent, played.stops, played.pushes], [1, 1, []]);
});

test('nothing is pushed before the user confirms it, unless the user has allowed it', async () => {
  const played = play({ a: [[check('failed')]], "a'": [[check('passed')]] }, { pushes: false });
  while (played.watch.state.phase !== 'confirming') await new Promise(setImmediate);
  assert.deepEqual(played.pushes, []);
  played.watch.confirm();
  assert.equal((await endOf(played)).phase, 'passed');
  assert.deepEqual(played.pushes, ["a'"]);
});

test('the user stops it at once, with the run that it has begun', async () => {
  for (const [results, stops] of [
    [{ a: [[check('running')]] }, 0],
    [{ a: [[check('failed')]] }, 1],
  ] as const) {
    const played = play(structuredClone(results) as never, {}, () => new Promise(() => undefined));
    while (stops > 0 && played.watch.state.phase !== 'fixing') await new Promise(setImmediate);
    await played.watch.stop();
    assert.deepEqual([played.watch.state.phase, played.stops, played.pushes], ['stopped', stops, []]);
  }
});

test('an agent that commits nothing, a failure and a host without checks end it', async () => {
  const idle = play({ a: [[check('failed')]] }, {}, () => undefined);
  assert.equal((await endOf(idle)).reason, 'pi has made no commit.');
  const dead = play({ a: [[check('failed')]] }, {}, () => Promise.reject(new Error('The agent has ended.')));
  assert.deepEqual(await endOf(dead), { phase: 'failed', reason: 'The agent has ended.', attempt: 1 });
  WATCH_TIMES.firstCheckMs = 5;
  assert.equal((await endOf(play({ a: [[]] }))).reason, 'No check has begun.');
});
