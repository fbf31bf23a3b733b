// Which programs and hooks of a folder a git that writes would run, and whether the user has allowed that. In a folder
// that was never trusted, nothing is written before the user has seen them.
import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { devNull, homedir } from 'node:os';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { isTrusted } from '../sessions/project-trust.ts';
import { HOOKS, PROGRAM_SETTINGS } from './program-settings.ts';
import { nameIn, readSettings, runReadingGit, type Setting } from './start-git.ts';

/** The hooks that git starts at the other end of a push, or for commands that the panel does not run. */
const ELSEWHERE =
  /^(?:pre-(?:push|receive|rebase|applypatch)|post-(?:receive|update|applypatch)|update|proc-receive|push-to-checkout|sendemail-.*|p4-.*|applypatch-msg|fsmonitor-.*)$/;
const WRITING_HOOKS: ReadonlySet<string> = new Set(HOOKS.filter((name) => !ELSEWHERE.test(name)));
const OWN_SCOPES = ['local', 'worktree', 'unknown'];
const MAX_NAMED = 8;
const MAX_DEPTH = 8;
const MAX_OUTPUT = 64 * 1024 * 1024;
const PARTIAL = /^(?:extensions\.partialclone|remote\..*\.promisor)$/;

const LOWER = new Map(PROGRAM_SETTINGS.map((row) => [row, row.key.toLowerCase()]));

/** What the user has allowed to run, for each repository, until the panel ends. */
const allowed = new Map<string, Set<string>>();

interface FolderPrograms {
  /** The folder that all checkouts of the repository share. */
  repository: string;
  /** For instance `hook pre-commit`, or `filter.x.clean`. */
  programs: string[];
}

/** Throws a Refusal 409 `runs_programs` if git would run programs in these folders that the user has not allowed. */
export async function requireAllowed(...folders: readonly string[]): Promise<void> {
  const names = new Set<string>();
  let first: string | undefined;
  for (const folder of folders) {
    const { repository, programs } = await findPrograms(folder);
    const known = allowed.get(repository);
    const unknown = programs.filter((one) => !known?.has(one));
    if (unknown.length === 0 || (await isTrusted(folder))) continue;
    first ??= folder;
    for (const one of unknown) names.add(one);
  }
  if (first === undefined) return;
  const more = names.size > MAX_NAMED ? [`and ${names.size - MAX_NAMED} more`] : [];
  const list = [...[...names].slice(0, MAX_NAMED), ...more].join(', ');
  throw new Refusal(
    409,
    'runs_programs',
    `git would run programs that ${first} brings along, and you have not trusted it: ${list}. Nothing was changed.`,
  );
}

/** Allows what git would run now. A program that is added later is asked about again. */
export async function allowPrograms(...folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const { repository, programs } = await findPrograms(folder);
    allowed.set(repository, new Set([...(allowed.get(repository) ?? []), ...programs]));
  }
}

/** `depth`: how many repositories are around it, which links could make endless. */
async function findPrograms(folder: string, depth = 0): Promise<FolderPrograms> {
  const place = await readPlace(folder);
  // The command itself says that there is no repository.
  if (place === null) return { repository: folder, programs: [] };
  const settings = await readSettings(folder);
  const isPartial = settings.some(({ key }) => PARTIAL.test(key));
  const named = settings.filter((one) => OWN_SCOPES.includes(one.scope) && namesProgram(one, isPartial));
  const keys = new Set(named.map(({ key, value }) => (key === 'core.fsmonitor' ? `${key}=${value}` : key)));
  const links = depth < MAX_DEPTH ? await listSubmodules(place) : [];
  const inner = await Promise.all(links.map((one) => findPrograms(one, depth + 1)));
  return {
    repository: place.repository,
    programs: [
      ...(await findHooks(place, settings)),
      ...keys,
      ...inner.flatMap(({ repository, programs }) => programs.map((one) => `${one} of ${repository}`)),
    ],
  };
}

interface Place {
  repository: string;
  /** The top folder of the checkout. Null for a bare repository. */
  top: string | null;
}

async function readPlace(folder: string): Promise<Place | null> {
  const args = ['rev-parse', '--git-common-dir', '--is-inside-work-tree', '--show-cdup'];
  const output = await readOutput(folder, args).catch(() => null);
  if (output === null) return null;
  const lines = output.replace(/\n$/, '').split('\n');
  const [up = '', isInside] = [lines.pop(), lines.pop()];
  const real = (place: string): Promise<string> => realpath(place).catch(() => path.resolve(place));
  return {
    repository: await real(path.resolve(folder, lines.join('\n'))),
    top: isInside === 'true' ? await real(path.resolve(folder, up)) : null,
  };
}

/** The submodules of each checkout, by the state of its index. */
const submodules = new Map<string, { stamp: string; folders: string[] }>();

/** Lists the submodules that are checked out. git looks for changes in them, with the settings of their repositories. */
async function listSubmodules({ top }: Place): Promise<string[]> {
  if (top === null) return [];
  const name = await readOutput(top, ['rev-parse', '--git-path', 'index']);
  const stats = await stat(path.resolve(top, name.trim()), { bigint: true }).catch(() => null);
  if (stats === null) return [];
  const stamp = [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
  const known = submodules.get(top);
  const folders = known?.stamp === stamp ? known.folders : await listLinks(top);
  submodules.set(top, { stamp, folders });
  const isThere = await Promise.all(
    folders.map((folder) =>
      access(path.join(folder, '.git')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return folders.filter((_folder, at) => isThere[at]);
}

async function listLinks(top: string): Promise<string[]> {
  const lines = (await readOutput(top, ['ls-files', '-z', '--stage'])).split('\0');
  return lines.flatMap((line) =>
    line.startsWith('160000 ') ? path.join(top, line.slice(line.indexOf('\t') + 1)) : [],
  );
}

async function readOutput(folder: string, args: readonly string[]): Promise<string> {
  return (await runReadingGit(folder, args, { maxOutput: MAX_OUTPUT })).toString('utf8');
}

function namesProgram({ key, value }: Setting, isPartial: boolean): boolean {
  // git's own daemon is not a program of the folder. Hooks are listed by name.
  if (value === '' || key === 'core.hookspath') return false;
  if (key === 'submodule.recurse') return !/^(?:false|no|off|0)$/i.test(value);
  if (key === 'core.fsmonitor') return !/^(?:true|false|yes|no|on|off|[01])$/i.test(value);
  return PROGRAM_SETTINGS.some(
    (row) =>
      (row.inWriting === true || (row.inWriting === 'partial' && isPartial)) &&
      (LOWER.get(row) === key || nameIn(row.key, key) !== null),
  );
}

/** Finds the hooks of the repository, but not those in a folder of the user's own. */
async function findHooks({ repository, top }: Place, settings: readonly Setting[]): Promise<string[]> {
  const named = settings.findLast(
    ({ key, scope, value }) =>
      key === 'core.hookspath' && scope !== 'command' && !(scope === 'unknown' && value === devNull),
  );
  const home = named?.value.replace(/^~(?=[/\\])/, homedir);
  const folder = home ? path.resolve(top ?? repository, home) : path.join(repository, 'hooks');
  const isInside = [repository, ...(top === null ? [] : [top])].some(
    (one) => folder === one || folder.startsWith(`${one}${path.sep}`),
  );
  if (named && !OWN_SCOPES.includes(named.scope) && !isInside) return [];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const hooks: string[] = [];
  for (const name of names.toSorted()) {
    if (!WRITING_HOOKS.has(name)) continue;
    const isExecutable = await access(path.join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) hooks.push(`hook ${name}`);
  }
  return hooks;
}
