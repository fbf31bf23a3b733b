// Ends a program with everything below it. pi starts the commands of its bash tool in their own process groups, so they
// end neither with pi nor with a signal to its group.
import { execFile, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sends a signal to the program and its whole group. Does nothing if the group is gone. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // macOS answers EPERM if only zombies are left.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/**
 * Kills the program and its group and, except on Linux, everything below it. On Linux, `sweep` finds those processes by
 * their mark, even if they have lost their parent.
 */
export async function killTree(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') return killOnWindows(child, pid);
  // Without `ps`, at least the group is ended.
  const below = process.platform === 'linux' ? [] : await listBelow(pid).catch(() => []);
  signalGroup(child, 'SIGKILL');
  for (const one of below) kill(one);
}

async function killOnWindows(child: ChildProcess, pid: number): Promise<void> {
  try {
    await run('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
  } catch {
    // The program has ended in the meantime, or one of the processes cannot be ended. The program itself must be gone
    // in any case.
    child.kill('SIGKILL');
  }
}

/** Returns the ids of everything that a process has started, directly or not, and that is still running. */
export async function listBelow(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,ppid=']);
  const children = new Map<number, number[]>();
  for (const line of stdout.split('\n')) {
    const [id = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const below: number[] = [];
  for (let next = [pid]; next.length > 0; next = next.flatMap((one) => children.get(one) ?? []))
    below.push(...next);
  return below.slice(1);
}

/** Kills a process. Does nothing if the process has ended or belongs to another user. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended, or belongs to another user, such as a `sudo` of the agent.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
