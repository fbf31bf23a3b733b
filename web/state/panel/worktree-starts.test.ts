import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { WorktreeStart } from '../../../shared/worktrees.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Panel } from './panel.svelte.ts';
import { shellRequests } from '../workbench/shell-requests.svelte.ts';
import { worktreeStartsOf } from './worktree-starts.svelte.ts';

const START: WorktreeStart = {
  ...{
    id: 'w1',
    repository: '/repo',
    branch: 'topic',
    folder: '/repo-topic',
    step: 'setup',
    state: 'running',
  },
  ...{
    error: null,
    warning: null,
    isMade: true,
    copied: [],
    shell: null,
    run: null,
    agent: null,
    revision: 1,
  },
};
const LOST = new ApiError(0, 'unreachable', "The panel can't be reached.");

/** Follows a start whose polls have these outcomes, until there are no more. */
async function follow(...outcomes: (Partial<WorktreeStart> | Error)[]) {
  const end = Promise.withResolvers<void>();
  const json = async (path: string): Promise<unknown> => {
    if (path === 'api/worktrees/starts') return { starts: [START] };
    const outcome = outcomes.shift()!;
    if (outcomes.length === 0) setImmediate(end.resolve);
    if (outcome instanceof Error) throw outcome;
    return { ...START, ...outcome };
  };
  const starts = worktreeStartsOf({ api: { json } } as unknown as Panel);
  await starts.fetch();
  await end.promise;
  return starts;
}

const run = (output: string, from: number): WorktreeStart['run'] => ({
  ...{ id: 'r1', title: 'npm ci', state: 'running', exitCode: null },
  ...{ output, from, next: from + output.length },
});

test('a start is followed to its end and to the last output, also if the connection is lost in the meantime', async () => {
  const failed = { state: 'failed', revision: 2, error: 'The set-up failed.' } as const;
  const { list, failures } = await follow(
    LOST,
    { run: run('one', 0) },
    { ...failed, run: run('', 3) },
    LOST,
    { ...failed, run: run(' two', 3) },
  );
  assert.deepEqual(
    list.map(({ state, error, run: shown }) => [state, error, shown?.output]),
    [['failed', 'The set-up failed.', 'one two']],
  );
  assert.deepEqual(failures, {});
});

test('a start that the panel no longer knows has failed, and only its card can be removed', async () => {
  const { list, failures } = await follow(new ApiError(404, 'unknown_start', 'The panel was restarted.'));
  assert.deepEqual(failures, { w1: 'The panel was restarted.' });
  assert.deepEqual(
    list.map(({ state, isMade }) => [state, isMade]),
    [['failed', false]],
  );
});

test('output that arrives twice is shown once, and that of another run replaces it', async () => {
  const again = { ...run('two', 0)!, id: 'r2' };
  const ended = { state: 'failed', revision: 2 } as const;
  const late = await follow(
    { run: run('one', 0) },
    { run: run(' two', 3) },
    { run: run(' two', 3) },
    { ...ended, run: run('', 7) },
    { ...ended, run: run('!', 7) },
  );
  assert.equal(late.list[0]?.run?.output, 'one two!');
  const other = await follow({ run: run('one', 0) }, { ...ended, run: again }, { ...ended, run: again });
  assert.equal(other.list[0]?.run?.output, 'two');
});

/** A page that asks for a worktree, whose polls have these outcomes. `did` has what happens on the page. */
function openPage(t: TestContext, ...outcomes: (Partial<WorktreeStart> | Error)[]) {
  const window = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true });
  t.after(() =>
    ['addEventListener', 'removeEventListener'].forEach((name) => Reflect.deleteProperty(globalThis, name)),
  );
  const did: string[] = [];
  const polls: (() => void)[] = [];
  const posted: unknown[] = [];
  const json = async (
    path: string,
    { method, body }: { method?: string; body?: unknown } = {},
  ): Promise<unknown> => {
    if (method === 'POST') {
      // A decision is news.
      return { ...START, revision: posted.push(body) > 1 ? 3 : 1 };
    }
    await new Promise<void>((resolve) => polls.push(resolve));
    const outcome = outcomes.shift()!;
    if (outcome instanceof Error) throw outcome;
    return { ...START, ...outcome };
  };
  const workbench = {
    isTerminalOpen: false as boolean | null,
    /** The region that covers the terminal. */
    below: 'log' as string | null,
    coverIn: () => workbench.below,
    isCovering: (id: string) => workbench.below === id,
    showCover: (id: string) => void (workbench.below = id),
    uncover: () => void (workbench.below = null),
    tab: 'terminal',
    focus: { find: () => null },
  };
  const panel = {
    api: { json, fetch: () => Promise.resolve() },
    agent: { id: 'shown' },
    workbench,
    show: (id: string) => did.push(`show ${id}`),
  };
  const toasts = { show: (_kind: string, message: string) => did.push(message) };
  const starts = worktreeStartsOf(panel as unknown as Panel);
  const start = (): Promise<void> => starts.start({ setup: 'npm ci' } as never, toasts as never);
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  };
  const poll = async (): Promise<void> => {
    await settled();
    polls.shift()!();
    await settled();
  };
  return { starts, start, poll, did, panel, workbench, posted, window };
}

const DONE = { state: 'done', agent: 'new', revision: 2 } as const;

