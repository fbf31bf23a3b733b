import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { hunksOf } from '../../shared/hunks.ts';
import { Refusal } from '../../shared/refusal.ts';
import { emptyView, type View } from '../../shared/view/view.ts';
import { recordedWorkspace } from '../changes/fixtures/recorded-workspace.ts';
import { toUndone, writesOf } from '../changes/undo/planned.ts';
import { undoScope } from '../changes/undo/scope.ts';
import { WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { AgentChanges, type AgentChangesOptions } from './agent-changes.ts';

type Ask = AgentChangesOptions['bridge']['ask'];

const noExtension: Ask = () =>
  Promise.reject(new Refusal(409, 'no_companion', 'The extension is not loaded.'));

/** The agent has renamed `old` to `new`, and is running or idle. By default its pi has no extension. */
async function setUp(t: TestContext, { isRunning, ask = noExtension }: { isRunning: boolean; ask?: Ask }) {
  const { workspace, changes, place, command } = await recordedWorkspace(t);
  await writeFile(place('old'), 'content\n');
  await command(async () => {});
  await command(() => rename(place('old'), place('new')));
  let view: View = {
    ...emptyView(workspace),
    ready: true,
    session: { id: 's' },
    run: isRunning ? { startedAt: 0 } : null,
  };
  const notices: string[] = [];
  let announced = 0;
  let onNotice = (): void => {};
  /** The agent of a panel. The next panel finds the same files. */
  const open = (): AgentChanges => new AgentChanges(options);
  const options: AgentChangesOptions = {
    view: () => view,
    emit: (event) => {
      if (event.type === 'panel_changes') announced += 1;
      if (event.type !== 'panel_notice') return;
      notices.push(event.message);
      onNotice();
    },
    bridge: { ask },
    onBug: (error) => {
      throw error;
    },
    changes: () => Promise.resolve(changes),
  };
  const agent = open();
  const plan = async (): Promise<string> => (await agent.plan({ undo: { session: true } })).plan;
  /** Resolves with the notices, when the queued undo has ended. */
  const becomeIdle = async (): Promise<string[]> => {
    const known = notices.length;
    const done = new Promise<void>((resolve) => {
      onNotice = () =>
        void (
          notices.slice(known).some((text) => /^(?:Undone|Redone|Nothing was|The undo was not)/.test(text)) &&
          resolve()
        );
    });
    view = { ...view, run: null };
    agent.onEvent({ type: 'agent_settled' });
    await done;
    return notices;
  };
  const change = (part: Partial<View>): void => void (view = { ...view, ...part });
  const begin = (): void => void (view = { ...view, run: { startedAt: 0 } });
  const queued = async () => (await agent.list()).queued;
  return {
    agent,
    open,
    changes,
    place,
    command,
    plan,
    change,
    begin,
    becomeIdle,
    queued,
    notices,
    announced: () => announced,
  };
}

for (const isRunning of [false, true]) {
  const state = isRunning ? 'running' : 'idle';

  test(`a plan that is refused can still be run: the agent is ${state}`, async (t) => {
    const { agent, place, plan, becomeIdle } = await setUp(t, { isRunning });
    const id = await plan();
    await assert.rejects(agent.run(id, ['new', 'other']), { status: 400, code: 'bad_body' });
    const { isQueued } = await agent.run(id, ['new', 'old']);
    assert.equal(isQueued, isRunning);
    if (isRunning) await becomeIdle();
    assert.equal(await readFile(place('old'), 'utf8'), 'content\n');
    assert.equal(existsSync(place('new')), false);
    await assert.rejects(agent.run(id, ['new', 'old']), { status: 404, code: 'unknown_plan' });
  });

  test(`a plan that is confirmed twice at once is carried out once: the agent is ${state}`, async (t) => {
    const { agent, changes, place, plan, becomeIdle } = await setUp(t, { isRunning });
    const id = await plan();
    const [first, second] = await Promise.allSettled([agent.run(id, undefined), agent.run(id, undefined)]);
    assert.equal(first.status, 'fulfilled');
    assert.equal(second.status === 'rejected' && (second.reason as Refusal).code, 'unknown_plan');
    if (isRunning) await becomeIdle();
    assert.equal(await readFile(place('old'), 'utf8'), 'content\n');
    assert.equal((await changes.history()).undos.size, 1);
  });
}

test('a plan whose files were written cannot be run again, even if the model could not be told', async (t) => {
  const ask = (): Promise<never> => Promise.reject(new Error('the pipe broke'));
  const { agent, place, plan } = await setUp(t, { isRunning: false, ask });
  const id = await plan();
  await assert.rejects(agent.run(id, undefined), /the pipe broke/);
  assert.equal(await readFile(place('old'), 'utf8'), 'content\n');
  await assert.rejects(agent.run(id, undefined), { status: 404, code: 'unknown_plan' });
});

test(
  'after the undo of a rename, both halves that are still staged in git are named',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { agent, place, plan } = await setUp(t, { isRunning: false });
    const git = (...args: string[]): unknown => execFileSync('git', ['-C', place('.'), ...args]);
    git('init', '-q');
    await rename(place('new'), place('old'));
    git('add', 'old');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x');
    git('mv', 'old', 'new');
    const { result } = await agent.run(await plan(), undefined);
    assert.deepEqual(result.staged?.toSorted(), ['new', 'old']);
    assert.equal(await readFile(place('old'), 'utf8'), 'content\n');
  },
);

