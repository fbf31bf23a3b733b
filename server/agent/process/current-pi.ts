// Owns the pi process of an agent: starts it with the current flags, replaces it on a restart. It is also the
// port through which all other rooms send commands to pi.
import type { Answer, PiCommand, ResponseRecord } from '../../../shared/pi/commands.ts';
import type { DialogAnswer } from '../../../shared/pi/dialogs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import type { Feed } from '../feed/feed.ts';
import { startPi, type Pi, type PiOptions } from './pi.ts';
import { commandLine, flagEnvironment, type Flags, type Program } from './program.ts';
import type { TrustQuestion } from './untrusted.ts';
import { agentExited } from './write-record.ts';

export interface CurrentPiOptions extends Pick<PiOptions, 'onLine' | 'onExit' | 'silence'> {
  program: Program;
  /** Of every pi, without what its flags bring. */
  env: NodeJS.ProcessEnv;
  flags: Flags;
  /** Adds to pi's command line and environment what runs it on the demo model. */
  demo: () => Promise<{ args: string[]; env: Record<string, string> }>;
  view: () => View;
}

/** How the rooms of an agent send commands to its pi. */
export interface PiPort {
  /** Throws a Refusal 409 `agent_exited` while no pi is running. */
  requireRunning(): void;
  /**
   * Sends a command. `id` is unique among all runs of pi; the answer is also pi's when pi refuses. Throws a Refusal
   * 409 while no pi is running; the answer rejects with one if the command cannot be sent or pi exits.
   * `onAnswer` is called with the answer after everything that pi wrote before it, and before anything after it.
   */
  send(command: PiCommand, onAnswer?: (answer: Answer) => void): { id: string; answer: Promise<Answer> };
  /** The same for callers that only want the answer. Rejects with a Refusal if there is none. */
  request(command: PiCommand, onAnswer?: (answer: Answer) => void): Promise<Answer>;
  /** The data of pi's answer. Rejects with a Refusal: 502 `agent_refused` if pi refuses, or as above. */
  requestData<T>(command: PiCommand): Promise<T>;
}

export class CurrentPi implements PiPort {
  /** For the next one. */
  flags: Flags;
  readonly #options: CurrentPiOptions;
  #pi: Pi | null = null;
  #env: NodeJS.ProcessEnv = {};
  #isClosed = false;

  constructor(options: CurrentPiOptions) {
    this.#options = options;
    this.flags = options.flags;
  }

  /**
   * Starts pi; its events go to `feed`. False if it could not be started, after a call of `onExit`, or was closed
   * meanwhile.
   */
  async start(feed: Feed): Promise<boolean> {
    const { demo, env, program, view, onExit, onLine, silence } = this.#options;
    const more = this.flags.demo ? await demo().catch(asError) : { args: [], env: {} };
    if (this.#isClosed) return false;
    if (more instanceof Error) {
      onExit({ code: null, signal: null, stderr: '', error: more });
      return false;
    }
    this.#env = { ...env, ...flagEnvironment(this.flags), ...more.env };
    this.#pi = startPi({
      argv: [...commandLine(program, this.flags), ...more.args],
      cwd: view().workspace,
      env: this.#env,
      feed,
      onExit,
      onLine,
      onBadRecord: () => feed.emit({ type: 'panel_bad_record' }),
      onSilence: (since) => feed.emit({ type: 'panel_silence', since }),
      silence,
    });
    return true;
  }

  requireRunning(): void {
    this.#running();
  }

  send(command: PiCommand, onAnswer?: (answer: Answer) => void): { id: string; answer: Promise<Answer> } {
    const { id, answer } = this.#running().request(
      command,
      onAnswer && ((response) => onAnswer(answerOf(response))),
    );
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

  /** Of the one that was started last. */
  get pid(): number | undefined {
    return this.#pi?.pid;
  }

  /** Nothing happens when there is none: its dialogs went with it. */
  answerDialog(id: string, answer: DialogAnswer): void {
    this.#pi?.answerDialog(id, answer);
  }

  get trustQuestion(): TrustQuestion {
    const { workspace, can } = this.#options.view();
    return { workspace, env: this.#env, flags: this.flags, can };
  }

  /** Ends it and what it started; another one may be started. */
  async end(): Promise<void> {
    await this.#pi?.close();
  }

  /** For good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.end();
  }

  #running(): Pi {
    if (this.#pi && !this.#options.view().exit) return this.#pi;
    throw agentExited();
  }
}

/** The parts of a response that matter to the page. */
function answerOf(response: ResponseRecord): Answer {
  if (!response.success) return { success: false, error: response.error ?? 'The agent gave no reason.' };
  return response.data === undefined ? { success: true } : { success: true, data: response.data };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
