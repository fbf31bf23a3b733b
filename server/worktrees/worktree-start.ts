// Prepares one worktree for an agent: adds it, copies files into it, runs its set-up while the user watches, and then
// starts the agent. Every failure stays visible, with what it left behind and the ways to continue.
import { randomUUID } from 'node:crypto';
import { errorText } from '../../shared/error-text.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { WorktreeStart as Shown, StartStep } from '../../shared/worktrees.ts';
import { WatchedRun } from '../agent/process/watched-run.ts';
import { copyIncluded } from '../git/included-files.ts';
import { addWorktree, dropWorktree } from '../git/worktrees.ts';
import { LongPoll } from '../lib/long-poll.ts';

/** A command that runs in a shell. */
export interface ShellTask {
  /** Of the shell. */
  id: string;
  /** Resolves once the command has ended, to its exit code; to null if a signal ended it. */
  ended: Promise<number | null>;
  /** Ends it. Resolves once it has ended, with everything it started. */
  stop: () => Promise<void>;
  /** Removes the shell. */
  close: () => Promise<void>;
}

export type RunInShell = (task: {
  argv: readonly [file: string, ...args: string[]];
  env: NodeJS.ProcessEnv;
  /** Where it runs. */
  workspace: string;
  /** In words, for the user. */
  task: string;
}) => Promise<ShellTask | null>;

export interface WorktreeStartOptions {
  /** The first checkout. */
  repository: string;
  branch: string;
  /** The new worktree. */
  folder: string;
  /** The id of the commit from which the branch starts. */
  base: string;
  /** Empty if nothing is to be run. */
  setup: string;
  env: NodeJS.ProcessEnv;
  /** Runs a command where the user can see it and answer it. Resolves to null if there is no such place now. */
  runInShell?: RunInShell | undefined;
  /** Called before the agent starts. */
  onReady: () => Promise<void>;
  /** Resolves with the agent's id. */
  startAgent: () => Promise<string>;
}

export class WorktreeStart {
  readonly id = randomUUID();
  readonly #options: WorktreeStartOptions;
  #step: StartStep = 'adding';
  #state: Shown['state'] = 'running';
  #error: string | null = null;
  #warning: string | null = null;
  #isMade = false;
  #isClosed = false;
  #isStopped = false;
  #isDiscarding = false;
  #copied: string[] = [];
  #shell: ShellTask | null = null;
  #run: WatchedRun | null = null;
  #agent: string | null = null;
  #revision = 0;
  readonly #changes = new LongPoll();
  #work: Promise<void>;

