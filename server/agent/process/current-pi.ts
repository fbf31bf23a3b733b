// Owns the pi process of an agent: starts it with the current flags, and starts another one for a restart. All other
// parts of the agent send their commands through it.
import type { Answer, PiCommand, ResponseRecord } from '../../../shared/pi/commands.ts';
import type { DialogAnswer } from '../../../shared/pi/dialogs.ts';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Exit, View } from '../../../shared/view/view.ts';
import { pageEnvironment } from './terminal-size.ts';
import type { Feed } from '../feed/feed.ts';
import { findEndlessFile } from './endless-files.ts';
import { EventLog } from './event-log.ts';
import { explainExit } from './explain-exit.ts';
import type { LaunchOptions } from './launch.ts';
import { stderrNotice } from './live-stderr.ts';
import { startPi, type Pi } from './pi.ts';
import type { Process } from './processes.ts';
import { commandLine, flagEnvironment, withNodeOf, type Flags, type Program } from './program.ts';
import type { TrustQuestion } from './untrusted.ts';
import { agentEnding, agentExited } from './records.ts';

export interface CurrentPiOptions {
  program: Program;
  /** The environment of every pi; flags add to it. */
  env: NodeJS.ProcessEnv;
  flags: Flags;
  /** Arguments and environment variables that make pi use the demo model. */
  demo: () => Promise<{ args: string[]; env: Record<string, string> }>;
  view: () => View;
  /** Multiplies how long pi may be silent (see `Watchdog`). */
  patience?: number | undefined;
  /** Called once for each pi, after everything that it wrote. */
  onExit: (exit: Exit) => void;
}

/** How the parts of an agent send commands to its pi. */
export interface PiPort {
  /** The arguments after the program with which pi was last started. */
  readonly startedWith: readonly string[];
  /** Throws a Refusal 409 `agent_exited` while no pi is running. */
  requireRunning: () => void;
  /**
   * Sends a command. `id` is unique among all runs of pi. `answer` also resolves if pi refuses. Throws a Refusal 409
   * while no pi is running; `answer` rejects with one if the command cannot be sent or pi exits. `onAnswer` is called
   * with the answer after everything that pi wrote before it, and before anything after it.
   */
  send: (command: PiCommand, onAnswer?: (answer: Answer) => void) => { id: string; answer: Promise<Answer> };
  /** Does the same for callers that only want the answer. Rejects with a Refusal if there is none. */
  request: (command: PiCommand, onAnswer?: (answer: Answer) => void) => Promise<Answer>;
  /**
   * Resolves to the data of pi's answer. Rejects with a Refusal: 502 `agent_refused` if pi refuses, or one from `send`.
   */
  requestData: <T>(command: PiCommand) => Promise<T>;
}

export class CurrentPi implements PiPort {
  /** The lines of every pi that this agent has started. */
  readonly log = new EventLog();
  /** The flags for the next start of pi. */
  flags: Flags;
  startedWith: readonly string[] = [];
  readonly #options: CurrentPiOptions;
  #pi: Pi | null = null;
  #env: NodeJS.ProcessEnv = {};
  #isClosed = false;
  #isEnding = false;
  #started = Promise.withResolvers<void>();
  /** The texts from stderr that the user was told. */
  readonly #warnings = new Set<string>();

  constructor(options: CurrentPiOptions) {
    this.#options = options;
    this.flags = options.flags;
  }

  /** Resolves when pi takes commands or cannot be started: at once, except before the start and during a restart. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  /**
   * Starts pi, which writes its events to `feed`. Resolves to false if the agent was closed first, or if the
   * demo model cannot be started.
   */
  async start(feed: Feed): Promise<boolean> {
    try {
      return await this.#start(feed);
    } finally {
      this.#started.resolve();
    }
  }