test('an undo that waits is listed, as one file for a rename, until it is carried out and its outcome dismissed', async (t) => {
  const { agent, plan, becomeIdle, queued, announced } = await setUp(t, { isRunning: true });
  const { result } = await agent.run(await plan(), undefined);
  assert.equal(announced(), 1);
  const [waiting] = await queued();
  const { entry: id } = result;
  const expected = { id, at: waiting?.at, isRedo: false, files: 1, paths: ['new'], outcome: null };
  assert.deepEqual(waiting, expected);
  assert.ok((await becomeIdle()).includes('Undone: one file.'));
  const [ended] = await queued();
  assert.deepEqual([ended?.id, ended?.outcome], [result.entry, { undone: 1, left: [] }]);
  await agent.cancelQueued(result.entry);
  assert.deepEqual(await queued(), []);
  await assert.rejects(agent.cancelQueued(result.entry), { status: 404, code: 'unknown_undo' });
});

test('an undo that was canceled is not carried out, not by the next panel either, and pi no longer waits for it', async (t) => {
  const asked: string[] = [];
  const ask: Ask = (request) => {
    asked.push(request.ask);
    return Promise.resolve(null as never);
  };
  const { agent, changes, place, plan, queued } = await setUp(t, { isRunning: true, ask });
  const { result } = await agent.run(await plan(), undefined);
  await agent.cancelQueued(result.entry);
  assert.deepEqual(asked, ['hold', 'release']);
  assert.deepEqual(await queued(), []);
  assert.equal((await changes.history()).queued.size, 0);
  await agent.onBoundary();
  await agent.recover();
  assert.equal(existsSync(place('new')), true);
});

test('an undo that another one waits for cannot be canceled once it has begun, but the other one can', async (t) => {
  const { agent, changes, plan, place, queued } = await setUp(t, { isRunning: true });
  const [first, second] = [await plan(), await plan()];
  const [begun, next] = [await agent.run(first, undefined), await agent.run(second, undefined)];
  const run = changes.run.bind(changes);
  changes.run = async (...of) => {
    await assert.rejects(agent.cancelQueued(begun.result.entry), { status: 409, code: 'undo_started' });
    await agent.cancelQueued(next.result.entry);
    return run(...of);
  };
  await agent.onBoundary();
  assert.equal(existsSync(place('new')), false);
  assert.deepEqual(
    (await queued()).map(({ id, outcome }) => [id, outcome?.undone]),
    [[begun.result.entry, 1]],
  );
});

