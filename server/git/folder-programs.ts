// Which programs and hooks of a folder a git that writes would run, and whether the user has allowed that. In a folder
// that was never trusted, nothing is written before the user has seen them.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { devNull, homedir } from 'node:os';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { readRegular } from '../lib/regular-file.ts';
import { isTrusted } from '../sessions/project-trust.ts';
import { findLinksOut } from './links-out.ts';
import { HOOKS, PROGRAM_SETTINGS } from './program-settings.ts';
import { nameIn, readSettings, runReadingGit, type Setting } from './start-git.ts';
import { listSubmodules } from './submodules.ts';

/** The hooks that git starts at the other end of a push, or for commands that the panel does not run. */
const ELSEWHERE =
  /^(?:pre-receive|post-(?:receive|update)|update|proc-receive|push-to-checkout|sendemail-.*|p4-.*|fsmonitor-.*)$/;
/** The hooks that only a push, or a rebase, starts. */
const REACHING_HOOKS = /^(?:pre-(?:push|rebase|applypatch)|post-applypatch|applypatch-msg)$/;
const WRITING_HOOKS: ReadonlySet<string> = new Set(HOOKS.filter((name) => !ELSEWHERE.test(name)));
/** The address of a server, which is no program. Others name a folder with hooks, or a helper of git. */
const ADDRESS =
  process.platform === 'win32'
    ? /^(?:(?:https?|ssh|git):\/\/|[^/:\\]{2,}:(?!:))/i
    : /^(?:(?:https?|ssh|git):\/\/|[^/:]+:(?!:|\/\/))/i;
const OWN_SCOPES = ['local', 'worktree', 'unknown'];
/** Above that, each kind is named once, so that no program hides behind a number. */
const MAX_NAMED = 24;
/** Of one name, in characters. */
const MAX_NAME = 200;
const MAX_DEPTH = 8;
const MAX_OUTPUT = 64 * 1024 * 1024;
/** In bytes. */
const MAX_HOOK = 4 * 1024 * 1024;
const PARTIAL = /^(?:extensions\.partialclone|remote\..*\.promisor)$/;

const LOWER = new Map(PROGRAM_SETTINGS.map((row) => [row, row.key.toLowerCase()]));

/** What the user has allowed, by `idOf`, for each repository, until the panel ends. */
const allowed = new Map<string, Set<string>>();

interface Program {
  /** For the user, for instance `hook pre-commit`, or `filter.x.clean`. */
  name: string;
  /** Its name without what the folder chooses, for instance `filter.*.clean`. */
  kind: string;
  /** What it was when the user allowed it: the content of a hook, or the value of a setting. */
  content: string;
}

interface FolderPrograms {
  /** The folder that all checkouts of the repository share. */
  repository: string;
  programs: Program[];
}

const idOf = ({ name, content }: Program): string => JSON.stringify([name, content]);

/** Throws a Refusal 409 `runs_programs` if git would run programs in these folders that the user has not allowed. */
export function requireAllowed(...folders: readonly string[]): Promise<void> {
  return requireAll(folders, false);
}

/** Does the same for a git that reaches another repository: a fetch, a pull or a push. */
export function requireAllowedToReach(folder: string): Promise<void> {
  return requireAll([folder], true);
}

async function requireAll(folders: readonly string[], isReaching: boolean): Promise<void> {
  const asked: Program[] = [];
  let first: string | undefined;
  for (const folder of folders) {
    const { repository, programs } = await findPrograms(folder, isReaching);
    const known = allowed.get(repository);
    const unknown = programs.filter((one) => !known?.has(idOf(one)));
    if (unknown.length === 0 || (await isTrusted(folder))) continue;
    first ??= folder;
    asked.push(...unknown);
  }
  if (first === undefined) return;
  throw new Refusal(
    409,
    'runs_programs',
    `git would run programs that ${first} brings along, and you have not trusted it: ${listNames(asked)}. Nothing was changed.`,
  );
}

/** Allows what git would run now. A program that is added or changed later is asked about again. */
export function allowPrograms(...folders: readonly string[]): Promise<void> {
  return allowAll(folders, false);
}

/** Does the same for what a git that reaches another repository would run. */
export function allowReaching(folder: string): Promise<void> {
  return allowAll([folder], true);
}

async function allowAll(folders: readonly string[], isReaching: boolean): Promise<void> {
  for (const folder of folders) {
    const { repository, programs } = await findPrograms(folder, isReaching);
    allowed.set(repository, new Set([...(allowed.get(repository) ?? []), ...programs.map(idOf)]));
  }
}

function listNames(programs: readonly Program[]): string {
  const kinds = new Map<string, Set<string>>();
  for (const { kind, name } of programs) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(name));
  const names = [...kinds.values()].flatMap((some) => [...some]);
  const shown =
    names.length <= MAX_NAMED
      ? names
      : [...kinds].map(([kind, some]) => (some.size === 1 ? [...some][0]! : `${kind} (${some.size} times)`));
  return shown.map((name) => (name.length > MAX_NAME ? `${cutText(name, MAX_NAME)}…` : name)).join(', ');
}

