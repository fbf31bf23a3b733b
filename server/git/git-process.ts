// Runs a git that reads, for as long as it makes progress. A folder can make git wait for ever, with a named pipe in the
// place of a file that git opens, or read without an end, and keep all that it reads in memory.
import type { ChildProcessByStdio } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Refusal } from '../../shared/refusal.ts';
import { spawn } from '../lib/programs.ts';

type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** In ticks, so that the time during which the machine sleeps does not count. */
export const GIT_LIMITS = {
  tickMs: 1000,
  /**
   * How long git may do nothing at all. To wait for a disk or for a processor does not count. A request for files waits
   * 10 s for the disk, in which git has to be found out.
   */
  quietTicks: 5,
  /** The same in a folder in which another git has stalled. */
  suspectTicks: 1,
  /** The same on systems that do not show what a process does, where git is quiet until it has a result. */
  blindTicks: 300,
  /** How long git may run. The state of a repository with millions of files takes minutes. */
  maxTicks: 900,
  /** How long the folder is suspect, and the command that stalled refused at once, because it would stall again. */
  rememberTicks: 30,
  /** How often the memory is looked at, in ms. git reads a device without an end at 1 GB/s. */
  memoryMs: 250,
  /** The memory that all of them may take together, in bytes. Files that they map are not counted. */
  maxMemory: Math.min(totalmem(), process.constrainedMemory() || Infinity) / 8,
};
const MAX_REMEMBERED = 1000;

interface Running {
  root: string;
  child: GitProcess;
  /** What git was asked to do, for the user. */
  command: string;
  printed: number;
  ticks: number;
  quiet: number;
  progress: string;
  /** Why it was ended. */
  refusal: Refusal | null;
}

const running = new Set<Running>();
/** What stalled, by the folder and the command, and by the folder alone. */
const stalled = new Map<string, { at: number; message: string }>();
let timers: NodeJS.Timeout[] = [];

export interface StartedGit {
  child: GitProcess;
  /** Resolves to the exit status when git has ended and its output is read. Rejects if it had to be ended. */
  ended: Promise<number | null>;
}

/**
 * Starts git in its own group of processes, which ends with this process. Throws a Refusal 409 `git_stalled` if the same
 * command has just stalled.
 */
export function startProcess(
  root: string,
  args: readonly string[],
  { env, command }: { env: NodeJS.ProcessEnv; command: string },
): StartedGit {
  const key = JSON.stringify([root, command, env.GIT_DIR]);
  const known = lastStall(key);
  if (known) throw new Refusal(409, 'git_stalled', known.message);
  const options = { cwd: root, env, detached: process.platform !== 'win32', stdio: 'pipe' } as const;
  const child: GitProcess = spawn('git', args, options);
  const one: Running = { root, child, command, printed: 0, ticks: 0, quiet: 0, progress: '', refusal: null };
  watch(one);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (one.printed += chunk.length));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
    stops.set(one, reject);
  }).finally(() => forget(one));
  ended.catch(() => {
    if (one.refusal?.code !== 'git_stalled') return;
    if (stalled.size >= MAX_REMEMBERED) stalled.clear();
    for (const what of [key, root])
      stalled.set(what, { at: performance.now(), message: one.refusal.message });
  });
  return { child, ended };
}

/** Rejects the promise of a git at once: one that waits for a lost disk cannot be killed. */
const stops = new Map<Running, (reason: Refusal) => void>();

/** Ends every git that reads in this folder or below, or all of them. */
export function endReadingGits(folder?: string): void {
  for (const one of running)
    if (folder === undefined || `${one.root}${path.sep}`.startsWith(`${folder}${path.sep}`))
      end(one, new Refusal(503, 'git_ended', `${one.command} in ${one.root} was ended with its agent.`));
}

const endAll = (): void => endReadingGits();

function watch(one: Running): void {
  if (running.size === 0) {
    process.on('exit', endAll);
    timers = [setInterval(tick, GIT_LIMITS.tickMs), setInterval(limitMemory, GIT_LIMITS.memoryMs)];
    for (const timer of timers) timer.unref();
  }
  running.add(one);
}

function forget(one: Running): void {
  running.delete(one);
  stops.delete(one);
  if (running.size > 0) return;
  process.off('exit', endAll);
  for (const timer of timers) clearInterval(timer);
}

function tick(): void {
  for (const one of running) {
    one.ticks += 1;
    const progress = progressOf(one);
    one.quiet = progress !== null && progress === one.progress ? one.quiet + 1 : 0;
    one.progress = progress ?? '';
    if (one.quiet < quietLimit(one) && one.ticks < GIT_LIMITS.maxTicks) continue;
    end(one, new Refusal(409, 'git_stalled', messageFor(one, reasonFor(one))));
  }
}