test('the undo of a hunk that waits names the hunk', async (t) => {
  const { agent, begin, command, place, queued } = await setUp(t, { isRunning: false });
  await command(() => writeFile(place('more'), 'content\n'));
  const [hunk] = hunksOf('more', '', 'content\n');
  begin();
  const { plan } = await agent.plan({ undo: { hunk: { path: 'more', id: hunk!.id } } });
  await agent.run(plan, undefined);
  assert.deepEqual(
    (await queued()).map((undo) => undo.hunk),
    [hunk!.id],
  );
});

test('an undo that could not be carried out stays listed with the reason', async (t) => {
  const { agent, changes, plan, becomeIdle, queued } = await setUp(t, { isRunning: true });
  await agent.run(await plan(), undefined);
  changes.run = () => Promise.reject(new Error('The disk is full.'));
  await becomeIdle();
  const [ended] = await queued();
  assert.deepEqual(ended?.outcome, { undone: 0, left: [], failure: 'The disk is full.' });
});

test('a success is listed for a while, like a notice, and not after it was redone or forgotten', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { agent, plan, begin, becomeIdle, queued, announced } = await setUp(t, { isRunning: true });
  const undoQueued = async (): Promise<string> => {
    begin();
    const { result } = await agent.run(await plan(), undefined);
    await becomeIdle();
    assert.equal((await queued()).length, 1);
    return result.entry;
  };
  const redo = async (entry: string): Promise<unknown> =>
    agent.run((await agent.plan({ redo: entry })).plan, undefined);
  const first = await undoQueued();
  const before = announced();
  t.mock.timers.tick(20_000);
  assert.deepEqual(await queued(), []);
  assert.equal(announced(), before + 1, 'the pages are told');

  await redo(first);
  await redo(await undoQueued());
  assert.deepEqual(await queued(), [], 'redone');
  await undoQueued();
  assert.equal((await agent.list()).forgottenAt, undefined);
  await agent.forget();
  assert.deepEqual(await queued(), [], 'forgotten');
  assert.ok((await agent.list()).forgottenAt! <= Date.now());
});

test('an undo replaces the outcome of a redo that has waited', async (t) => {
  const { agent, plan, begin, becomeIdle, queued } = await setUp(t, { isRunning: false });
  const { result } = await agent.run(await plan(), undefined);
  begin();
  await agent.run((await agent.plan({ redo: result.entry })).plan, undefined);
  await becomeIdle();
  assert.deepEqual(
    (await queued()).map(({ isRedo }) => isRedo),
    [true],
  );
  await agent.run(await plan(), undefined);
  assert.deepEqual(await queued(), []);
});

test('the model’s line about an undone rename counts one file', async (t) => {
  const told: unknown[] = [];
  const ask: Ask = (request) => {
    if (request.ask === 'tell') told.push(request.undo);
    return Promise.resolve(null as never);
  };
  const { agent, plan } = await setUp(t, { isRunning: false, ask });
  await agent.run(await plan(), undefined);
  assert.deepEqual(told, [{ isRedo: false, paths: ['old', 'new'], files: 1 }]);
});

for (const isRestarted of [false, true]) {
  const panel = isRestarted ? 'the next panel' : 'the same panel';

  test(`an undo made while pi is down is reported to the model once, when ${panel} has pi running again`, async (t) => {
    const told: string[] = [];
    let hasExited = true;
    const ask: Ask = (request) => {
      if (hasExited) return Promise.reject(new Refusal(409, 'agent_exited', 'The agent is not running.'));
      if (request.ask === 'tell') told.push(request.text);
      return Promise.resolve(null as never);
    };
    const { agent, open, notices, plan } = await setUp(t, { isRunning: false, ask });
    await agent.run(await plan(), undefined);
    await agent.recover();
    assert.deepEqual(notices, []);
    hasExited = false;
    const later = isRestarted ? open() : agent;
    await Promise.all([later.recover(), later.recover()]);
    await open().recover();
    assert.deepEqual(told, [
      'The user undid your changes in old, new. Read these files again before you edit them.',
    ]);
  });
}

