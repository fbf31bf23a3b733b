// All files of a checkout except ignored ones, as a commit that no ref leads to. Changes neither the branch nor the
// index.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { readGit, writeGit } from './git.ts';

/** The author of the panel's own commits. It does not depend on the user's settings, and is not a person. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'pi-panel',
  GIT_AUTHOR_EMAIL: 'pi-panel@localhost',
  GIT_COMMITTER_NAME: 'pi-panel',
  GIT_COMMITTER_EMAIL: 'pi-panel@localhost',
};

export interface FileSnapshot {
  commit: string;
  tree: string;
  /** Runs git with the index of this snapshot, which knows the files on disk. Rejects with a Refusal. */
  run: (...args: string[]) => Promise<string>;
  /**
   * Lets a new ref lead to the commit, so that git keeps it. Then proves that the repository has everything in it, and
   * that the files on disk are still the same. Rejects with a Refusal.
   */
  keepAs: (ref: string) => Promise<void>;
}

/**
 * Calls `use` with a snapshot, whose index exists until `use` has ended. If git fails, rejects with a Refusal 409
 * `git_failed`, whose message begins with `failure`.
 */
export async function withFileSnapshot<T>(
  folder: string,
  { message, failure }: { message: string; failure: string },
  use: (snapshot: FileSnapshot) => Promise<T>,
): Promise<T> {
  const own = await mkdtemp(path.join(tmpdir(), 'pi-panel-index-'));
  const env = { ...AUTHOR, GIT_INDEX_FILE: path.join(own, 'index') };
  const run = async (...args: string[]): Promise<string> => {
    const { status, output } = await writeGit(folder, args, { env });
    if (status === 0) return output.trim();
    throw new Refusal(409, 'git_failed', `${failure}: git ${args[0]}: ${output.trim()}`);
  };
  try {
    // A separate index has no flags that hide changes, and leaves the checkout's own index unchanged.
    await run('read-tree', 'HEAD');
    await run('-c', 'core.safecrlf=false', 'add', '--all');
    const [tree, head] = [await run('write-tree'), (await readGit(folder, ['rev-parse', 'HEAD'])).trim()];
    const commit = await run('commit-tree', tree, '-p', head, '-m', message);
    const keepAs = async (ref: string): Promise<void> => {
      await run('update-ref', ref, commit, '');
      await run('rev-list', '--objects', '--quiet', ref, '--not', head);
      const changed = await run('diff-files', '--name-only', '--ignore-submodules=dirty');
      const added = await run('ls-files', '--others', '--exclude-standard');
      const [name] = `${changed}\n${added}`.trim().split('\n');
      if (name) throw new Refusal(409, 'changed', `${failure}: ${name} was changed in the meantime.`);
    };
    return await use({ tree, commit, run, keepAs });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Returns a name for a ref that keeps a snapshot. */
export const snapshotRef = (kind: 'ended' | 'before', name: string): string =>
  `refs/pi-panel/${kind}/${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