/** `depth`: how many repositories are around it, which links could make endless. */
async function findPrograms(folder: string, isReaching: boolean, depth = 0): Promise<FolderPrograms> {
  const place = await readPlace(folder);
  // The command itself says that there is no repository.
  if (place === null) return { repository: folder, programs: [] };
  const settings = await readSettings(folder);
  const links = depth < MAX_DEPTH ? await listSubmodules(place.top) : [];
  const inner = await Promise.all(links.map((one) => findPrograms(one, isReaching, depth + 1)));
  return {
    repository: place.repository,
    programs: [
      ...(await findHooks(place, settings)).filter(
        ({ name }) => isReaching || !REACHING_HOOKS.test(name.slice(HOOK.length)),
      ),
      ...findSettings(place, settings, isReaching),
      ...(await findLinks(place)),
      ...inner.flatMap(({ repository, programs }) =>
        programs.map(({ name, kind, content }) => ({
          name: `${name} of ${repository}`,
          kind: kind.endsWith(OF_SUBMODULES) ? kind : `${kind}${OF_SUBMODULES}`,
          content,
        })),
      ),
    ],
  };
}

const HOOK = 'hook ';
const OF_SUBMODULES = ' of submodules';

async function findLinks({ repository, own }: Place): Promise<Program[]> {
  const links = await findLinksOut([...new Set([repository, own])]);
  return links.map(({ place, target }) => ({
    name: target === null ? place : `link ${place} to ${target}`,
    kind: 'link',
    content: target ?? '',
  }));
}

/** Finds the settings of the repository that name programs. */
function findSettings(place: Place, settings: readonly Setting[], isReaching: boolean): Program[] {
  const isPartial = settings.some(({ key }) => PARTIAL.test(key));
  const own = settings.filter(({ scope }) => OWN_SCOPES.includes(scope));
  const programs = new Map<string, Program>();
  for (const one of own) {
    const kind =
      one.key === 'core.hookspath' ? kindOfHooks(place, one) : kindOf(one, { isPartial, isReaching });
    if (kind === null) continue;
    const { key, value } = one;
    const name = SHOWN.test(key) ? `${key}=${value.replace(/\/\/[^/@]*@/, '//')}` : key;
    // git may use each value of a setting that has several.
    programs.set(name, { name, kind, content: `${programs.get(name)?.content ?? ''}${value}\n` });
  }
  return [...programs.values()];
}

/** These settings say little without their values. */
const SHOWN = /^(?:core\.fsmonitor|core\.hookspath|remote\..*\.(?:push)?url|url\..*\.insteadof)$/;

/** The hooks of a folder that git checks out are those of the branch, which may have others than the ones listed now. */
function kindOfHooks({ top, repository }: Place, { key, value }: Setting): string | null {
  if (top === null || value === '' || value.startsWith('~')) return null;
  const isIn = (folder: string): boolean => `${path.resolve(top, value)}/`.startsWith(`${folder}/`);
  return isIn(top) && !isIn(repository) ? key : null;
}

interface Place {
  repository: string;
  /** The folder of git of this checkout. */
  own: string;
  /** The top folder of the checkout. Null for a bare repository. */
  top: string | null;
}

async function readPlace(folder: string): Promise<Place | null> {
  const args = ['rev-parse', '--git-common-dir', '--is-inside-work-tree', '--show-cdup'];
  const output = await readOutput(folder, args).catch(() => null);
  if (output === null) return null;
  const own = (await readOutput(folder, ['rev-parse', '--absolute-git-dir'])).replace(/\n$/, '');
  const lines = output.replace(/\n$/, '').split('\n');
  const [up = '', isInside] = [lines.pop(), lines.pop()];
  const real = (place: string): Promise<string> => realpath(place).catch(() => path.resolve(place));
  return {
    repository: await real(path.resolve(folder, lines.join('\n'))),
    own: await real(own),
    top: isInside === 'true' ? await real(path.resolve(folder, up)) : null,
  };
}

async function readOutput(folder: string, args: readonly string[]): Promise<string> {
  return (await runReadingGit(folder, args, { maxOutput: MAX_OUTPUT })).toString('utf8');
}

/** Returns the key of the row that says that git would start a program; null if git would not. */
function kindOf(
  { key, value }: Setting,
  { isPartial, isReaching }: { isPartial: boolean; isReaching: boolean },
): string | null {
  // git's own daemon is not a program of the folder.
  if (value === '') return null;
  if (key === 'submodule.recurse' && /^(?:false|no|off|0)$/i.test(value)) return null;
  if (key === 'core.fsmonitor' && /^(?:true|false|yes|no|on|off|[01])$/i.test(value)) return null;
  if (!isPartial && /^remote\..*\.(?:push)?url$/.test(key) && ADDRESS.test(value)) return null;
  const found = PROGRAM_SETTINGS.find(
    (row) =>
      (row.inWriting === true || (row.inWriting === 'reaching' && (isPartial || isReaching))) &&
      (LOWER.get(row) === key || nameIn(row.key, key) !== null),
  );
  return found?.key ?? null;
}

/** Finds the hooks of the repository, but not those in a folder of the user's own. */
async function findHooks({ repository, top }: Place, settings: readonly Setting[]): Promise<Program[]> {
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
  const hooks: Program[] = [];
  for (const name of names.toSorted()) {
    if (!WRITING_HOOKS.has(name)) continue;
    const file = path.join(folder, name);
    const isExecutable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable)
      hooks.push({ name: `${HOOK}${name}`, kind: `${HOOK}${name}`, content: await contentOf(file) });
  }
  return hooks;
}

/** Returns a digest of a hook. For one that is too large to read, a text that changes when it is written. */
async function contentOf(file: string): Promise<string> {
  try {
    return createHash('sha256')
      .update(await readRegular(file, MAX_HOOK))
      .digest('base64');
  } catch {
    const { size, mtimeNs, ino } = await stat(file, { bigint: true });
    return [size, mtimeNs, ino].join(' ');
  }
}
