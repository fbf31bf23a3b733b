// Commands of pi, such as `pi install`, that a page starts and watches: their output, and how they end.
import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { Refusal } from '../../shared/refusal.ts';
import type { PiRun } from '../../shared/resources.ts';
import { launch, startError, type LaunchOptions } from '../agent/process/launch.ts';
import { stop, STOP_TIMEOUTS } from '../agent/process/stop.ts';
import { sweep } from '../agent/process/sweep.ts';

/** How long a page waits for more, in ms: less than what proxies allow. */
const POLL_MS = 20_000;
/** Enough for the longest installation; the oldest output goes first. */
const MAX_OUTPUT = 400_000;
const MAX_RUNS = 20;

interface NewRun {
  launch: LaunchOptions;
  /** As a command line, for the user. */
  title: string;
  /** Called once it has succeeded; the run counts as running until then. */
  onDone: () => Promise<unknown>;
}

type Ending = Pick<PiRun, 'state' | 'exitCode'>;

interface Run extends Ending {
  id: string;
  title: string;
  output: string;
  /** The number of characters that are gone. */
  dropped: number;
  child: ChildProcess | null;
  changed: PromiseWithResolvers<void>;
  ended: Promise<void>;
}

export class PiRuns {
  readonly #runs = new Map<string, Run>();

  /** Throws a Refusal 409: two of them at once would both write the settings. */
  start({ launch: options, onDone, title }: NewRun): PiRun {
    const busy = this.current;
    if (busy) throw new Refusal(409, 'busy', `“${busy.title}” is still running. Wait for it, or stop it.`);
    for (const old of [...this.#runs.keys()].slice(0, -MAX_RUNS)) this.#runs.delete(old);
    const run: Run = {
      ...{ id: randomUUID(), title, state: 'running', exitCode: null, output: '', dropped: 0, child: null },
      changed: Promise.withResolvers(),
      ended: Promise.resolve(),
    };
    this.#runs.set(run.id, run);
    run.ended = this.#run(run, options, onDone);
    return show(run, 0);
  }

  /** Resolves once there is output after character `from`, at its end, or after a while. Rejects with a Refusal 404. */
  async see(id: string, from: number): Promise<PiRun> {
    const run = this.#get(id);
    if (run.state === 'running' && run.dropped + run.output.length <= from) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, POLL_MS);
      await Promise.race([run.changed.promise, promise]);
      clearTimeout(timer);
    }
    return show(run, from);
  }

  /** Throws a Refusal 404. */
  outputOf(id: string): string {
    return this.#get(id).output;
  }

  /** Resolves once it has ended, with everything it started. Rejects with a Refusal 404. */
  async cancel(id: string): Promise<void> {
    await this.#end(this.#get(id));
  }

  /** The one that runs, which another page may have started. */
  get current(): PiRun | null {
    const run = [...this.#runs.values()].find(({ state }) => state === 'running');
    return run ? show(run, 0) : null;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#runs.values()].map((run) => this.#end(run)));
  }

  async #run(run: Run, options: LaunchOptions, onDone: () => Promise<unknown>): Promise<void> {
    const marker = randomUUID();
    const ending = await this.#runToEnd(run, options, marker);
    await sweep(marker);
    if (ending.state === 'done') {
      try {
        await onDone();
      } catch (error) {
        this.#add(run, `\n${String(error)}\n`);
      }
    }
    change(run, run.state === 'cancelled' ? { state: 'cancelled', exitCode: null } : ending);
  }

  #runToEnd(run: Run, options: LaunchOptions, marker: string): Promise<Ending> {
    const child = launch(options, marker);
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const fail = (error: Error): void => {
      this.#add(run, `${error.message}\n`);
      resolve({ state: 'failed', exitCode: null });
    };
    if (child instanceof Error) {
      fail(child);
      return promise;
    }
    run.child = child;
    child.on('error', (error) => fail(startError(options, error)));
    child.stdin.on('error', () => undefined);
    child.stdin.end();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => this.#add(run, text));
    }
    child.once('close', (code) => resolve({ state: code === 0 ? 'done' : 'failed', exitCode: code }));
    return promise;
  }

  #add(run: Run, text: string): void {
    const output = run.output + text;
    const over = Math.max(0, output.length - MAX_OUTPUT);
    run.output = output.slice(over);
    run.dropped += over;
    change(run, {});
  }

  async #end(run: Run): Promise<void> {
    if (run.state === 'running') {
      run.state = 'cancelled';
      if (run.child) await stop(run.child, { ...STOP_TIMEOUTS, stdin: 0 });
    }
    await run.ended;
  }

  #get(id: string): Run {
    const run = this.#runs.get(id);
    if (run) return run;
    throw new Refusal(404, 'unknown_run', 'There is no such run: the panel was restarted meanwhile.');
  }
}

function change(run: Run, ending: Partial<Ending>): void {
  Object.assign(run, ending);
  run.changed.resolve();
  run.changed = Promise.withResolvers();
}

function show({ dropped, exitCode, id, output, state, title }: Run, from: number): PiRun {
  const start = Math.max(dropped, Math.min(from, dropped + output.length));
  return {
    ...{ id, title, state, exitCode, output: output.slice(start - dropped), from: start },
    next: dropped + output.length,
  };
}
