import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GitContents } from './contents/git-contents.ts';
import { listGitFiles } from '../workspace/find/git-files.ts';
import { CommitReader, CommitsSince } from '../git/commits-since.ts';
import { plantPrograms, SCOPES, type Planted } from '../git/fixtures/planted.ts';
import { makeRepository, WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { findStaged, readGitState } from '../git/git-state.ts';
import { changesSinceHead, isCommittedSince, pathInHead } from '../git/head-changes.ts';
import { listIncluded } from '../git/included-files.ts';
import { planMerge, unfinishedIn } from '../git/merge-worktree.ts';
import { PROGRAM_VARIABLES } from '../git/program-settings.ts';
import { contentInHead } from '../git/stored-content.ts';
import { findUnsavedWork, readIgnored } from '../git/unsaved-work.ts';
import { changesSince, contentAt } from '../git/worktree-changes.ts';
import { findCheckouts, listBranches, readGitPlace } from '../git/worktrees.ts';

const withGit = { skip: WITHOUT_GIT };

/** Reads everything about a folder and its worktree that the page shows. */
async function readEverything({ top, worktree, blobs }: Planted): Promise<void> {
  for (const folder of [top, worktree]) {
    const state = await readGitState(folder);
    assert.ok(state && 'files' in state, JSON.stringify(state));
    if (folder === top) assert.equal(state.files['a.txt'], 'modified');
    const { files } = await changesSinceHead(folder);
    if (folder === top) assert.ok(files.some((file) => file.path === 'a.txt' && file.added === 1));
    await findStaged(folder, ['a.txt']);
    await pathInHead(folder, 'a.txt');
    assert.equal(await isCommittedSince(folder, 'a.txt', 1e12), true);
    const commits = await new CommitReader(folder).since(1);
    await commits?.isAsCommitted('a.txt');
    await new CommitsSince(folder, { head: 'HEAD', times: new Map() }).isAsCommitted('a.bin');
    assert.match(String(await contentInHead(folder, 'a.txt')), /ours|theirs/);
    await contentAt(folder, 'HEAD', 'a.bin');
    await assert.rejects(contentInHead(folder, 'lost.txt'), { code: 'git_failed' });
    await changesSince(folder, 'HEAD~1');
    await findCheckouts(folder);
    await readGitPlace(folder);
    await listBranches(folder);
    await unfinishedIn(folder);
    await listIncluded(folder);
    await readIgnored(folder);
    const contents = new GitContents(folder);
    await contents.refresh();
    await contents.findFiltered(['a.txt', 'a.bin']);
    await contents.read(blobs);
    await listGitFiles(folder, { add: () => undefined, remove: () => undefined });
  }
  assert.notEqual((await planMerge(worktree, 'main')).conflicts, null);
  await findUnsavedWork(worktree, {});
}

for (const scope of SCOPES)
  test(
    `S-59: a folder that is opened runs none of the programs that its git names (${scope} settings)`,
    withGit,
    async (t) => {
      const planted = await plantPrograms(t, scope);
      const failed = await readEverything(planted).then(
        () => null,
        (error: unknown) => error,
      );
      assert.deepEqual(planted.marks(), []);
      // git refuses to read anything with such a line in .gitmodules.
      if (scope !== '.gitmodules') assert.ifError(failed);
    },
  );

test(
  'S-59: no variable makes a git that reads start a program or use another repository',
  withGit,
  async (t) => {
    const other = await makeRepository(t);
    const planted = await plantPrograms(t, 'local');
    const state = await readGitState(planted.top);
    const program = planted.markedProgram('variable');
    for (const name of Object.keys(PROGRAM_VARIABLES)) {
      const before = process.env[name];
      t.after(() => {
        if (before === undefined) delete process.env[name];
        else process.env[name] = before;
      });
      process.env[name] = /_(?:DIR|TREE|DIRECTORY|DIRECTORIES|FILE)$/.test(name) ? other.top : program;
    }
    await readEverything(planted);
    const later = await readGitState(planted.top);
    assert.deepEqual(later && { ...later, readAt: 0 }, state && { ...state, readAt: 0 });
    assert.deepEqual(planted.marks(), []);
  },
);

test('the programs in such a folder do run when git is not held back', withGit, async (t) => {
  const { plainGit, marks } = await plantPrograms(t, 'local');
  for (const args of [
    ['status'],
    ['diff', 'HEAD'],
    ['diff', 'HEAD', '--', 'b.md'],
    ['diff', '--no-ext-diff', 'HEAD'],
    ['merge-tree', '--write-tree', 'main', 'work'],
    ['log', '-1', '--show-signature'],
    ['cat-file', 'blob', 'main:lost.txt'],
  ])
    plainGit(...args);
  const seen = marks();
  for (const one of [
    'core.fsmonitor',
    'diff.external',
    'diff._.textconv',
    'filter.y.clean',
    'filter._.process',
    'lfs.extension.x.clean',
    'hook.post-index-change',
    'merge._.driver',
  ])
    assert.ok(seen.includes(one), `${one} is not among ${seen.join(', ')}`);
});
