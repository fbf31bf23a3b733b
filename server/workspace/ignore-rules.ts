// Which names git would leave out: by the .gitignore of every folder from the top of the repository down and
// by .git/info/exclude. Not by the user's global excludes, and not whether a file is tracked all the same.
import { lstat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import type { RuleReader } from './rule-reader.ts';
import { ruleReader } from './rule-reader.ts';

/** The rules for the names in one folder. */
export interface IgnoreRules {
  ignores: (name: string, isFolder: boolean) => boolean;
  /** The rules for the names in one of its folders. */
  enter: (name: string) => Promise<IgnoreRules>;
}

/**
 * A function that gives the rules for the names in `root` (absolute, without links) as they are now; the
 * rules of a repository around it count.
 */
export function ignoreRules(root: string): () => Promise<IgnoreRules> {
  const read = ruleReader();
  return async () => {
    const folders = await foldersFromTop(root);
    const top = folders[0] ?? root;
    const files = [
      { folder: top, file: join(top, '.git', 'info', 'exclude') },
      ...folders.map((folder) => ({ folder, file: join(folder, '.gitignore') })),
    ];
    const sources: Source[] = [];
    for (const { folder, file } of files) {
      const rules = await read(file);
      if (rules) sources.push({ rules, prefix: prefixOf(relative(folder, root)) });
    }
    return rulesIn({ path: root, sources, isIgnored: false, read });
  };
}

/** The folders from the top of the repository to `root`, or `root` alone where there is no repository. */
async function foldersFromTop(root: string): Promise<string[]> {
  const folders: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    folders.unshift(folder);
    // A folder, or a file in a worktree or a submodule.
    const isTop = await lstat(join(folder, '.git')).then(
      () => true,
      () => false,
    );
    if (isTop) return folders;
    if (folder === dirname(folder)) return [root];
  }
}

interface Source {
  rules: Ignore;
  /** From the folder of the rule file to the folder in question: '' or `a/b/`. */
  prefix: string;
}

interface Folder {
  path: string;
  /** From the top down: the last that has an opinion decides. */
  sources: Source[];
  /** Then so is everything in it, whatever its own rules say. */
  isIgnored: boolean;
  read: RuleReader;
}

function rulesIn({ path, sources, isIgnored, read }: Folder): IgnoreRules {
  const ignores = (name: string, isFolder: boolean): boolean => {
    if (isIgnored) return true;
    for (const source of sources.toReversed()) {
      const opinion = judge(source, isFolder ? `${name}/` : name);
      if (opinion !== undefined) return opinion;
    }
    return false;
  };
  const enter = async (name: string): Promise<IgnoreRules> => {
    const inner = { path: join(path, name), sources: [] as Source[], isIgnored: ignores(name, true), read };
    if (inner.isIgnored) return rulesIn(inner);
    inner.sources = sources.map(({ rules, prefix }) => ({ rules, prefix: `${prefix}${name}/` }));
    const own = await read(join(inner.path, '.gitignore'));
    if (own) inner.sources.push({ rules: own, prefix: '' });
    return rulesIn(inner);
  };
  return { ignores, enter };
}

/** Undefined: these rules say nothing about the name itself. */
function judge({ rules, prefix }: Source, name: string): boolean | undefined {
  const result = rules.test(prefix + name);
  if (result.unignored) return false;
  // What follows only from a folder above was settled, maybe otherwise by a deeper rule, on the way down.
  return result.ignored && !(prefix !== '' && rules.ignores(prefix)) ? true : undefined;
}

function prefixOf(path: string): string {
  return path === '' ? '' : `${path.split(sep).join('/')}/`;
}
