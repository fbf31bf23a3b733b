// Keeps git from running filters that come with a repository's own settings. A clone has none, but a folder that was
// unpacked or shared may. git runs them to compare files, which the panel does as soon as it opens a folder.
import { readGit } from './git.ts';

/** git's exit status for an option that it does not know. */
const USAGE = 129;
const OWN_SCOPES = ['local', 'worktree'];
/** The filters that git-lfs and git-crypt themselves write into the settings of a repository. */
const KNOWN = [
  /^git-lfs (?:clean|smudge) (?:--skip )?-- %f$/,
  /^git-lfs filter-process(?: --skip)?$/,
  /^"?git-crypt"? (?:clean|smudge)$/,
];

/** Returns arguments for git, to be put before its command. Throws for a filter whose name could not be passed on. */
export async function withoutForeignFilters(root: string): Promise<string[]> {
  const names = new Set<string>();
  for (const { scope, key, value } of await readFilters(root)) {
    if (!OWN_SCOPES.includes(scope) || KNOWN.some((known) => known.test(value))) continue;
    names.add(key.slice('filter.'.length, key.lastIndexOf('.')));
  }
  return [...names].flatMap((name) => {
    // A replacement character stands for bytes that are not UTF-8.
    if (/[=\uFFFD]/.test(name))
      throw new Error(`The settings of this repository name a filter that cannot be switched off: ${name}`);
    return ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((one) => [
      '-c',
      `filter.${name}.${one}`,
    ]);
  });
}

interface Setting {
  /** Where it comes from: `system`, `global`, `local`, `worktree` or `command`. */
  scope: string;
  key: string;
  value: string;
}

async function readFilters(root: string): Promise<Setting[]> {
  const pattern = '^filter\\..*\\.(clean|smudge|process)$';
  const find = ['--null', '--get-regexp', pattern];
  const read = (...options: string[]): Promise<string | null> =>
    readGit(root, ['config', ...options, ...find]).catch((error: Error & { code?: unknown }) => {
      // There is no filter.
      if (error.code === 1) return '';
      if (error.code === USAGE && options.includes('--show-scope')) return null;
      throw error;
    });
  const output = await read('--show-scope');
  // git before 2.26 does not report scopes.
  if (output === null) {
    const own = (await read('--local', '--includes'))!.split('\0').filter(Boolean);
    return own.map((setting) => ({ scope: 'local', ...settingOf(setting) }));
  }
  const fields = output.split('\0');
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    settings.push({ scope: fields[at]!, ...settingOf(fields[at + 1]!) });
  }
  return settings;
}

function settingOf(field: string): { key: string; value: string } {
  const [key = '', ...value] = field.split('\n');
  return { key, value: value.join('\n') };
}
