// Changes of files on real pi and real files: what is recorded, and what an undo restores. V1 to V12 are the ways in
// which other products lose work, each with an example.
import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  ChangeDiff,
  ChangedTurn,
  ChangeList,
  Plan,
  PlanRequest,
  PlanResult,
} from '../../shared/changes.ts';
import { hunksOf } from '../../shared/hunks.ts';
import type { View } from '../../shared/view/view.ts';
import type { Speech } from '../../server/demo/answer.ts';
import { waitUntil } from '../faults/fault-panel.ts';
import { calls, gate, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';

const VERSIONS = ['0.73.1', '0.79.9', '0.84.4', '0.87.1'];
const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';

const file = (panel: Lab, name: string): string => path.join(panel.workspace, name);
const read = (panel: Lab, name: string): Promise<string> => readFile(file(panel, name), 'utf8');
const write = (panel: Lab, name: string, text: string): Promise<void> => writeFile(file(panel, name), text);
const editOf = (name: string, oldText: string, newText: string): object => ({
  path: name,
  edits: [{ oldText, newText }],
});
const edit = (name: string, oldText: string, newText: string): Speech =>
  calls('edit', editOf(name, oldText, newText));
const create = (name: string, content: string): Speech => calls('write', { path: name, content });
const bash = (command: string): Speech => calls('bash', { command });

let prompts = 0;

/** One turn of the agent; returns the key of the user's message. */
async function turn(panel: Lab, answers: Speech[]): Promise<string> {
  const message = `prompt ${++prompts}`;
  panel.model.queue([...answers, says(`answer ${prompts}`)]);
  await panel.command({ type: 'prompt', message });
  await panel.until('the turn has ended', ({ entries }) => {
    const text = JSON.stringify(entries.at(-1)?.message ?? '');
    return text.includes(`answer ${prompts}`);
  });
  const { entries } = await panel.idle();
  return entries.findLast(({ message: { role } }) => role === 'user')!.key;
}

const list = (panel: Lab): Promise<ChangeList> => panel.getJson(`agents/${panel.agent}/changes`);

async function lastTurn(panel: Lab): Promise<ChangedTurn> {
  return (await list(panel)).turns.at(-1)!;
}

function undoReports({ notices }: View): number {
  return notices.filter(({ message }) => /^(?:Undone|Nothing was undone)/.test(message)).length;
}

async function plan(panel: Lab, request: PlanRequest): Promise<Plan> {
  const { status, body } = await panel.postToAgent('changes/plan', request);
  assert.equal(status, 200, JSON.stringify(body));
  return body as unknown as Plan;
}

async function apply(panel: Lab, { plan: id }: Plan, paths?: string[]): Promise<PlanResult> {
  const { status, body } = await panel.postToAgent(`changes/plans/${id}`, paths ? { paths } : {});
  assert.ok(status === 200 || status === 202, JSON.stringify(body));
  return body as unknown as PlanResult;
}

async function undo(panel: Lab, request: PlanRequest): Promise<PlanResult> {
  return apply(panel, await plan(panel, request));
}

onEveryPi({ files: { 'a.txt': TEXT }, versions: VERSIONS }, ({ pi, test }) => {
  test('edits and new files of a turn are listed with their lines, undone exactly, and redone', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    await chmod(file(panel, 'a.txt'), 0o755);
    const id = await turn(panel, [edit('a.txt', 'two', 'zwei\nzwo'), create('new/b.txt', 'b\n')]);
    const { coverage, files, id: key } = await lastTurn(panel);
    assert.deepEqual([key, coverage], [id, 'full']);
    assert.deepEqual(
      files.map(({ path: name, kind, added, removed }) => [name, kind, added, removed]),
      [
        ['a.txt', 'modified', 2, 1],
        ['new/b.txt', 'created', 1, 0],
      ],
    );
    const result = await undo(panel, { undo: { turn: id } });
    assert.deepEqual(
      result.files.map(({ outcome }) => outcome),
      ['restored', 'deleted'],
    );
    assert.equal(await read(panel, 'a.txt'), TEXT);
    await assert.rejects(read(panel, 'new/b.txt'), /ENOENT/);
    // V6: a restore can be undone (zed#28676).
    await undo(panel, { redo: result.entry });
    assert.equal(await read(panel, 'a.txt'), TEXT.replace('two', 'zwei\nzwo'));
    assert.equal(await read(panel, 'new/b.txt'), 'b\n');
    assert.match(JSON.stringify(panel.view.entries), /The user undid your changes in a\.txt, new\/b\.txt/);
  });

  test('V3: a change by someone else between two commands is not the agent’s (t3code#10348)', async (panel) => {
    await turn(panel, [bash('echo 1 > first.txt')]);
    await write(panel, 'mine.txt', 'mine\n');
    const id = await turn(panel, [bash('echo 2 > second.txt')]);
    const turns = (await list(panel)).turns.map(({ files }) => files.map(({ path: name }) => name));
    assert.deepEqual(turns.slice(-2), [['first.txt'], ['second.txt']]);
    await undo(panel, { undo: { turn: id } });
    assert.equal(await read(panel, 'mine.txt'), 'mine\n');
  });

  test('V3: two agents in one folder each have their own edits, and changes that either could have made are shared (opencode#47861)', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    await rm(file(panel, 'release'), { force: true });
    const { id: other } = (await (await panel.post('agents')).json()) as { id: string };
    const wait = 'touch waiting; while [ ! -e release ]; do sleep 0.02; done; echo b > by-b.txt';
    const script = JSON.stringify([bash(wait), says('over')]);
    try {
      await waitUntil(async () => (await panel.snapshot(other)).ready);
      await panel.command({ type: 'prompt', message: `[[script]]${script}` }, other);
      await waitUntil(async () => (await readdir(panel.workspace)).includes('waiting'));
      const id = await turn(panel, [edit('a.txt', 'two', 'zwei'), bash('echo a > by-a.txt')]);
      await write(panel, 'release', '');
      await waitUntil(async () => {
        const { entries, run } = await panel.snapshot(other);
        return !run && JSON.stringify(entries.at(-1)?.message ?? '').includes('over');
      });
      const filesOf = async (agent: string): Promise<[string, boolean][]> => {
        const { turns } = await panel.getJson<ChangeList>(`agents/${agent}/changes`);
        return turns.at(-1)!.files.map(({ path: name, shared }) => [name, shared]);
      };
      assert.deepEqual(await filesOf(panel.agent), [
        ['a.txt', false],
        ['by-a.txt', true],
      ]);
      const ofOther = await filesOf(other);
      assert.ok(!ofOther.some(([name]) => name === 'a.txt'), JSON.stringify(ofOther));
      assert.ok(
        ofOther.every(([name, shared]) => shared || name === 'waiting'),
        JSON.stringify(ofOther),
      );
      // Undo with one click takes back only changes that are certainly this agent's.
      const { files } = await undo(panel, { undo: { turn: id } });
      assert.deepEqual(
        files.map(({ path: name }) => name),
        ['a.txt'],
      );
      assert.equal(await read(panel, 'by-a.txt'), 'a\n');
    } finally {
      await write(panel, 'release', '');
      await panel.fetch(`agents/${other}`, { method: 'DELETE' });
    }
  });

  test('V4: changes by shell commands are found and undone: new, changed, removed and moved files (aider-desk#817)', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    await write(panel, 'gone.txt', 'gone\n');
    await write(panel, 'old.txt', 'moved\n');
    await turn(panel, [bash('true')]);
    const id = await turn(panel, [
      bash(
        'sed -i s/two/2/ a.txt && rm gone.txt && mv old.txt moved.txt && mkdir -p x/y && echo z > x/y/z.txt',
      ),
    ]);
    const { coverage, why, files } = await lastTurn(panel);
    assert.deepEqual([coverage, why], ['full', undefined]);
    assert.deepEqual(
      files.map(({ path: name, kind }) => [name, kind]),
      [
        ['a.txt', 'modified'],
        ['gone.txt', 'deleted'],
        ['moved.txt', 'renamed'],
        ['x/y/z.txt', 'created'],
      ],
    );
    await undo(panel, { undo: { turn: id } });
    assert.equal(await read(panel, 'a.txt'), TEXT);
    assert.equal(await read(panel, 'gone.txt'), 'gone\n');
    assert.equal(await read(panel, 'old.txt'), 'moved\n');
    await assert.rejects(read(panel, 'moved.txt'), /ENOENT/);
    await assert.rejects(read(panel, 'x/y/z.txt'), /ENOENT/);
  });

  test('V5: newer content is merged, or left alone where it is in the way (zed#37623)', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    await write(panel, 'b.txt', TEXT);
    const id = await turn(panel, [edit('a.txt', 'two', 'zwei'), edit('b.txt', 'two', 'zwei')]);
    await write(panel, 'a.txt', TEXT.replace('two', 'zwei').replace('seven', 'mine'));
    await write(panel, 'b.txt', TEXT.replace('two', 'my own'));
    const planned = await plan(panel, { undo: { turn: id } });
    assert.deepEqual(
      planned.files.map(({ path: name, action }) => [name, action]),
      [
        ['a.txt', 'merge'],
        ['b.txt', 'conflict'],
      ],
    );
    await apply(panel, planned);
    assert.equal(await read(panel, 'a.txt'), TEXT.replace('seven', 'mine'));
    assert.equal(await read(panel, 'b.txt'), TEXT.replace('two', 'my own'));
  });

  test('V7: a plan that no longer fits is refused before the first file is written (kilo#11864)', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    await write(panel, 'b.txt', TEXT);
    const id = await turn(panel, [edit('a.txt', 'two', 'zwei'), edit('b.txt', 'two', 'zwei')]);
    const planned = await plan(panel, { undo: { turn: id } });
    await write(panel, 'b.txt', 'other\n');
    const { status, body } = await panel.postToAgent(`changes/plans/${planned.plan}`);
    assert.equal(status, 409);
    assert.match(JSON.stringify(body), /plan_stale.*b\.txt/);
    assert.equal(await read(panel, 'a.txt'), TEXT.replace('two', 'zwei'));
  });

  test('V8: a new file is not deleted if the user added to it (opencode#3148)', async (panel) => {
    await rm(file(panel, 'b.txt'), { force: true });
    const id = await turn(panel, [create('b.txt', 'agent\n')]);
    await write(panel, 'b.txt', 'agent\nuser\n');
    const planned = await plan(panel, { undo: { turn: id } });
    assert.deepEqual(
      planned.files.map(({ action }) => action),
      ['conflict'],
    );
    assert.deepEqual((await apply(panel, planned)).files, []);
    assert.equal(await read(panel, 'b.txt'), 'agent\nuser\n');
  });

  test('V9: a turn reports a change that it does not cover: a command changed a file that nobody had read (opencode#2642)', async (panel) => {
    await write(panel, 'big.bin', 'x'.repeat(300_000));
    await turn(panel, [bash('true')]);
    await turn(panel, [bash('echo more >> big.bin')]);
    const { coverage, why, files } = await lastTurn(panel);
    assert.deepEqual([coverage, files.map(({ known }) => known)], ['partial', [false]]);
    assert.match(why!, /The previous content of one file is not known/);
    await rm(file(panel, 'big.bin'));
  });

  test('V10: an undo while the agent runs waits for the turn boundary, and the model is told about it (stvena#10)', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    const id = await turn(panel, [edit('a.txt', 'two', 'zwei')]);
    const planned = await plan(panel, { undo: { turn: id } });
    const [first, second] = [gate(), gate()];
    panel.model.queue([
      { steps: [{ until: first.until }, { tool: 'edit', args: editOf('a.txt', 'seven', 'sieben') }] },
      { steps: [{ text: 'Second answer' }, { until: second.until }] },
    ]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('the agent runs', ({ run }) => run);
    const { status, body } = await panel.postToAgent(`changes/plans/${planned.plan}`);
    assert.deepEqual([status, (body as unknown as PlanResult).files[0]!.outcome], [202, 'queued']);
    assert.equal(await read(panel, 'a.txt'), TEXT.replace('two', 'zwei'));
    first.open();
    await panel.until('the model answers again', ({ live }) =>
      JSON.stringify(live ?? '').includes('Second answer'),
    );
    // The run continues; the undo is done, and what the agent wrote in between is kept.
    assert.equal(await read(panel, 'a.txt'), TEXT.replace('seven', 'sieben'));
    if (pi.version !== '0.73.1')
      assert.match(JSON.stringify(panel.model.requests.at(-1)), /The user undid your changes in a\.txt/);
    second.open();
    await panel.idle();
  });

  test('V10: an undo during an answer without tools is applied when the agent stops', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    const id = await turn(panel, [edit('a.txt', 'two', 'zwei')]);
    const planned = await plan(panel, { undo: { turn: id } });
    await panel.hangingAnswer();
    const { status } = await panel.postToAgent(`changes/plans/${planned.plan}`);
    assert.equal(status, 202);
    assert.equal(await read(panel, 'a.txt'), TEXT.replace('two', 'zwei'));
    const reports = undoReports(panel.view);
    await panel.stop();
    await panel.until('the undo is reported', (view) => undoReports(view) > reports);
    assert.equal(await read(panel, 'a.txt'), TEXT);
  });

  test('V7, V10: a renamed file is undone with both names or not at all, also when the undo has waited', async (panel) => {
    await write(panel, 'first.txt', TEXT);
    const id = await turn(panel, [bash('cat first.txt; mv first.txt second.txt')]);
    const renamed = async (): Promise<string[]> =>
      (await readdir(panel.workspace)).filter((name) => ['first.txt', 'second.txt'].includes(name));
    const request = { undo: { turn: id } };
    assert.deepEqual(
      (await plan(panel, request)).files.map(({ path: name, action, from }) => [name, action, from]),
      [['first.txt', 'restore', 'second.txt']],
    );
    // A rename is one change: to undo it, either name is enough.
    for (const name of ['first.txt', 'second.txt']) {
      const { entry, files } = await apply(panel, await plan(panel, request), [name]);
      assert.deepEqual(files, [{ path: 'first.txt', outcome: 'restored' }]);
      assert.deepEqual(await renamed(), ['first.txt']);
      const { files: redone } = await apply(panel, await plan(panel, { redo: entry }), [name]);
      assert.deepEqual(redone, [{ path: 'second.txt', outcome: 'restored' }]);
      assert.deepEqual(await renamed(), ['second.txt']);
      assert.equal(await read(panel, 'second.txt'), TEXT);
    }

    const waiting = gate();
    panel.model.queue([{ steps: [{ until: waiting.until }, { text: 'done' }] }]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.until('the agent runs', ({ run }) => run);
    const planned = await plan(panel, request);
    const { status } = await panel.postToAgent(`changes/plans/${planned.plan}`);
    assert.equal(status, 202);
    await write(panel, 'first.txt', 'of the user\n');
    const reports = undoReports(panel.view);
    waiting.open();
    await panel.until('the undo is reported', (view) => undoReports(view) > reports);
    assert.deepEqual(
      [await read(panel, 'first.txt'), await read(panel, 'second.txt')],
      ['of the user\n', TEXT],
    );
  });

  test('a single hunk can be undone, and "from this message on" undoes all later turns', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    const first = await turn(panel, [
      calls('edit', {
        path: 'a.txt',
        edits: [
          { oldText: 'one\n', newText: '1\n' },
          { oldText: 'eight\n', newText: '8\n' },
        ],
      }),
    ]);
    await turn(panel, [edit('a.txt', 'four', '4')]);
    const diff: ChangeDiff = await panel.getJson(
      `agents/${panel.agent}/changes/diff?path=a.txt&turn=${first}`,
    );
    assert.ok('before' in diff && diff.isCurrent);
    const [hunk] = hunksOf('a.txt', diff.before, diff.after);
    await undo(panel, { undo: { hunk: { path: 'a.txt', id: hunk!.id, turn: first } } });
    assert.equal(await read(panel, 'a.txt'), TEXT.replace('eight', '8').replace('four', '4'));
    await undo(panel, { undo: { from: first } });
    assert.equal(await read(panel, 'a.txt'), TEXT);
  });

  test('V11: changes are known after a restart of pi, and in a fork up to its point (opencode#18734)', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    const first = await turn(panel, [edit('a.txt', 'two', 'zwei')]);
    const second = await turn(panel, [edit('a.txt', 'four', 'vier')]);
    await panel.restart();
    await panel.until('pi is ready', ({ ready }) => ready);
    assert.deepEqual(
      (await list(panel)).turns.map(({ id }) => id),
      [first, second],
    );
    const entry = panel.view.entries.find(({ key }) => key === second)!;
    await panel.command({ type: 'fork', entryId: entry.id! });
    assert.deepEqual(
      (await list(panel)).turns.map(({ id }) => id),
      [first],
    );
    await undo(panel, { undo: { turn: first } });
    assert.equal(await read(panel, 'a.txt'), TEXT.replace('four', 'vier'));
  });

  test('V6: an undo made just before a fork, even of the first message, is redone in the fork, once', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    const first = await turn(panel, [bash('mv a.txt forked.txt')]);
    const { entry } = await undo(panel, { undo: { from: first } });
    const { id = '' } = panel.view.entries.find(({ key }) => key === first)!;
    const original = panel.view.session!.id;
    await panel.command({ type: 'fork', entryId: id });
    await panel.until('the fork is shown', ({ session }) => session && session.id !== original);
    const undos = async (): Promise<string[]> => (await list(panel)).undos.map((open) => open.entry);
    await waitUntil(async () => (await undos()).length > 0);
    assert.deepEqual(await undos(), [entry]);
    const again = await plan(panel, { redo: entry });
    assert.deepEqual(
      again.files.map(({ path, from }) => [path, from]),
      [['forked.txt', 'a.txt']],
    );
    await apply(panel, again);
    await assert.rejects(read(panel, 'a.txt'), { code: 'ENOENT' });
    assert.equal(await read(panel, 'forked.txt'), TEXT);
    assert.deepEqual(await undos(), []);
    await panel.command({ type: 'switch_session', session: original });
    await panel.until('the origin is shown', ({ session }) => session?.id === original);
    assert.deepEqual(await undos(), []);
    await rm(file(panel, 'forked.txt'));
  });

  test('V11: changes follow a clone, a move in the tree, and a switch of the session', async (panel) => {
    await write(panel, 'a.txt', TEXT);
    const first = await turn(panel, [edit('a.txt', 'two', 'zwei')]);
    const second = await turn(panel, [edit('a.txt', 'four', 'vier')]);
    const original = panel.view.session!.id;
    const listed = async (...ids: string[]): Promise<void> => {
      await waitUntil(async () => {
        const { turns } = await list(panel);
        return JSON.stringify(turns.map(({ id }) => id)) === JSON.stringify(ids);
      });
    };
    await panel.command({ type: 'clone' });
    await panel.until('the clone is shown', ({ session }) => session && session.id !== original);
    await listed(first, second);
    const { id = '' } = panel.view.entries.find(({ key }) => key === second)!;
    await panel.command({ type: 'panel_navigate', entryId: id, summarize: false });
    await waitUntil(async () => (await list(panel)).turns.some(({ isOnOtherBranch }) => isOnOtherBranch));
    await listed(first, second);
    const { turns } = await list(panel);
    assert.deepEqual(
      turns.map(({ isOnOtherBranch = false }) => isOnOtherBranch),
      [false, true],
    );
    await panel.command({ type: 'switch_session', session: original });
    await listed(first, second);
    await undo(panel, { undo: { session: true } });
    assert.equal(await read(panel, 'a.txt'), TEXT);
  });

  test('bytes are restored as they were: CRLF, BOM, no last line end, invalid UTF-8', async (panel) => {
    const odd = Buffer.concat([Buffer.from('\uFEFFone\r\ntwo\r\nthree'), Buffer.of(0xff, 0xfe)]);
    await writeFile(file(panel, 'odd.txt'), odd);
    await turn(panel, [bash('true')]);
    const id = await turn(panel, [bash(`printf 'x\\r\\n' >> odd.txt`)]);
    await undo(panel, { undo: { turn: id } });
    assert.deepEqual(await readFile(file(panel, 'odd.txt')), odd);
  });

  test('V1, V2: the panel writes nothing into the workspace, and stores nothing for turns that only read (codex#8214)', async (panel) => {
    await mkdir(file(panel, 'sub'), { recursive: true });
    const before = await readdir(panel.workspace, { recursive: true });
    const state = path.join(panel.folders.root, 'state', 'changes');
    const size = async (): Promise<number> =>
      (
        await Promise.all(
          (await readdir(state, { recursive: true })).map((name) =>
            readFile(path.join(state, name)).catch(() => ''),
          ),
        )
      )
        .map(({ length }) => length)
        .reduce((a, b) => a + b);
    const sizeBefore = await size();
    await turn(panel, [calls('read', { path: 'a.txt' }), calls('ls', { path: '.' })]);
    assert.equal(await size(), sizeBefore);
    assert.deepEqual(await readdir(panel.workspace, { recursive: true }), before);
    await rename(file(panel, 'sub'), file(panel, 'sub2'));
  });
});
