// The names of the branches that candidates work on, and what is started if one of them is refused.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import type { NewComparison } from '../../shared/comparisons.ts';
import type { NewWorktree, Repository, WorktreeStart } from '../../shared/worktrees.ts';
import { makeRepository, WITHOUT_GIT as skip } from '../git/fixtures/repository.ts';
import { branchesFor, Comparisons } from './comparisons.ts';
import { WorktreeMemory } from './worktree-memory.ts';

const model = (id: string, provider = 'a'): { provider: string; id: string } => ({ provider, id });

const answerIn = (folder: string): string => `Done in ${folder}.`;

test('each candidate has a branch that names the comparison and its model', () => {
  const models = [model('claude-opus-4.5'), model('qwen/qwen3:free'), model('模型')];
  assert.deepEqual(branchesFor(models, ['main']), [
    'compare-1-claude-opus-4-5',
    'compare-1-qwen-qwen3-free',
    'compare-1-模型',
  ]);
});

test('the number of a comparison is free, also among the branches of remotes', () => {
  const taken = ['compare-1-x', 'origin/compare-2-y', 'compare-10-z'];
  assert.deepEqual(branchesFor([model('x')], taken), ['compare-3-x']);
});

test('one model of two providers has two branches, also where case is ignored', () => {
  const models = [model('GPT', 'a'), model('gpt', 'b')];
  assert.deepEqual(branchesFor(models, []), ['compare-1-GPT', 'compare-1-gpt-2']);
});

test('no branch is the same as the second one of another name', () => {
  const models = [model('x', 'a'), model('x', 'b'), model('x-2', 'c')];
  const branches = branchesFor(models, []);
  assert.deepEqual(branches, ['compare-1-x', 'compare-1-x-2', 'compare-1-x-2-2']);
});

/** The worktrees of a real repository, of which `refused` are refused, when they start or before. */
function makeWorktrees(top: string, refused: { early?: string; late?: string }) {
  const started: string[] = [];
  const refuse = () => new Refusal(409, 'folder_exists', 'already exists');
  const worktrees = {
    starts: { list: (): WorktreeStart[] => [] },
    describe: () =>
      Promise.resolve({ folder: top, place: path.dirname(top), branches: ['main'] } as unknown as Repository),
    requireNew: (_: string, { branch }: Pick<NewWorktree, 'branch'>) =>
      branch === refused.early ? Promise.reject(refuse()) : Promise.resolve(),
    start: ({ branch, place }: NewWorktree) => {
      if (branch === refused.early || branch === refused.late) return Promise.reject(refuse());
      started.push(branch);
      return Promise.resolve({ folder: place } as WorktreeStart);
    },
  };
  return { started, worktrees };
}

const wantedIn = (folder: string): NewComparison => ({
  ...{ folder, base: 'main', setup: '', prompt: 'hello', models: [model('x'), model('y'), model('z')] },
});

test('nothing starts if one of the worktrees is known to be refused', { skip }, async (t) => {
  const { top } = await makeRepository(t);
  const { started, worktrees } = makeWorktrees(top, { early: 'compare-1-y' });
  const comparisons = new Comparisons(new WorktreeMemory(null), worktrees, answerIn);
  await assert.rejects(comparisons.start(wantedIn(top)), { code: 'folder_exists' });
  assert.deepEqual(started, []);
});

test('a worktree that is refused after others have started has the reason', { skip }, async (t) => {
  const { top } = await makeRepository(t);
  const { started, worktrees } = makeWorktrees(top, { late: 'compare-1-y' });
  const comparisons = new Comparisons(new WorktreeMemory(null), worktrees, answerIn);
  const { id, candidates } = await comparisons.start(wantedIn(top));
  assert.deepEqual(started, ['compare-1-x', 'compare-1-z']);
  assert.deepEqual(
    candidates.map(({ failure }) => failure),
    [undefined, 'already exists', undefined],
  );
  const { candidates: files, answers } = await comparisons.files(id);
  assert.equal(files[1], null);
  assert.deepEqual(
    answers,
    candidates.map(({ folder }) => answerIn(folder)),
  );
});

