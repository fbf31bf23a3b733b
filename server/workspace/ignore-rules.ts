// Decides which names git ignores, by the .gitignore of every folder from the top of the repository down, by
// .git/info/exclude, and by the user's own rules. Whether an ignored file is tracked is not considered.
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { excludeFiles } from './exclude-files.ts';

/** The rules for the names in one folder. */
export interface IgnoreRules {
  ignores: (name: string, isFolder: boolean) => boolean;
  /** Returns the rules for the names in one of its subfolders. */
  enter: (name: string) => Promise<IgnoreRules>;
  /** Differs after every change of a file that these rules come from. */
  version: string;
}

/**
 * Returns a function that reads the current rules for the names in `root` (absolute, without links), including those of
 * a repository around it.
 */
export function ignoreRules(root: string): () => Promise<IgnoreRules> {
  const read = ruleReader();
  let excludes: { top: string; list: () => Promise<string[]> } | null = null;
  return async () => {
    const { folders, isRepository } = await foldersFromTop(root);
    const top = folders[0]!;
    if (excludes?.top !== top) excludes = { top, list: excludeFiles(top) };
    const files = [
      ...(isRepository ? await excludes.list() : []).map((file) => ({ folder: top, file })),
      ...folders.map((folder) => ({ folder, file: join(folder, '.gitignore') })),
    ];
    const sources: Source[] = [];
    for (const { folder, file } of files) {
      const found = await read(file);
      if (found) sources.push({ ...found, prefix: prefixOf(relative(folder, root)) });
    }
    return rulesIn({ path: root, sources, isIgnored: false, read });
  };
}

/** Returns the folders from the top of the repository to `root`; only `root` outside a repository. */
async function foldersFromTop(root: string): Promise<{ folders: string[]; isRepository: boolean }> {
  const folders: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    folders.unshift(folder);
    // `.git` is a folder, or in a worktree or submodule a file.
    const isTop = await lstat(join(folder, '.git')).then(
      () => true,
      () => false,
    );
    if (isTop) return { folders, isRepository: true };
    if (folder === dirname(folder)) return { folders: [root], isRepository: false };
  }
}

interface RuleFile {
  rules: Ignore;
  /** Differs after every change of the file. */
  stamp: string;
}

interface Source extends RuleFile {
  /** From the folder of the rule file to the folder in question: '' or `a/b/`. */
  prefix: string;
}

interface Folder {
  path: string;
  /** From the top down. The last rule that matches decides. */
  sources: Source[];
  /** Whether the folder itself is ignored. Then everything in it is, and its own rules do not matter. */
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
    inner.sources = sources.map((source) => ({ ...source, prefix: `${source.prefix}${name}/` }));
    const own = await read(join(inner.path, '.gitignore'));
    if (own) inner.sources.push({ ...own, prefix: '' });
    return rulesIn(inner);
  };
  return { ignores, enter, version: sources.map(({ prefix, stamp }) => `${prefix} ${stamp}`).join('\n') };
}

/** Returns whether these rules ignore the name; undefined if they do not mention it. */
function judge({ rules, prefix }: Source, name: string): boolean | undefined {
  if (prefix.split('/').length > MAX_DEPTH) return undefined;
  const result = rules.test(prefix + name);
  if (result.unignored) return false;
  // Whether a parent folder matches was decided on the way down, possibly differently by a deeper rule.
  return result.ignored && !(prefix !== '' && rules.ignores(prefix)) ? true : undefined;
}

function prefixOf(path: string): string {
  return path === '' ? '' : `${path.split(sep).join('/')}/`;
}

/** Rules from more than this many folders above do not count (see `isQuick`). */
const MAX_DEPTH = 64;
const MAX_ANY_DEPTH = 3;

/**
 * Whether a rule can be tested quickly. Each `**` multiplies the time for a path by the number of its folders. A rule
 * with five of them and a path of 60 folders, which any project can contain, took 45 s (ignore 7.0.16).
 */
export function isQuick(rule: string): boolean {
  return rule.split('**').length - 1 <= MAX_ANY_DEPTH;
}

/** Returns the parsed rules of a file; undefined if git would not read it. */
type RuleReader = (path: string) => Promise<RuleFile | undefined>;

/** Real rule files have a few kB. A much larger one is a mistake, and would slow down every listing. */
const MAX_SIZE = 256 * 1024;
const MAX_KEPT = 1000;

/** Returns a reader that keeps parsed rules until the file changes. */
function ruleReader(): RuleReader {
  const kept = new Map<string, RuleFile>();
  return async (path) => {
    const opened = await openIfThere(path);
    if (!opened) return undefined;
    try {
      const stats = await opened.stat({ bigint: true });
      if (!stats.isFile() || stats.size > MAX_SIZE) return undefined;
      const stamp = `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
      const known = kept.get(path);
      if (known?.stamp === stamp) return known;
      const rules = ignore({ ignorecase: IGNORES_CASE }).add(
        (await opened.readFile('utf8')).split('\n').filter(isQuick),
      );
      const file = { stamp, rules };
      kept.set(path, file);
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
      return file;
    } finally {
      await opened.close();
    }
  };
}

/** Git's default depends on the usual file system of the platform. */
const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';

/** git does not read rules through a link, and a FIFO with that name must not block. */
async function openIfThere(path: string) {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Files are still shown when their rules cannot be read.
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENXIO'].includes(String(code))) return undefined;
    throw error;
  }
}
