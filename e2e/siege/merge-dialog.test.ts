// The dialog that brings files of a worktree over asks for a plan, for which git writes. Hooks of a folder that was never
// trusted run only after the question.
import assert from 'node:assert/strict';
import { appendFile, chmod, readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeRepository, WITHOUT_GIT, type Repository } from '../../server/git/fixtures/repository.ts';
import { SiegePanel } from './siege-panel.ts';

const HOOK = 'post-index-change';

async function plantHook({ write, around }: Repository, place: string): Promise<void> {
  await write(place, `#!/bin/sh\ntouch '${around}/ran'\n`);
  await chmod(path.resolve(around, 'shop', place), 0o755);
}

/** Each place from which git takes the hook for the plan. */
const PLACES: Readonly<Record<string, (repository: Repository, worktree: string) => Promise<void>>> = {
  'the folder of hooks': (repository) => plantHook(repository, `.git/hooks/${HOOK}`),
  'a folder that the settings name': async (repository) => {
    await plantHook(repository, `.git/own/${HOOK}`);
    repository.git('config', 'core.hooksPath', path.join(repository.top, '.git/own'));
  },
  'a folder that an included file names': async (repository) => {
    await plantHook(repository, `.git/own/${HOOK}`);
    await repository.write('.git/more', `[core]\n\thooksPath = ${repository.top}/.git/own\n`);
    await appendFile(path.join(repository.top, '.git/config'), '[include]\n\tpath = more\n');
  },
  'a folder that the settings of the worktree name': async (repository, worktree) => {
    await plantHook(repository, path.join(worktree, `.githooks/${HOOK}`));
    repository.git('config', 'extensions.worktreeConfig', 'true');
    repository.gitIn(worktree, 'config', '--worktree', 'core.hooksPath', '.githooks');
  },
  'a folder that the settings of the main checkout name': async (repository) => {
    await plantHook(repository, `.githooks/${HOOK}`);
    repository.git('config', 'extensions.worktreeConfig', 'true');
    repository.git('config', '--worktree', 'core.hooksPath', '.githooks');
  },
};

let panel: SiegePanel | null = null;

for (const [where, plant] of Object.entries(PLACES))
  test(
    `S-59: the plan of a merge runs a hook from ${where} only after the question`,
    { skip: WITHOUT_GIT },
    async (t) => {
      panel = await SiegePanel.open();
      t.after(() => panel?.close());
      const repository = await makeRepository(t);
      const worktree = repository.addWorktree('new');
      await repository.write(path.join(worktree, 'b.txt'), 'b\n');
      await repository.write('a.txt', 'mine\n');
      await plant(repository, worktree);
      const hasRun = async (): Promise<boolean> => (await readdir(repository.around)).includes('ran');
      const ask = async (headers = {}): Promise<[number, string]> => {
        const json = { folder: worktree };
        const response = await panel!.fetch('worktrees/files/plan', { method: 'POST', json, headers });
        return [response.status, await response.text()];
      };
      for (let tries = 0; tries < 2; tries += 1) {
        const [status, text] = await ask();
        assert.equal(status, 409, text);
        assert.match(text, /"runs_programs".*hook post-index-change/);
        assert.equal(await hasRun(), false);
      }
      const other = await ask({ Confirm: 'runs_code' });
      assert.deepEqual([other[0], await hasRun()], [409, false]);
      const [status, text] = await ask({ Confirm: 'runs_programs' });
      assert.equal(status, 200, text);
      assert.match(text, /b\.txt/);
      // Once the user has allowed it, the hook runs, so the test would notice one that ran before.
      assert.equal(await hasRun(), true);
    },
  );