/** Ends the largest git if all of them together take too much memory, on systems that show how much. */
function limitMemory(): void {
  if (!isVisible()) return;
  const sizes = [...running].map((one) => ({ one, size: memoryOf(one) }));
  const sum = sizes.reduce((total, { size }) => total + size, 0);
  if (sum <= GIT_LIMITS.maxMemory) return;
  const { one, size } = sizes.toSorted((a, b) => b.size - a.size)[0]!;
  const reason = `has taken ${Math.ceil(size / 1024 ** 2)} MiB of memory`;
  end(one, new Refusal(409, 'git_stalled', messageFor(one, reason)));
}

function quietLimit({ root }: Running): number {
  if (!isVisible()) return GIT_LIMITS.blindTicks;
  return lastStall(root) ? GIT_LIMITS.suspectTicks : GIT_LIMITS.quietTicks;
}

function end(one: Running, refusal: Refusal): void {
  one.refusal ??= refusal;
  const { child } = one;
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    try {
      // A git that lists the files of submodules has started others.
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  stops.get(one)?.(refusal);
}

function reasonFor({ ticks, quiet }: Running): string {
  const seconds = (count: number): number => Math.ceil((count * GIT_LIMITS.tickMs) / 1000);
  return ticks < GIT_LIMITS.maxTicks
    ? `has done nothing for ${seconds(quiet)} s`
    : `has not finished within ${seconds(ticks)} s`;
}

function messageFor({ root, command }: Running, reason: string): string {
  const odd = oddFiles(root).map((name) => `${name} is not a regular file.`);
  const hint =
    odd.length > 0 ? odd : ['A file that git reads may be a named pipe, or a disk may not answer.'];
  return [`${command} in ${root} ${reason} and was ended.`, ...hint].join(' ');
}

/** The files that git opens first. */
const OPENED = ['.gitignore', '.gitattributes', '.gitmodules', '.mailmap', '.git'].concat(
  ['config', 'HEAD', 'index', 'packed-refs', 'info/exclude', 'info/attributes'].map((name) => `.git/${name}`),
);

function oddFiles(root: string): string[] {
  return OPENED.filter((name) => {
    const stats = statSync(path.join(root, name), { throwIfNoEntry: false });
    return stats && !stats.isFile() && !stats.isDirectory();
  });
}

/** Returns what has stalled a short time ago. */
function lastStall(what: string): { message: string } | undefined {
  const known = stalled.get(what);
  const limit = GIT_LIMITS.rememberTicks * GIT_LIMITS.tickMs;
  return known && performance.now() - known.at < limit ? known : undefined;
}

let visible: boolean | undefined;

/** Whether this system shows what a process does. */
function isVisible(): boolean {
  return (visible ??= statSync('/proc/self/task', { throwIfNoEntry: false }) !== undefined);
}

/** Returns a text that changes with everything that git and its children do. Null if one of them is at work. */
function progressOf({ child, printed }: Running): string | null {
  if (child.pid === undefined) return null;
  if (!isVisible()) return String(printed);
  const parts = [String(printed)];
  for (const pid of [child.pid, ...childrenOf(child.pid)]) {
    const [state, used] = stateOf(pid);
    // It runs, or waits for a processor or a disk.
    if (state === 'R' || state === 'D') return null;
    parts.push(`${pid} ${used}`);
  }
  return parts.join('\n');
}

/** Returns the processes below, as far as the system shows them. */
function childrenOf(pid: number): number[] {
  const tasks = readNames(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) => readText(`/proc/${pid}/task/${task}/children`).split(' '));
  const pids = children.filter(Boolean).map(Number);
  return [...pids, ...pids.flatMap(childrenOf)];
}

/** Returns the memory of git and its children, in bytes, without the files that they map. */
function memoryOf({ child }: Running): number {
  if (child.pid === undefined) return 0;
  return [child.pid, ...childrenOf(child.pid)].reduce((sum, pid) => {
    const [, size = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`)) ?? [];
    return sum + Number(size) * 1024;
  }, 0);
}

/** Returns the state of a process, and a text with the time that it has used and the bytes that it has read. */
function stateOf(pid: number): [state: string, used: string] {
  // Fields 3, 14 and 15 of `man 5 proc`. The name before them is in parentheses and may contain some itself.
  const fields = readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return [fields[0] ?? '', `${fields[11]} ${fields[12]} ${readText(`/proc/${pid}/io`)}`];
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended in the meantime.
    return '';
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
