// Creates the folder of the sample project, and removes it with `close`. Its content is in `sample-files.ts`.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorText } from '../../shared/error-text.ts';
import { run } from '../lib/programs.ts';
import { sampleFiles } from './sample-files.ts';
import type { Texts } from './texts/en.ts';
import { systemTexts } from './texts/languages.ts';

export interface SampleProject {
  /** Absolute, without symbolic links, named after the project. */
  dir: string;
  /** Why the project is not a git repository, if git is missing or failed. */
  gitProblem: string | undefined;
  /** Removes the folder with its content. Idempotent. */
  close: () => Promise<void>;
}

/** Needs no network. Rejects when the temporary folder is not writable. */
export async function makeSampleProject(texts: Texts = systemTexts()): Promise<SampleProject> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'pi-panel-demo-')));
  const close = () => rm(parent, { recursive: true, force: true, maxRetries: 3 });
  try {
    const dir = join(parent, 'tea-timer');
    for (const [path, content] of Object.entries(sampleFiles(texts))) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), content);
    }
    return { dir, gitProblem: await commitAll(dir), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The demo also works without a repository, so a missing or broken git is returned as a message, not thrown. */
async function commitAll(dir: string): Promise<string | undefined> {
  const git = (...args: string[]) =>
    run('git', ['-c', 'init.defaultBranch=main', '-c', 'commit.gpgsign=false', ...args], {
      cwd: dir,
      env: gitEnvironment(),
    });
  try {
    await git('init', '--quiet', '--template=');
    await git('add', '--all');
    await git('commit', '--quiet', '--message=tea-timer 0.3.0');
    return undefined;
  } catch (error) {
    await rm(join(dir, '.git'), { recursive: true, force: true });
    return errorText(error);
  }
}

/**
 * Runs git without the user's settings, hooks and signing keys, and without the GIT_DIR of a hook that may have started
 * the panel.
 */
function gitEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const author = { name: 'pi-panel', email: 'demo@pi-panel.invalid' };
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  };
}
