// git that is used in the middle of a session: by the user between two calls, and by the agent in a command.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { Changes } from './changes.ts';
import { LATER, TURN } from './fixtures/records.ts';
import { changesFolder } from './journal/changes-folder.ts';
import type { Turn } from './journal/journal.ts';
import { Recorder } from './recorder.ts';
import { undoScope } from './undo/scope.ts';

const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';
const LINES = Array.from({ length: 12 }, (_, i) => `line ${i}\n`);
const TEXT = LINES.join('');

/** A repository with two branches: on `other`, `a` has another last line, and `only-there` exists. */
async function setUp(t: TestContext) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-session-')));
  const workspace = path.join(root, 'project');
  await mkdir(workspace);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Example', '-c', 'user.email=example@localhost', ...args], {
      cwd: workspace,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const place = (name: string): string => path.join(workspace, name);
  const read = (name: string): Promise<string | null> => readFile(place(name), 'utf8').catch(() => null);
  git('init', '-q', '-b', 'main');
  for (const name of ['a', 'b']) {
    await writeFile(place(name), TEXT);
    await utimes(place(name), new Date('2020-01-01'), new Date('2020-01-01'));
  }
  git('add', '-A');
  git('commit', '-qm', 'first');
  git('checkout', '-qb', 'other');
  await writeFile(place('a'), TEXT.replace('line 11', 'line of the branch'));
  await writeFile(place('only-there'), TEXT);
  git('add', '-A');
  git('commit', '-qm', 'second');
  git('checkout', '-q', 'main');
  const folder = changesFolder(path.join(root, 'state'), workspace);
  const [recorder, changes] = [new Recorder(workspace, folder), new Changes({ workspace, folder })];
  t.after(async () => {
    await recorder.close();
    await changes.close();
    await rm(root, { recursive: true, force: true });
  });
  await recorder.warm();
  let calls = 0;
  const call = async (turn: Turn, work: () => unknown, file?: string): Promise<void> => {
    const id = `call-${++calls}`;
    await recorder.begin({ session: 's', turn, call: id, tool: file ? 'write' : 'bash', path: file });
    await work();
    await recorder.end(id);
  };
  return {
    git,
    read,
    write: (turn: Turn, name: string, text: string) => call(turn, () => writeFile(place(name), text), name),
    command: (turn: Turn, work: () => unknown) => call(turn, work),
    /** The paths that each turn changed, and whether their contents before are known. */
    turns: async (): Promise<Record<string, string>> => {
      const { turns } = await changes.listTurns(await changes.history(), 's', false);
      return Object.fromEntries(
        turns.map(({ id, files }) => [
          id,
          files.map((file) => `${file.kind} ${file.path}${file.known ? '' : ' unknown'}`).join(', '),
        ]),
      );
    },
    undo: async (turn: Turn): Promise<string[]> => {
      const undo = { turn: `user-${turn.at}` };
      const plan = await changes.plan('s', { undo }, undoScope(await changes.history(), 's', undo));
      const { files } = await changes.run(plan, {});
      return plan.files.map(({ path: name, action }) => {
        const outcome = files.find((file) => file.path === name)?.outcome ?? 'left';
        return `${action} ${name}: ${outcome}`;
      });
    },
  };
}

test(
  'V3: a pull or a switch of the branch by the user is not a change by the agent (t3code#10348)',
  { skip },
  async (t) => {
    const { git, read, write, command, turns, undo } = await setUp(t);
    await write(TURN, 'b', TEXT.replace('line 2', 'two'));
    git('commit', '-qam', 'of the agent');
    git('merge', '-q', 'other');
    await command(LATER, () =>
      writeFile(path.join(path.dirname(git('rev-parse', '--absolute-git-dir').trim()), 'made'), 'x'),
    );
    assert.deepEqual(await turns(), { 'user-1000': 'modified b', 'user-2000': 'created made' });
    // Committed and merged over: the agent's part is taken back, the rest stays.
    assert.deepEqual(await undo(TURN), ['restore b: restored']);
    assert.equal(await read('b'), TEXT);
    assert.match((await read('a')) ?? '', /line of the branch/);
  },
);

test(
  'V5: after a rebase the agent’s change is taken back alone, and one that the branch has overwritten is left (opencode#10287)',
  { skip },
  async (t) => {
    const { git, read, write, undo } = await setUp(t);
    await write(TURN, 'a', TEXT.replace('line 2', 'two'));
    git('commit', '-qam', 'of the agent');
    git('rebase', '-q', 'other');
    assert.deepEqual(await undo(TURN), ['merge a: merged']);
    assert.equal(await read('a'), TEXT.replace('line 11', 'line of the branch'));

    git('checkout', '-q', 'other~1', '--', 'a');
    await write(LATER, 'a', TEXT.replace('line 11', 'line of the agent'));
    git('checkout', '-q', 'other', '--', 'a');
    assert.deepEqual(await undo(LATER), ['conflict a: left']);
    assert.match((await read('a')) ?? '', /line of the branch/);
  },
);

test(
  'V4: a branch that the agent switches to in a command is its change, with all contents before',
  { skip },
  async (t) => {
    const { git, read, command, turns, undo } = await setUp(t);
    await command(TURN, () => git('checkout', '-q', 'other'));
    assert.deepEqual(await turns(), { 'user-1000': 'modified a, created only-there' });
    assert.deepEqual(await undo(TURN), ['restore a: restored', 'delete only-there: deleted']);
    assert.equal(await read('a'), TEXT);
    assert.equal(
      git('rev-parse', '--abbrev-ref', 'HEAD').trim(),
      'other',
      'git itself is as the agent left it',
    );
  },
);