test('a line that the model cannot be given is not sent again', async (t) => {
  const { agent, open, notices, plan } = await setUp(t, { isRunning: false });
  await agent.run(await plan(), undefined);
  await open().recover();
  assert.deepEqual(notices, ['The model was not informed of the undo: The extension is not loaded.']);
});

test('an undo made while pi starts is reported to the model after the start', async (t) => {
  const told: string[] = [];
  let isLoaded = false;
  const ask: Ask = (request) => {
    if (!isLoaded) return noExtension(request);
    if (request.ask === 'tell') told.push(request.text);
    return Promise.resolve(null as never);
  };
  const { agent, change, notices, plan } = await setUp(t, { isRunning: false, ask });
  change({ ready: false });
  await agent.run(await plan(), undefined);
  assert.deepEqual(notices, []);
  isLoaded = true;
  change({ ready: true });
  await agent.recover();
  assert.equal(told.length, 1);
});

test('a plan is refused before pi has opened a session', async (t) => {
  const { change, plan } = await setUp(t, { isRunning: false });
  change({ ready: false, session: null });
  await assert.rejects(plan(), { status: 409, code: 'no_session' });
});

test('an undo that was finished after a crash is reported once, to the user and to the model', async (t) => {
  const told: string[] = [];
  const ask: Ask = (request) => {
    if (request.ask === 'tell') told.push(request.text);
    return Promise.resolve(null as never);
  };
  const { agent, changes, notices, place } = await setUp(t, { isRunning: false, ask });
  const request = { undo: { session: true } } as const;
  const plan = await changes.plan('s', request, undoScope(await changes.history(), 's', request.undo));
  const begun = writesOf(plan.files, plan.folders).map(toUndone);
  await changes.journal.append({ type: 'undo', id: 'u', session: 's', request, files: begun });
  await changes.endInterrupted();
  await agent.recover();
  await agent.recover();
  assert.equal(await readFile(place('old'), 'utf8'), 'content\n');
  assert.deepEqual(notices, ['The panel ended during an undo. It was finished after the restart.']);
  assert.equal(told.length, 1);

  await changes.journal.append({
    type: 'undo',
    id: 'v',
    session: 's',
    request: { redo: 'u' },
    files: begun.map((file) => ({ ...file, after: file.before, before: { ...file.after } })),
  });
  await writeFile(place('old'), 'mine\n');
  await changes.endInterrupted();
  await agent.recover();
  assert.equal(notices.at(-1), 'The panel ended during a redo. Left alone: old.');
});

test('the notice of a redo that has waited does not call it an undo', async (t) => {
  const { agent, plan, becomeIdle, begin } = await setUp(t, { isRunning: false });
  const { result } = await agent.run(await plan(), undefined);
  begin();
  await agent.run((await agent.plan({ redo: result.entry })).plan, undefined);
  assert.ok((await becomeIdle()).includes('Redone: one file.'));
});

test(
  'K2: what differs from the last commit is called partial if a name is not UTF-8, and the others are listed',
  { skip: WITHOUT_GIT || (process.platform !== 'linux' && 'names are always Unicode') },
  async (t) => {
    const { agent, place } = await setUp(t, { isRunning: false });
    const git = (...args: string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: place('') });
    const named = Buffer.concat([Buffer.from(`${place('')}/`), Buffer.from('caf\xe9.txt', 'latin1')]);
    await writeFile(named, 'a');
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', '1');
    assert.equal((await agent.listSinceHead()).turns[0]?.coverage, 'full');
    await writeFile(named, 'b');
    await writeFile(place('new'), 'changed\n');
    const { turns, files } = await agent.listSinceHead();
    assert.deepEqual(
      [turns[0]?.coverage, turns[0]?.why],
      ['partial', 'Not shown (names that are not UTF-8): caf\uFFFD.txt.'],
    );
    assert.deepEqual(
      files.map((file) => file.path),
      ['new'],
    );
  },
);
