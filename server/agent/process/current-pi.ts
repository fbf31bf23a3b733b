// The pi that runs for an agent, if one does: started with the flags of the moment, replaced by a restart.
import type { DialogAnswer } from '../../../shared/pi/dialogs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import { startPi, type Pi, type PiOptions } from './pi.ts';
import { commandLine, flagEnvironment, type Flags, type Program } from './program.ts';
import type { TrustQuestion } from './untrusted.ts';

export interface CurrentPiOptions extends Pick<
  PiOptions,
  'onEvents' | 'onLine' | 'onBadRecord' | 'onExit' | 'onSilence' | 'silence'
> {
  program: Program;
  /** Of every pi, without what its flags bring. */
  env: NodeJS.ProcessEnv;
  flags: Flags;
  /** Adds to pi's command line and environment what runs it on the demo model. */
  demo: () => Promise<{ args: string[]; env: Record<string, string> }>;
  view: () => View;
}

export class CurrentPi {
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

  /** False when it could not be started, of which `onExit` was told, or is not wanted any more. */
  async start(): Promise<boolean> {
    const { demo, env, program, view, onExit, flags: _first, ...heard } = this.#options;
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
      onExit,
      ...heard,
    });
    return true;
  }

  /** Throws a Refusal 409 while there is none. */
  get running(): Pi {
    if (this.#pi && !this.#options.view().exit) return this.#pi;
    throw new Refusal(409, 'agent_exited', 'The agent is not running: restart it.');
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
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