test(
  'a worktree that git is still adding has no changes: the files it lacks are not deleted ones',
  { skip },
  async (t) => {
    const { around, top, git, gitIn } = await makeRepository(t);
    const folder = path.join(around, 'being-added');
    git('worktree', 'add', '-q', '--no-checkout', '-b', 'compare-1-x', folder);
    const memory = new WorktreeMemory(null);
    await memory.setComparison('c', {
      ...{ repository: top, commit: git('rev-parse', 'HEAD').trim(), prompt: 'hello', at: Date.now() },
      candidates: [{ model: model('x'), branch: 'compare-1-x', folder }],
    });
    const { worktrees } = makeWorktrees(top, {});
    const comparisons = new Comparisons(memory, worktrees, answerIn);
    let step: WorktreeStart['step'] = 'adding';
    worktrees.starts.list = () => [{ folder, state: 'running', step } as WorktreeStart];
    assert.deepEqual((await comparisons.files('c')).candidates, [null]);
    gitIn(folder, 'reset', '-q', '--hard');
    step = 'setup';
    assert.deepEqual((await comparisons.files('c')).candidates, [[]]);
  },
);

test('a comparison is forgotten only if it is old and its folders do not exist', { skip }, async (t) => {
  const { top, write } = await makeRepository(t);
  await write('file', '');
  const memory = new WorktreeMemory(null);
  const candidate = { model: model('x'), branch: 'compare-1-x' };
  const store = async (id: string, at: number, folder: string): Promise<void> =>
    memory.setComparison(id, {
      ...{ repository: top, commit: 'c', prompt: 'hello', at, candidates: [{ ...candidate, folder }] },
    });
  await store('young', Date.now(), path.join(top, 'gone'));
  await store('old', 0, path.join(top, 'gone'));
  // No folder, but an error other than the one for a missing folder.
  await store('unreadable', 0, path.join(top, 'file/below'));
  const listed = await new Comparisons(memory, makeWorktrees(top, {}).worktrees, answerIn).list();
  assert.deepEqual(
    listed.map(({ id }) => id),
    ['unreadable'],
  );
  assert.deepEqual(Object.keys(await memory.comparisons()).toSorted(), ['unreadable', 'young']);
});

test('a branch goes before a tag of the same name', { skip }, async (t) => {
  const { top, git, write } = await makeRepository(t);
  git('tag', 'main');
  await write('b.txt', 'later\n');
  git('add', '-A');
  git('commit', '-qm', 'later');
  const { worktrees } = makeWorktrees(top, {});
  const memory = new WorktreeMemory(null);
  const { id } = await new Comparisons(memory, worktrees, answerIn).start(wantedIn(top));
  assert.equal((await memory.comparisons())[id]?.commit, git('rev-parse', 'refs/heads/main').trim());
});

test('an old comparison stays while git is adding its worktree', { skip }, async (t) => {
  const { top, around } = await makeRepository(t);
  const folder = path.join(around, 'not-yet');
  const memory = new WorktreeMemory(null);
  await memory.setComparison('c', {
    ...{ repository: top, commit: 'c', prompt: 'hello', at: 0 },
    candidates: [{ model: model('x'), branch: 'compare-1-x', folder }],
  });
  const { worktrees } = makeWorktrees(top, {});
  const comparisons = new Comparisons(memory, worktrees, answerIn);
  worktrees.starts.list = () => [{ folder, state: 'running', step: 'adding' } as WorktreeStart];
  assert.deepEqual(
    (await comparisons.list()).map(({ id }) => id),
    ['c'],
  );
  worktrees.starts.list = () => [{ folder, state: 'failed', step: 'adding' } as WorktreeStart];
  assert.deepEqual(await comparisons.list(), []);
});

test(
  'the place of a worktree that was refused is not one of the comparison, whatever is there',
  { skip },
  async (t) => {
    const { top } = await makeRepository(t);
    const memory = new WorktreeMemory(null);
    await memory.setComparison('c', {
      ...{ repository: top, commit: 'HEAD', prompt: 'hello', at: 0 },
      candidates: [{ model: model('x'), branch: 'compare-1-x', folder: top, failure: 'already exists' }],
    });
    const comparisons = new Comparisons(memory, makeWorktrees(top, {}).worktrees, answerIn);
    assert.deepEqual((await comparisons.files('c')).candidates, [null]);
    assert.deepEqual(await comparisons.list(), []);
  },
);

