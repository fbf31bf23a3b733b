import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { GitContents } from '../changes/contents/git-contents.ts';
import { readConfig } from '../setup/config-file.ts';
import { ignoreRules } from '../workspace/ignore-rules.ts';
import { listGitFiles } from '../workspace/find/git-files.ts';
import { ODD_FILES, READ_FILES, replace, useAllFiles } from '../git/fixtures/odd-files.ts';
import { makeRepository, WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { requireAllowed } from '../git/folder-programs.ts';
import { GIT_LIMITS } from '../git/git-process.ts';
import { readGitState } from '../git/git-state.ts';
import { readGit } from '../git/git.ts';
import { changesSinceHead, pathInHead } from '../git/head-changes.ts';
import { listIncluded } from '../git/included-files.ts';
import { contentInHead } from '../git/stored-content.ts';
import { findUnsavedWork } from '../git/unsaved-work.ts';
import { watchGit } from '../git/watch-git.ts';
import { contentIn } from '../git/worktree-changes.ts';
import { findCheckouts } from '../git/worktrees.ts';

const skip = process.platform === 'win32' ? 'Windows has no named pipes in folders' : WITHOUT_GIT;

const OPENED_FIRST = ['.git', '.gitignore', '.git/config', '.git/index'];

/** Everything that reads a folder. */
const READERS: Readonly<Record<string, (top: string) => Promise<unknown>>> = {
  state: readGitState,
  'changes since the commit': changesSinceHead,
  'a renamed file': (top) => pathInHead(top, 'a.txt'),
  'a committed file': (top) => contentInHead(top, 'a.txt'),
  'a file': (top) => contentIn(top, 'a.txt'),
  files: (top) => listGitFiles(top, { add: () => undefined, remove: () => undefined }),
  'included files': listIncluded,
  'ignore rules': async (top) => (await ignoreRules(top)()).enter('sub'),
  checkouts: findCheckouts,
  'unsaved work': (top) => findUnsavedWork(top, {}),
  programs: (top) => requireAllowed(top),
  contents: async (top) => {
    const contents = new GitContents(top);
    await contents.refresh();
    return contents.findFiltered(['a.txt']);
  },
  watching: async (top) => (await watchGit(top, () => undefined))?.(),
  settings: (top) => readConfig({ path: path.join(top, '.pi/settings.json'), format: 'json', reaction: '' }),
};

/** Runs with limits that nobody has to wait for. */
async function withShortLimits(rememberTicks: number, act: () => Promise<void>): Promise<void> {
  const before = { ...GIT_LIMITS };
  Object.assign(GIT_LIMITS, { tickMs: 50, quietTicks: 6, maxTicks: 40, rememberTicks });
  try {
    await act();
  } finally {
    Object.assign(GIT_LIMITS, before);
  }
}

/** The processes that work in this folder. */
async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_pid, at) => `${places[at]}/`.startsWith(`${folder}/`));
}

for (const kind of Object.keys(ODD_FILES))
  test(`S-38: nothing that reads a folder waits for ever because a file is ${kind}`, { skip }, async (t) => {
    const repository = await makeRepository(t);
    const { top } = repository;
    await useAllFiles(repository);
    await withShortLimits(0, async () => {
      for (const name of kind === 'a named pipe' ? READ_FILES : OPENED_FIRST) {
        const restore = await replace(top, name, kind);
        const silent = new Set(Object.keys(READERS));
        const reads = Object.entries(READERS).map(([what, read]) =>
          read(top)
            .catch((error: unknown) => assert.ok(error instanceof Error, what))
            .finally(() => silent.delete(what)),
        );
        await Promise.race([Promise.all(reads), setTimeout(20_000, null, { ref: false })]);
        assert.deepEqual([...silent], [], `${name} is ${kind}`);
        // One that failed does not wait for the others that it started.
        while ((await processesIn(top)).length > 0) await setTimeout(10);
        await restore();
      }
      const state = await readGitState(top);
      assert.ok(state && 'files' in state && state.files['a.txt'] === 'modified', JSON.stringify(state));
    });
  });

test(
  'S-38: a git that reads a device without an end is ended before it takes the memory',
  { skip },
  async (t) => {
    const { top, git, write } = await makeRepository(t);
    git('config', 'core.attributesFile', '/dev/zero');
    await write('a.txt', 'changed');
    await withShortLimits(0, async () => {
      Object.assign(GIT_LIMITS, { memoryMs: 10, maxMemory: 64 * 1024 ** 2 });
      await assert.rejects(readGit(top, ['diff', 'HEAD']), {
        status: 409,
        code: 'git_stalled',
        message: /git diff HEAD .* has taken \d+ MiB of memory and was ended/,
      });
      // The system still takes its memory back.
      while ((await processesIn(top)).length > 0) await setTimeout(10);
    });
  },
);

test(
  'S-38: a git that stops is named, with the file that is not a file, and not started again at once',
  { skip },
  async (t) => {
    const { top } = await makeRepository(t);
    execFileSync('sh', ['-c', 'rm .gitignore; mkfifo .gitignore; touch new.txt'], { cwd: top });
    await withShortLimits(100, async () => {
      const args = ['ls-files', '--others', '--exclude-standard'];
      const expected = {
        status: 409,
        code: 'git_stalled',
        message: /git ls-files .*\.gitignore is not a regular file/,
      };
      await assert.rejects(readGit(top, args), expected);
      const before = performance.now();
      await assert.rejects(readGit(top, args), expected);
      assert.ok(performance.now() - before < 200);
    });
  },
);
