// The processes of this machine. Linux shows them in /proc, so no program is needed there: a bare system has no `ps`.
import { readFile, readdir } from 'node:fs/promises';
import { run } from '../../lib/programs.ts';

export interface Process {
  pid: number;
  parent: number;
  /** When it started, in a form that differs between systems. Together with the id it names one process forever. */
  started: string;
  /** The name of its program. */
  name: string;
}

/** Returns everything that a process has started, directly or not, and that is still running. */
export async function listBelow(pid: number): Promise<Process[]> {
  return (await listTree(pid)).filter((one) => one.pid !== pid);
}

/** Returns this process, if it is still running, and everything below it that is. */
export async function listTree(pid: number): Promise<Process[]> {
  // Below 0 is everything on the machine.
  if (!(pid > 0)) return [];
  const all = await listProcesses();
  const children = Map.groupBy(all, ({ parent }) => parent);
  const below = all.filter((one) => one.pid === pid);
  let next = children.get(pid) ?? [];
  while (next.length > 0) {
    below.push(...next);
    next = next.flatMap((one) => children.get(one.pid) ?? []);
  }
  return below;
}

/** Returns those of these processes that still run. */
export async function stillRunning(processes: readonly Process[]): Promise<Process[]> {
  if (processes.length === 0) return [];
  const running = new Map((await listProcesses()).map((one) => [one.pid, one.started]));
  return processes.filter(({ pid, started }) => running.get(pid) === started);
}

/**
 * Returns the ids of the processes with this text in the environment that they were started with. Empty on systems
 * without /proc: these do not show the environment of another process.
 */
export async function findMarked(text: string): Promise<number[]> {
  const pids = (await readPids()).filter((pid) => pid !== process.pid);
  const marked = await Promise.all(pids.map((pid) => isMarked(pid, text)));
  return pids.filter((_pid, index) => marked[index]);
}

async function isMarked(pid: number, text: string): Promise<boolean> {
  try {
    return (await readFile(`/proc/${pid}/environ`)).includes(text);
  } catch {
    // It exited in the meantime, or belongs to another user.
    return false;
  }
}

async function listProcesses(): Promise<Process[]> {
  const pids = await readPids();
  if (pids.length === 0) return listWithPs();
  const all = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return all.flatMap((text) => parseStat(text) ?? []);
}

/** Returns the ids of all processes; empty where there is no /proc. */
async function readPids(): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.map(Number).filter(Number.isInteger);
}

/**
 * Parses /proc/PID/stat (`man 5 proc`). The name is in parentheses and may contain some itself. Null for a process that
 * has ended: an empty text, or a zombie.
 */
export function parseStat(text: string): Process | null {
  const [, pid, name = '', rest = ''] = /^(\d+) \((.*)\) (.*)$/s.exec(text) ?? [];
  const [state, parent, ...fields] = rest.split(' ');
  if (pid === undefined || state === 'Z' || state === 'X') return null;
  // Field 22 is the start; `fields` begins with field 5.
  return { pid: Number(pid), parent: Number(parent), started: fields[22 - 5] ?? '', name };
}

async function listWithPs(): Promise<Process[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=,stat=,lstart=,comm='], {
    env: { ...process.env, LC_ALL: 'C' },
  });
  return parsePs(stdout);
}

/** Parses the output of `ps -axo pid=,ppid=,stat=,lstart=,comm=`, without the zombies. */
export function parsePs(output: string): Process[] {
  const lines = output.matchAll(/^ *(\d+) +(\d+) +(\S+) +(\w+ +\w+ +\d+ +[\d:]+ +\d+) +(.*)$/gm);
  return [...lines].flatMap(([, pid, parent, state = '', started = '', name = '']) =>
    state.startsWith('Z') ? [] : { pid: Number(pid), parent: Number(parent), started, name },
  );
}