test('the set-up is shown in its shell once it runs, and what was there before comes back with the agent', async (t) => {
  const { starts, start, poll, did, workbench } = openPage(t, { shell: 's1', revision: 2 }, DONE);
  await start();
  assert.deepEqual([shellRequests.shown, workbench.below], [null, 'log']);
  await poll();
  assert.deepEqual([shellRequests.shown, workbench.below], ['s1', 'shell']);
  shellRequests.shown = null;
  workbench.showCover('shell');
  starts.showOutput('w1');
  assert.equal(shellRequests.shown, 's1');
  shellRequests.shown = null;
  await poll();
  assert.deepEqual([did, workbench.below, workbench.tab], [['show new'], 'log', 'chat']);
});

test('the set-up’s shell is not shown to a user who went on, nor taken from one who works in it', async (t) => {
  const late = openPage(t, { shell: 's1', revision: 2 });
  await late.start();
  late.window.dispatchEvent(new Event('keydown'));
  await late.poll();
  assert.deepEqual([shellRequests.shown, late.workbench.below], [null, 'log']);
  const busy = openPage(t, { shell: 's1', revision: 2 }, DONE);
  await busy.start();
  await busy.poll();
  busy.window.dispatchEvent(new Event('keydown'));
  await busy.poll();
  assert.deepEqual([busy.did, busy.workbench.below], [['topic is ready'], 'shell']);
  shellRequests.shown = null;
});

test('without shells, the agent of a new worktree is shown once it runs, and the terminal is as it was before the set-up', async (t) => {
  const { starts, start, poll, did, workbench } = openPage(t, { run: run('one', 0) }, DONE);
  await start();
  await poll();
  assert.deepEqual([starts.shown, workbench.isTerminalOpen, workbench.below], ['w1', true, null]);
  await poll();
  assert.deepEqual(
    [did, starts.shown, workbench.isTerminalOpen, workbench.tab],
    [['show new'], null, false, 'chat'],
  );
  assert.deepEqual(starts.list, []);
});

test('the page does not change under a user who went on: typed something, or shows another agent', async (t) => {
  for (const act of ['typed', 'went']) {
    const { start, poll, did, panel, workbench, window } = openPage(t, { run: run('one', 0) }, DONE);
    await start();
    await poll();
    if (act === 'typed') window.dispatchEvent(new Event('keydown'));
    else panel.agent = { id: 'another' };
    await poll();
    assert.deepEqual(did, ['topic is ready'], act);
    assert.equal(workbench.isTerminalOpen, act === 'went', 'the terminal of another agent stays as it is');
  }
});

test('a decision about a start is sent, a discarded one disappears, and a refusal says why until the next', async (t) => {
  const { starts, start, poll, posted, panel } = openPage(t, { state: 'failed', revision: 2 });
  await start();
  await poll();
  assert.equal(starts.list[0]?.state, 'failed');
  const { json } = panel.api;
  panel.api.json = () => Promise.reject(new ApiError(409, 'busy', 'It is being discarded.'));
  await starts.decide('w1', 'retry');
  assert.deepEqual(starts.failures, { w1: 'It is being discarded.' });
  panel.api.json = json;
  await starts.decide('w1', 'discard');
  assert.deepEqual([starts.list, starts.failures, posted.at(-1)], [[], {}, { act: 'discard' }]);
});

test('a start that was retried is followed again', async (t) => {
  const { starts, start, poll, did } = openPage(
    t,
    { state: 'failed', revision: 2 },
    { ...DONE, revision: 4 },
  );
  await start();
  await poll();
  const retried = starts.decide('w1', 'retry');
  await poll();
  await retried;
  assert.deepEqual([did, starts.list], [['show new'], []]);
});

test('a start that was retried before its last output had arrived is followed to its end', async (t) => {
  const failed = { state: 'failed', revision: 2, run: run('one', 0) } as const;
  const { starts, start, poll, did } = openPage(t, failed, failed, { ...DONE, revision: 4 });
  await start();
  await poll();
  assert.equal(starts.list[0]?.state, 'failed');
  await starts.decide('w1', 'retry');
  await poll();
  assert.equal(starts.list[0]?.state, 'running', 'the output of the first attempt came late');
  await poll();
  assert.deepEqual([did, starts.list], [['show new'], []]);
});

test('each decision begins to watch the user anew, and no longer watches for the one before', async (t) => {
  const { starts, start, poll, window } = openPage(
    t,
    { state: 'failed', revision: 2 },
    { ...DONE, revision: 4 },
  );
  const watching = new Set<AbortSignal>();
  const listen = window.addEventListener.bind(window);
  const value = (type: string, act: () => void, options: { signal: AbortSignal }): void => {
    watching.add(options.signal);
    listen(type, act, options);
  };
  Object.defineProperty(globalThis, 'addEventListener', { value, configurable: true });
  await start();
  await poll();
  const retried = starts.decide('w1', 'retry');
  assert.deepEqual(
    [...watching].map(({ aborted }) => aborted),
    [true, false],
  );
  await poll();
  await retried;
});

test('a start that is done already is not shown again by another page', async () => {
  const json = (): Promise<unknown> => Promise.resolve({ starts: [{ ...START, ...DONE }] });
  const starts = worktreeStartsOf({ api: { json } } as unknown as Panel);
  await starts.fetch();
  assert.deepEqual(starts.list, []);
});