  async #start(feed: Feed): Promise<boolean> {
    const { demo, env, onExit, patience, program, view } = this.#options;
    const more = this.flags.demo ? await demo().catch(asError) : { args: [], env: {} };
    const problem =
      (program.refresh && (await findProblem(program))) ||
      (await findEndlessFile(view().workspace, program.version));
    if (this.#isClosed) return false;
    const fail = ({ message }: Error): false => {
      onExit({ code: null, signal: null, stderr: '', reason: message });
      return false;
    };
    if (more instanceof Error) return fail(more);
    if (problem) return fail(problem);
    if (view().version !== (program.version ?? undefined)) feed.replace(withVersion(program.version));
    this.#env = { ...env, ...flagEnvironment(this.flags), ...pageEnvironment(), ...more.env };
    this.#isEnding = false;
    const argv = [...commandLine(program, this.flags), ...more.args];
    this.startedWith = argv.slice(program.argv.length);
    this.#pi = startPi({
      argv,
      cwd: view().workspace,
      env: this.#env,
      feed,
      log: this.log,
      patience,
      onBadRecord: () => feed.emit({ type: 'panel_bad_record' }),
      onStderr: (text) => {
        this.log.note({ type: 'panel_stderr', text });
        // A restarted pi repeats its warnings, and says that the session is new whose id the panel gave (0.87.1).
        if (this.#warnings.has(text) || isAboutNewId(text, this.flags.sessionId)) return;
        this.#warnings.add(text);
        feed.emit({ type: 'panel_notice', ...stderrNotice(text), panel_at: Date.now() });
      },
      onSilence: (since) => feed.emit({ type: 'panel_silence', since }),
      onExit: (exit) => {
        if (exit.left) feed.emit(noticeOf(exit.left));
        onExit(explainExit(exit, view().ready));
      },
    });
    return true;
  }

  requireRunning(): void {
    this.#running();
  }

  send(command: PiCommand, onAnswer?: (answer: Answer) => void): { id: string; answer: Promise<Answer> } {
    const pi = this.#running();
    if (this.#isEnding && command.type !== 'abort') throw agentEnding();
    const { id, answer } = pi.request(command, onAnswer && ((response) => onAnswer(answerOf(response))));
    return { id, answer: answer.then(answerOf) };
  }

  async request(command: PiCommand, onAnswer?: (answer: Answer) => void): Promise<Answer> {
    return this.send(command, onAnswer).answer;
  }

  async requestData<T>(command: PiCommand): Promise<T> {
    const answer = await this.request(command);
    if (answer.success) return answer.data as T;
    throw new Refusal(502, 'agent_refused', `The agent did not answer ${command.type}: ${answer.error}`);
  }

  /**
   * Call this when an extension asked pi to end. From then on only answers to dialogs are sent: the next command would
   * end pi at once, with the work of extensions unfinished (0.87.1).
   */
  onEnding(): void {
    this.#isEnding = true;
  }

  /** The marker of everything that the latest pi has started (see sweep.ts). */
  get run(): string | undefined {
    return this.#pi?.run;
  }

  /** Process id of the latest pi. */
  get pid(): number | undefined {
    return this.#pi?.pid;
  }

  /**
   * Returns how to start another pi like this one, with further arguments. Rejects if the demo model cannot be started.
   */
  async launchBeside(args: readonly string[]): Promise<LaunchOptions> {
    const { demo, env, program, view } = this.#options;
    const { extra, trust, withoutExtensions } = this.flags;
    await program.refresh?.();
    const more = this.flags.demo ? await demo() : { args: [], env: {} };
    return {
      argv: [...commandLine(program, { extra, trust, withoutExtensions }), ...more.args, ...args],
      cwd: view().workspace,
      env: { ...env, ...more.env },
    };
  }

  /** Returns how to start a command of pi beside this one, such as `install`, as in a terminal. */
  async launchCommand(args: readonly string[]): Promise<LaunchOptions> {
    const { demo, env, program, view } = this.#options;
    await program.refresh?.();
    const more = this.flags.demo ? await demo() : { env: {} };
    return {
      argv: [...program.argv, ...args],
      cwd: view().workspace,
      env: withNodeOf(program, { ...env, ...flagEnvironment({ colors: true }), ...more.env }),
    };
  }

  /** Sends an answer to a dialog. Does nothing while no pi is running, because its dialogs ended with it. */
  answerDialog(id: string, answer: DialogAnswer): void {
    this.#pi?.answerDialog(id, answer);
  }

  get trustQuestion(): TrustQuestion {
    const { workspace, can } = this.#options.view();
    return { workspace, env: this.#env, flags: this.flags, can };
  }

  /** Ends pi and everything it started, so that `next` can start another one. */
  async replace(next: () => Promise<void>): Promise<void> {
    this.#started.resolve();
    const started = (this.#started = Promise.withResolvers());
    try {
      await this.#pi?.close();
      await next();
    } finally {
      started.resolve();
    }
  }

  /** Ends pi for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pi?.close();
    this.#started.resolve();
  }

  #running(): Pi {
    if (this.#pi && !this.#options.view().exit) return this.#pi;
    throw agentExited();
  }
}

function isAboutNewId(text: string, id: string | undefined): boolean {
  return (
    id !== undefined &&
    text.startsWith(`Warning: No project session found with id '${id}'`) &&
    !text.includes('\n')
  );
}

/** Returns the parts of a response that matter to a page. */
function answerOf(response: ResponseRecord): Answer {
  if (!response.success) return { success: false, error: response.error ?? 'The agent gave no reason.' };
  return response.data === undefined ? { success: true } : { success: true, data: response.data };
}

function noticeOf(left: readonly Process[]): ViewEvent {
  const programs = left.map(({ name, pid }) => `${name} (${pid})`).join(', ');
  const message = `Still running, because the panel may not end what belongs to another user: ${programs}.`;
  return { type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() };
}

/** Returns why the program cannot be started now; undefined if it can, or if only the start shows that. */
async function findProblem(program: Program): Promise<Error | undefined> {
  const failure = await program.refresh?.().catch(asError);
  const reason = failure?.message ?? program.missing;
  return reason === undefined ? undefined : new Error(`The agent cannot be started: ${reason}.`);
}

function withVersion(version: string | null): (view: View) => View {
  return ({ version: _old, ...view }) => ({
    ...view,
    ...(version !== null && { version }),
    can: abilitiesOf(version),
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