test('each worktree of a comparison is remembered before the next one is started', { skip }, async (t) => {
  const { top } = await makeRepository(t);
  const { worktrees } = makeWorktrees(top, {});
  const memory = new WorktreeMemory(null);
  const known: number[] = [];
  const { start } = worktrees;
  worktrees.start = async (wanted) => {
    known.push(Object.values(await memory.comparisons()).flatMap(({ candidates }) => candidates).length);
    return start(wanted);
  };
  await new Comparisons(memory, worktrees, answerIn).start(wantedIn(top));
  assert.deepEqual(known, [0, 1, 2]);
});

test(
  'a file is compared as each candidate has it, and as it was where it is unchanged',
  { skip },
  async (t) => {
    const { top, git, write, addWorktree } = await makeRepository(t);
    const folders = ['x', 'y'].map((branch) => addWorktree(branch));
    await write(path.join(folders[1]!, 'a.txt'), 'changed\n');
    // It is the user's, and no candidate's.
    await write(path.join(top, 'a.txt'), 'meanwhile\n');
    const memory = new WorktreeMemory(null);
    await memory.setComparison('c', {
      ...{ repository: top, commit: git('rev-parse', 'HEAD').trim(), prompt: 'hello', at: 0 },
      candidates: folders.map((folder) => ({ model: model('x'), branch: path.basename(folder), folder })),
    });
    const comparisons = new Comparisons(memory, makeWorktrees(top, {}).worktrees, answerIn);
    assert.deepEqual(await comparisons.file('c', 'a.txt'), {
      before: 'one\ntwo\nthree\n',
      after: [
        { isChanged: false, content: 'one\ntwo\nthree\n' },
        { isChanged: true, content: 'changed\n' },
      ],
    });
    await assert.rejects(comparisons.file('c', '.gitignore'), { status: 404, code: 'unknown_file' });
    await assert.rejects(comparisons.file('d', 'a.txt'), { status: 404, code: 'unknown_comparison' });
  },
);

test('what a candidate has committed is compared with where all of them began', { skip }, async (t) => {
  const { top, git, write, addWorktree } = await makeRepository(t);
  const commit = git('rev-parse', 'HEAD').trim();
  const folder = addWorktree('x');
  await write(path.join(folder, 'a.txt'), 'changed\n');
  git('-C', folder, 'commit', '-qam', 'by the agent');
  const memory = new WorktreeMemory(null);
  await memory.setComparison('c', {
    ...{ repository: top, commit, prompt: 'hello', at: 0 },
    candidates: [{ model: model('x'), branch: 'x', folder }],
  });
  const comparisons = new Comparisons(memory, makeWorktrees(top, {}).worktrees, answerIn);
  assert.deepEqual(await comparisons.file('c', 'a.txt'), {
    before: 'one\ntwo\nthree\n',
    after: [{ isChanged: true, content: 'changed\n' }],
  });
});

test('a comparison whose first worktree is refused does not begin', { skip }, async (t) => {
  const { top } = await makeRepository(t);
  const { started, worktrees } = makeWorktrees(top, { late: 'compare-1-x' });
  const memory = new WorktreeMemory(null);
  const comparisons = new Comparisons(memory, worktrees, answerIn);
  await assert.rejects(comparisons.start(wantedIn(top)), { code: 'folder_exists' });
  assert.deepEqual([started, await memory.comparisons()], [[], {}]);
});

test('comparisons are listed the newest first', { skip }, async (t) => {
  const { top } = await makeRepository(t);
  const memory = new WorktreeMemory(null);
  const candidates = [{ model: model('x'), branch: 'compare-1-x', folder: top }];
  for (const [id, at] of [
    ['old', 1],
    ['new', 3],
    ['between', 2],
  ] as const)
    await memory.setComparison(id, { repository: top, commit: 'c', prompt: 'hello', at, candidates });
  const listed = await new Comparisons(memory, makeWorktrees(top, {}).worktrees, answerIn).list();
  assert.deepEqual(
    listed.map(({ id }) => id),
    ['new', 'between', 'old'],
  );
});
