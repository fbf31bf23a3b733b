// Keeps git from running the filters that a repository brings along. A clone has none in its settings, but a folder that
// was unpacked or shared may have, and git runs them to compare files, which the panel does as soon as it opens a folder.
import { readGit } from './git.ts';

const OWN_SCOPES = ['local', 'worktree'];
/** What these programs write into a repository's settings themselves. */
const KNOWN = [
  /^git-lfs (?:clean|smudge) (?:--skip )?-- %f$/,
  /^git-lfs filter-process(?: --skip)?$/,
  /^"?git-crypt"? (?:clean|smudge)$/,
];

/** Arguments for git, before its command. Throws for a name that could not be passed on. */
export async function withoutForeignFilters(root: string): Promise<string[]> {
  const names = new Set<string>();
  for (const { scope, key, value } of await readFilters(root)) {
    if (!OWN_SCOPES.includes(scope) || KNOWN.some((known) => known.test(value))) continue;
    names.add(key.slice('filter.'.length, key.lastIndexOf('.')));
  }
  return [...names].flatMap((name) => {
    if (name.includes('='))
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
  const args = ['config', '--null', '--show-scope', '--get-regexp', pattern];
  const output = await readGit(root, args).catch((error: Error & { code?: unknown }) => {
    // There is none.
    if (error.code === 1) return '';
    throw error;
  });
  const fields = output.split('\0');
  const settings: Setting[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [key = '', ...value] = fields[at + 1]!.split('\n');
    settings.push({ scope: fields[at]!, key, value: value.join('\n') });
  }
  return settings;
}