  constructor(options: WorktreeStartOptions) {
    this.#options = options;
    this.#work = this.#guard(() => this.#begin());
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  get folder(): string {
    return this.#options.folder;
  }

  show(from: number): Shown {
    const { repository, branch, folder } = this.#options;
    return {
      ...{ id: this.id, repository, branch, folder, step: this.#step, state: this.#state },
      ...{
        error: this.#error,
        warning: this.#warning,
        isMade: this.#isMade,
        copied: this.#copied,
        agent: this.#agent,
      },
      ...{ shell: this.#shell?.id ?? null, run: this.#run?.show(from) ?? null, revision: this.#revision },
    };
  }

  /** Resolves when there is news after this revision, or output after character `from`, or after a while. */
  async poll(revision: number, from: number): Promise<Shown> {
    if (this.isRunning && this.#revision <= revision) {
      const output = this.#run?.state === 'running' ? [this.#run.poll(from)] : [];
      await this.#changes.wait(...output);
    }
    return this.show(from);
  }

  /** Runs the set-up once more. */
  retry(): void {
    this.#requireLeft();
    this.#runGuarded(() => this.#finish());
  }

  /** Starts the agent although the set-up failed. */
  skipSetup(): void {
    this.#requireLeft();
    this.#runGuarded(() => this.#startAgent());
  }

  /** Ends the set-up command, with everything it started, or prevents it from starting. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#shell?.stop(), this.#run?.cancel()]);
    await this.#work;
  }

  /** Removes the worktree, in which nobody has worked. Rejects with a Refusal 409 that names what is left. */
  async discard(): Promise<void> {
    this.#requireLeft();
    this.#isDiscarding = true;
    try {
      const left = await dropWorktree(this.#options.repository, this.#options);
      if (left !== null) throw new Refusal(409, 'git_failed', left);
      this.#isMade = false;
    } finally {
      this.#isDiscarding = false;
    }
    await this.forget();
  }

  /** Removes the screen of the set-up. Call this when the start is forgotten. */
  async forget(): Promise<void> {
    const shell = this.#shell;
    this.#shell = null;
    await shell?.close();
  }

  /** Call this when the panel ends. The worktree stays unchanged. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  #requireLeft(): void {
    if (this.#state === 'failed' && this.#isMade && !this.#isDiscarding) return;
    throw new Refusal(409, 'not_failed', 'This worktree is not waiting for a decision. Look at it again.');
  }

  #runGuarded(work: () => Promise<void>): void {
    this.#isStopped = false;
    this.#change({ state: 'running', error: null });
    this.#work = this.#guard(work);
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#change({ state: 'failed', error: errorText(error) });
    }
  }

  async #begin(): Promise<void> {
    const { repository, folder } = this.#options;
    const onWarning = (words: string): void => void (this.#warning = words);
    const failure = await addWorktree(repository, { ...this.#options, onWarning });
    if (failure !== null) throw new Error(`git did not add the worktree: ${failure}`);
    this.#isMade = true;
    this.#change({ step: 'copying' });
    try {
      this.#copied = await copyIncluded(repository, folder);
    } catch (error) {
      const left = await dropWorktree(repository, this.#options);
      this.#isMade = left !== null;
      throw new Error(`${copyWords(error)} ${left ?? 'The worktree was removed again.'}`, { cause: error });
    }
    await this.#finish();
  }

  async #finish(): Promise<void> {
    if (this.#isStopped || this.#isClosed) throw new Error(STOPPED);
    if (this.#options.setup !== '') {
      const exitCode = await this.#runSetup();
      if (this.#isStopped) throw new Error(STOPPED);
      if (exitCode !== 0) throw new Error(setupWords(exitCode));
    }
    await this.#startAgent();
  }

  /** Resolves to the exit code; to null if a signal ended it. */
  async #runSetup(): Promise<number | null> {
    const { branch, setup, folder, env, runInShell } = this.#options;
    const argv = shellCommand(setup);
    await this.forget();
    const task = { argv, env, workspace: folder, task: `${branch}: ${setup}` };
    this.#shell = (await runInShell?.(task)) ?? null;
    // It may have been stopped meanwhile.
    if (this.#isStopped) await this.#shell?.stop();
    if (!this.#shell)
      this.#run = new WatchedRun({ title: setup, launch: { argv: [...argv], cwd: folder, env } });
    this.#change({ step: 'setup' });
    if (this.#shell) return this.#shell.ended;
    await this.#run!.ended;
    return this.#run!.show(0).exitCode;
  }

  async #startAgent(): Promise<void> {
    if (this.#isClosed) return;
    this.#change({ step: 'starting' });
    await this.#options.onReady();
    this.#agent = await this.#options.startAgent();
    await this.forget();
    this.#change({ state: 'done' });
  }

  #change({ step, state, error }: Partial<Pick<Shown, 'step' | 'state' | 'error'>>): void {
    if (step !== undefined) this.#step = step;
    if (state !== undefined) this.#state = state;
    if (error !== undefined) this.#error = error;
    this.#revision += 1;
    this.#changes.onChange();
  }
}

const STOPPED = 'The set-up was stopped. The worktree is left as it is.';

function setupWords(exitCode: number | null): string {
  if (exitCode === null)
    return 'The set-up was ended by a signal, so no agent was started. The worktree is left as it is.';
  return `The set-up failed with exit code ${exitCode}, so no agent was started. The worktree is left as it is.`;
}

function copyWords(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full: the files of .worktreeinclude do not fit.';
  return `The files of .worktreeinclude could not be copied: ${errorText(error)}.`;
}

function shellCommand(command: string): readonly [string, ...string[]] {
  return process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', command] : ['/bin/sh', '-c', command];
}
