// A program that a page starts and watches, such as `pi install` or the set-up command of a worktree: its output, and how
// it ends.
import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import type { PiRun } from '../../../shared/resources.ts';
import { LongPoll } from '../../lib/long-poll.ts';
import { launch, startError, type LaunchOptions } from './launch.ts';
import { closePipes, stop, STOP_TIMEOUTS } from './stop.ts';
import { sweep } from './sweep.ts';

/** Characters of output that are kept, enough for the longest installation. The oldest output is dropped first. */
const MAX_OUTPUT = 400_000;

export interface NewRun {
  launch: LaunchOptions;
  /** As a command line, for the user. */
  title: string;
  /** Called once the program has succeeded; the run counts as running until this resolves. */
  onDone?: () => Promise<unknown>;
}

type Ending = Pick<PiRun, 'state' | 'exitCode'>;

export class WatchedRun {
  readonly id = randomUUID();
  readonly title: string;
  /** Resolves when the program and everything that it started is gone. */
  readonly ended: Promise<void>;
  #ending: Ending = { state: 'running', exitCode: null };
  #output = '';
  /** How many characters were dropped from the beginning. */
  #dropped = 0;
  #child: ChildProcess | null = null;
  readonly #changes = new LongPoll();

  constructor({ launch: options, onDone, title }: NewRun) {
    this.title = title;
    this.ended = this.#run(options, onDone);
  }

  get state(): PiRun['state'] {
    return this.#ending.state;
  }

  get output(): string {
    return this.#output;
  }

  show(from: number): PiRun {
    const end = this.#dropped + this.#output.length;
    const start = Math.max(this.#dropped, Math.min(from, end));
    const { id, title } = this;
    return {
      ...{ id, title, ...this.#ending, output: this.#output.slice(start - this.#dropped), from: start },
      next: end,
    };
  }

  /** Resolves when there is output after character `from`, when the run has ended, or after a while. */
  async poll(from: number): Promise<PiRun> {
    if (this.state === 'running' && this.#dropped + this.#output.length <= from) await this.#changes.wait();
    return this.show(from);
  }

  /** Ends the program. Resolves once it has ended, with everything it started. */
  async cancel(): Promise<void> {
    if (this.state === 'running') {
      this.#ending = { state: 'cancelled', exitCode: null };
      if (this.#child) await stop(this.#child, { ...STOP_TIMEOUTS, stdin: 0 });
    }
    await this.ended;
  }

  async #run(options: LaunchOptions, onDone?: () => Promise<unknown>): Promise<void> {
    const marker = randomUUID();
    const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
    const ending = await this.#runToEnd(options, marker, onClose);
    await sweep(marker);
    if (this.#child) await closePipes(this.#child, closed, STOP_TIMEOUTS);
    if (ending.state === 'done') {
      try {
        await onDone?.();
      } catch (error) {
        this.#add(`\n${String(error)}\n`);
      }
    }
    this.#change(this.state === 'cancelled' ? {} : ending);
  }

  #runToEnd(command: LaunchOptions, marker: string, onClose: () => void): Promise<Ending> {
    const options = { ...command, subject: `“${this.title}”` };
    const child = launch(options, marker);
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const fail = (error: Error): void => {
      this.#add(`${error.message}\n`);
      resolve({ state: 'failed', exitCode: null });
    };
    if (child instanceof Error) {
      fail(child);
      return promise;
    }
    this.#child = child;
    child.on('error', (error) => fail(startError(options, error)));
    child.stdin.on('error', () => undefined);
    child.stdin.end();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => this.#add(text));
    }
    child.once('close', onClose);
    child.once('exit', (code) => resolve({ state: code === 0 ? 'done' : 'failed', exitCode: code }));
    return promise;
  }

  #add(text: string): void {
    const output = this.#output + text;
    const over = Math.max(0, output.length - MAX_OUTPUT);
    this.#output = output.slice(over);
    this.#dropped += over;
    this.#change({});
  }

  #change(ending: Partial<Ending>): void {
    this.#ending = { ...this.#ending, ...ending };
    this.#changes.onChange();
  }
}
