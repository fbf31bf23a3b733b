// Finds the files with ignore rules that are not a .gitignore: the user's own (git's setting core.excludesFile), and the
// `info/exclude` of a repository.
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { runReadingGit } from '../git/start-git.ts';
import { readRegularText } from '../lib/regular-file.ts';

const MAX_OUTPUT = 64 * 1024;

/**
 * Returns a function that finds these files for the repository whose top folder is `top`, those with less weight first.
 * Those that do not exist may be among them. git is asked again only after its settings have changed.
 */
export function excludeFiles(top: string): () => Promise<string[]> {
  let known: { stamp: string; own: string } | null = null;
  return async () => {
    const gitFolder = await commonFolder(top);
    const settings = [join(gitFolder, 'config'), ...globalSettings()];
    const stamp = (await Promise.all(settings.map(stampOf))).join('\n');
    if (known?.stamp !== stamp) known = { stamp, own: await ownExcludes(top) };
    // People often keep their own settings as links. git follows this one, but no link in a repository.
    const { own } = known;
    const real = await realpath(own).catch(() => null);
    return [...(real === null ? [] : [real]), join(gitFolder, 'info', 'exclude')];
  };
}

/** Returns git's folder, which in a worktree is that of the main one. */
async function commonFolder(top: string): Promise<string> {
  const place = join(top, '.git');
  const named = await readRegularText(place).catch(() => '');
  const folder = /^gitdir: ([^\n]+)/.exec(named)?.[1];
  if (folder === undefined) return place;
  const own = resolve(top, folder);
  const common = await readRegularText(join(own, 'commondir')).catch(() => '');
  const shared = resolve(own, common.trim());
  // The name may be one that no file can have.
  return (await stat(shared).catch(() => null)) === null ? place : shared;
}

function globalSettings(): string[] {
  const { GIT_CONFIG_GLOBAL: other } = process.env;
  const users =
    other === undefined ? [join(homedir(), '.gitconfig'), join(configFolder(), 'config')] : [other];
  return ['/etc/gitconfig', ...users];
}

function configFolder(): string {
  const { XDG_CONFIG_HOME: config } = process.env;
  return join(config ? config : join(homedir(), '.config'), 'git');
}

async function stampOf(file: string): Promise<string> {
  return stat(file, { bigint: true }).then(
    ({ ino, size, mtimeNs }) => `${ino} ${size} ${mtimeNs}`,
    () => '',
  );
}

async function ownExcludes(top: string): Promise<string> {
  const args = ['config', '--type=path', '--get', 'core.excludesFile'];
  // It fails if the setting is absent, or git is not installed.
  const output = await runReadingGit(top, args, { maxOutput: MAX_OUTPUT }).catch(() => '');
  const named = output.toString('utf8').trim();
  return named === '' ? join(configFolder(), 'ignore') : resolve(top, named);
}
