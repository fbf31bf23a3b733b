// Runs a suite so that none of its processes outlives it. Node's test runner (24) gives single tests a time limit, but
// waits forever for a file whose process stays, or whose programs hold its output open.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kill } from '../server/agent/process/kill-tree.ts';
import { findMarked, listBelow } from '../server/agent/process/processes.ts';

export interface TestLimits {
  /** For a whole file, in ms. Some run on three versions of pi, one after the other. */
  file: number;
  /** For the process of a file whose tests have ended, and its hooks after them. */
  end: number;
  /** For programs that a file has started and that still run after it. */
  programs: number;
}

const LIMITS: TestLimits = { file: 1_200_000, end: 60_000, programs: 10_000 };
const POLL_MS = 250;
/** A terminal sends SIGINT to the runner, too; the others are passed on. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const MAX_KILLS = 20;

export interface TestRun {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** A folder of this run, in which the processes announce themselves. */
  folder: string;
  limits?: Partial<TestLimits>;
}

export interface TestOutcome {
  /** The exit code of the runner; not 0 if there are problems. */
  status: number;
  /** What had to be ended, as sentences. */
  problems: string[];
  /** The signal that ended the run. */
  signal: NodeJS.Signals | null;
}

/** Runs Node with these arguments, with the terminal of this process, and ends everything that it leaves behind. */
export async function runTests(
  args: readonly string[],
  { cwd, env, folder, limits }: TestRun,
): Promise<TestOutcome> {
  const allLimits = { ...LIMITS, ...limits };
  const processes = new TestProcesses(path.join(folder, 'processes'), allLimits);
  const runner = spawn(process.execPath, args, {
    cwd,
    env: { ...env, ...processes.env },
    stdio: 'inherit',
  });
  let signal: NodeJS.Signals | null = null;
  const onSignal = (one: NodeJS.Signals): void => {
    signal = one;
    if (one !== 'SIGINT') runner.kill(one);
    setTimeout(() => runner.kill('SIGKILL'), allLimits.programs).unref();
  };
  for (const one of SIGNALS) process.on(one, onSignal);
  try {
    const ended = once(runner, 'exit') as Promise<[number | null]>;
    const code = await processes.watchUntil(
      ended.then(([status]) => status),
      () => runner.kill('SIGKILL'),
    );
    await processes.endAll();
    const { problems } = processes;
    return { status: problems.length > 0 ? code || 1 : (code ?? 1), problems, signal };
  } finally {
    for (const one of SIGNALS) process.off(one, onSignal);
  }
}

interface TestFile {
  name: string;
  startedAt: number;
  endedAt: number | null;
}

/** The processes of test files, which announce themselves (see announce-test-file.mjs), and what they have started. */
class TestProcesses {
  readonly problems: string[] = [];
  readonly env: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #limits: TestLimits;
  readonly #files = new Map<number, TestFile>();

  constructor(folder: string, limits: TestLimits) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#limits = limits;
    this.env = { TEST_FILES: folder, TEST_FILE_ENDS_WITHIN: String(limits.end) };
  }

  /** Ends what exceeds its limit until the runner has ended, and resolves as `ended` does. `kill`: ends the runner. */
  async watchUntil<T>(ended: Promise<T>, kill: () => void): Promise<T> {
    const stop = new AbortController();
    const watching = this.#watch(stop.signal, kill);
    try {
      return await ended;
    } finally {
      stop.abort();
      await watching;
    }
  }

  /** Ends what still runs after the runner. */
  async endAll(): Promise<void> {
    const deadline = Date.now() + this.#limits.programs + 2 * POLL_MS;
    await this.#findFiles();
    while (Date.now() < deadline && (await findMarked(this.#folder)).length > 0) {
      for (const [pid, file] of this.#files) await this.#check(pid, file);
      await sleep(POLL_MS);
    }
    const ended = await this.#end(this.#folder, []);
    if (ended.length > 0)
      this.problems.push(`These programs outlived the tests and were ended: ${ended.join(', ')}`);
  }

  async #watch(signal: AbortSignal, kill: () => void): Promise<void> {
    // Playwright's processes are not announced; it limits their time itself.
    let lastSeen = Infinity;
    while (!signal.aborted) {
      await this.#findFiles();
      for (const [pid, file] of this.#files) await this.#check(pid, file);
      if (this.#files.size > 0) lastSeen = Date.now();
      if (Date.now() - lastSeen > this.#limits.file) {
        this.problems.push('The test runner did not end, although all test files had: it was ended.');
        kill();
        lastSeen = Infinity;
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #findFiles(): Promise<void> {
    for (const id of await readdir(this.#folder)) {
      const announcement = path.join(this.#folder, id);
      const { mtimeMs } = await stat(announcement);
      const name = path.relative(process.cwd(), await readFile(announcement, 'utf8'));
      // It is written before it is read: an empty one is read next time.
      if (name === '') continue;
      await rm(announcement);
      this.#files.set(Number(id), { name, startedAt: mtimeMs, endedAt: null });
    }
  }

  async #check(pid: number, file: TestFile): Promise<void> {
    const { programs, file: limit } = this.#limits;
    const now = Date.now();
    if (file.endedAt === null && !isRunning(pid)) file.endedAt = now;
    const mark = `${path.join(this.#folder, String(pid))};`;
    if (file.endedAt === null && now - file.startedAt > limit) {
      const ended = await this.#end(mark, [pid]);
      this.problems.push(
        `${file.name} did not end within ${limit / 1000} seconds. It was ended, with ${ended.join(', ')}`,
      );
      this.#files.delete(pid);
    }
    if (file.endedAt === null) return;
    if ((await findMarked(mark)).length === 0) this.#files.delete(pid);
    else if (now - file.endedAt > programs) {
      const ended = await this.#end(mark, []);
      this.problems.push(`${file.name} left programs running, which were ended: ${ended.join(', ')}`);
      this.#files.delete(pid);
    }
  }

  /** Kills these processes, those with the mark, and everything below any of them. Returns what they were. */
  async #end(mark: string, pids: readonly number[]): Promise<string[]> {
    const ended = new Map<number, string>();
    for (let tries = 0; tries < MAX_KILLS; tries += 1) {
      const roots = [...pids.filter(isRunning), ...(await findMarked(mark))];
      const below = (await Promise.all(roots.map((pid) => listBelow(pid).catch(() => []))))
        .flat()
        .map(({ pid }) => pid);
      const left = new Set([...roots, ...below]);
      if (left.size === 0) break;
      for (const pid of left) ended.set(pid, ended.get(pid) ?? (await commandOf(pid)));
      for (const pid of left) kill(pid);
      await sleep(20);
    }
    return [...ended].map(([pid, command]) => `${command} (${pid})`);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the beginning of a command line. */
async function commandOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.replaceAll('\0', ' ').trim().slice(0, 80) || 'a process';
}
