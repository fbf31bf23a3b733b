// One agent: a pi process, the feed of what it says, and the commands that it takes. What a command changes
// without an event of pi's (any version) is read again here.
import type { Answer, BashResult, PiCommand, ResponseRecord } from '../../shared/pi/commands.ts';
import { Refusal } from '../../shared/refusal.ts';
import { plainText } from '../../shared/view/history.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { emptyView, statusOf, type View } from '../../shared/view/view.ts';
import type { AgentInfo, PageCommand, Restart } from '../../shared/wire.ts';
import { Outputs } from '../output/outputs.ts';
import { DialogDesk } from './dialog-desk.ts';
import { exitReason } from './exit-reason.ts';
import type { Follower } from './fan-out.ts';
import { Feed } from './feed.ts';
import { Idempotency } from './idempotency.ts';
import { ImageStore } from './images.ts';
import { startPi, type Pi, type PiExit } from './pi.ts';
import { commandLine, isAtLeast, type Flags, type Program } from './program.ts';
import { PromptLine } from './prompt-line.ts';
import { Session } from './session.ts';

export interface AgentOptions {
  id: string;
  workspace: string;
  build: string;
  program: Program;
  env: NodeJS.ProcessEnv;
  flags: Flags;
  /** Adds to pi's command line and environment what runs it on the demo model. */
  demo(): Promise<{ args: string[]; env: Record<string, string> }>;
  /** Path of the session file that this id names; throws a Refusal 404. */
  findSession(id: string): Promise<string>;
  /** A tool has just written this file: absolute, or relative to the workspace. */
  onFileWritten(agent: Agent, path: string): void;
}

/** Commands that change what `get_state` says, without an event. */
const CHANGES_STATE = new Set<string>([
  'set_model',
  'cycle_model',
  'set_thinking_level',
  'cycle_thinking_level',
  'set_steering_mode',
  'set_follow_up_mode',
  'set_auto_compaction',
  'set_session_name',
]);
const CHANGES_SESSION = new Set<string>(['new_session', 'switch_session', 'fork', 'clone']);

export class Agent {
  readonly id: string;
  readonly images = new ImageStore();
  readonly idempotency = new Idempotency();
  readonly outputs: Outputs;
  readonly session: Session;
  readonly #options: AgentOptions;
  readonly #feed: Feed;
  readonly #desk: DialogDesk;
  readonly #prompts = new PromptLine();
  #flags: Flags;
  #pi: Pi | null = null;
  #isClosed = false;

  constructor(options: AgentOptions) {
    this.id = options.id;
    this.#options = options;
    this.#flags = options.flags;
    this.outputs = new Outputs({
      onGrowth: ({ call, delta, bytes }) =>
        this.emit({ type: 'tool_execution_update', toolCallId: call, panel_output: { delta, bytes } }),
    });
    const { version } = options.program;
    this.#feed = new Feed({
      agent: this.id,
      build: options.build,
      view: { ...emptyView(options.workspace), ...(version && { version }) },
      images: this.images,
      outputs: this.outputs,
      saysSettled: isAtLeast(version, [0, 80, 4]),
      onFolded: (event) => this.#onFolded(event),
    });
    this.session = new Session({
      feed: this.#feed,
      images: this.images,
      outputs: this.outputs,
      saysThinkingLevels: isAtLeast(version, [0, 81, 0]),
      ask: (command) => this.#read(command),
    });
    this.#desk = new DialogDesk({
      answer: (id, answer) => this.#pi?.answerDialog(id, answer),
      emit: (event) => this.emit(event),
    });
  }

  get view(): View {
    return this.#feed.view;
  }

  get info(): AgentInfo {
    const { session, model, version, workspace } = this.view;
    return {
      id: this.id,
      workspace,
      status: statusOf(this.view),
      sessionId: session?.id ?? null,
      sessionFile: session?.file ?? null,
      sessionName: session?.name ?? null,
      model,
      version: version ?? null,
    };
  }

  /** Absolute path; a session may bring its own folder. */
  get workspace(): string {
    return this.view.workspace;
  }

  /** Resolves when pi answered its first commands, or ended before it could: either is in the view. */
  async start(): Promise<void> {
    if (this.#flags.sessionFile) await this.session.show(this.#flags.sessionFile);
    const demo = this.#flags.demo ? await this.#options.demo() : { args: [], env: {} };
    if (this.#isClosed) return;
    this.#pi = startPi({
      argv: [...commandLine(this.#options.program, this.#flags), ...demo.args],
      cwd: this.view.workspace,
      env: { ...this.#options.env, ...demo.env },
      onEvents: (events) => this.#feed.push(events),
      onBadRecord: () => this.emit({ type: 'panel_bad_record' }),
      onExit: (exit) => this.#onExit(exit),
    });
    await this.#unlessGone(async () => {
      await this.session.readState();
      await this.session.readStats();
    });
  }

  /** pi anew, on the same session if that was ever written. */
  async restart({ withoutExtensions = false, demo = this.#flags.demo }: Restart): Promise<void> {
    await this.#pi?.close();
    const sessionFile = (await this.session.isWritten()) ? this.session.path : undefined;
    this.#flags = { ...this.#flags, sessionFile, withoutExtensions, demo };
    this.#feed.replace(({ workspace, version, notices, undelivered, entries }) => ({
      ...emptyView(workspace),
      ...(version && { version }),
      notices,
      // Up to 0.87.1 a session is written with its first answer: without a file, what was asked is with us only.
      undelivered: sessionFile ? undelivered : [...entries.flatMap(promptOf), ...undelivered],
    }));
    await this.start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pi?.close();
    this.#desk.forgetAll();
    this.#feed.close();
    await this.outputs.close();
  }

  follow(): Follower {
    return this.#feed.follow();
  }

  emit(event: ViewEvent): void {
    this.#feed.emit(event);
  }

  /** Throws a Refusal when the dialog is over or the answer has the wrong shape. */
  answerDialog(id: string, body: unknown): void {
    this.#desk.answer(id, body);
  }

  /** The texts that were queued when pi went away; whoever asks first gets them. */
  takeUndelivered(): string[] {
    const texts = this.view.undelivered;
    this.emit({ type: 'panel_undelivered_taken' });
    return texts;
  }

  /** pi's answer. Throws a Refusal while there is no pi, and for what may not be asked. */
  async command(command: PageCommand): Promise<Answer> {
    switch (command.type) {
      case 'prompt':
        return this.#prompts.next(this.#desk, () => this.#prompt(command));
      case 'bash':
        return this.bash(command.command, command.excludeFromContext ?? false).answer;
      case 'abort':
        // A tool that waits in a dialog does not notice an abort (any version).
        this.#desk.cancelAll();
        return this.#ask(command);
      case 'switch_session':
        return this.#ask({
          type: 'switch_session',
          sessionPath: await this.#options.findSession(command.session),
        });
      default:
        return this.#ask(command);
    }
  }

  /** A command of the person's: its output comes by `call`, and pi answers when it has ended. */
  bash(command: string, excludeFromContext: boolean): { call: string; answer: Promise<Answer> } {
    const { id: call, answer } = this.#running().request({ type: 'bash', command, excludeFromContext });
    this.outputs.start(call);
    this.emit({ type: 'panel_bash_start', call, command, excludeFromContext, panel_at: Date.now() });
    return { call, answer: this.#endBash(call, answer) };
  }

  async #endBash(call: string, response: Promise<ResponseRecord>): Promise<Answer> {
    const answer = answerOf(await response);
    const result = answer.success
      ? (answer.data as BashResult)
      : { output: answer.error, cancelled: false, truncated: false };
    const { output: text, fullOutputPath: _path, ...ended } = result;
    this.outputs.end(call, result);
    const bytes = this.outputs.bytes(call);
    this.emit({ type: 'panel_bash_end', call, bytes, text, ...ended, panel_at: Date.now() });
    return answer;
  }

  async #prompt(command: Extract<PiCommand, { type: 'prompt' }>): Promise<Answer> {
    const before = this.view.session?.id;
    const answer = await this.#ask(command);
    // A command of an extension may have changed the session without a word.
    if (command.message.startsWith('/')) {
      await this.#unlessGone(async () => {
        const { sessionId } = await this.session.readState();
        if (sessionId !== before) await this.session.follow();
      });
    }
    return answer;
  }

  async #ask(command: PiCommand): Promise<Answer> {
    const answer = answerOf(await this.#running().request(command).answer);
    if (!answer.success) return answer;
    if (CHANGES_STATE.has(command.type)) await this.#unlessGone(() => this.session.readState());
    const isCancelled = (answer.data as { cancelled?: boolean } | undefined)?.cancelled;
    if (CHANGES_SESSION.has(command.type) && !isCancelled)
      await this.#unlessGone(() => this.session.follow());
    return answer;
  }

  #running(): Pi {
    if (this.#pi && !this.view.exit) return this.#pi;
    throw new Refusal(409, 'agent_exited', 'The agent is not running: restart it.');
  }

  #onFolded(event: ViewEvent): void {
    if (event.type === 'agent_settled' || event.type === 'compaction_end')
      void this.#unlessGone(() => this.session.readStats());
    else if (event.type === 'extension_ui_request') this.#desk.opened(event);
    else if (event.type === 'tool_execution_end') this.#tellWritten(event.toolCallId);
  }

  #tellWritten(call: string): void {
    const run = this.view.toolRuns[call];
    const path = run?.args.path;
    if (typeof path === 'string' && ['edit', 'write'].includes(run?.name ?? ''))
      this.#options.onFileWritten(this, path);
  }

  #onExit(exit: PiExit): void {
    this.#desk.forgetAll();
    for (const run of Object.values(this.view.toolRuns))
      if (run.state === 'running') this.outputs.end(run.id);
    const { code, signal, stderr } = exit;
    this.emit({
      type: 'panel_exit',
      code,
      signal,
      stderr,
      reason: exitReason(exit, this.view.ready),
      panel_at: Date.now(),
    });
  }

  async #read<T>(command: PiCommand): Promise<T> {
    const answer = answerOf(await this.#running().request(command).answer);
    if (answer.success) return answer.data as T;
    throw new Refusal(502, 'agent_refused', `The agent did not answer ${command.type}: ${answer.error}`);
  }

  /** For what is asked on the side: that pi ended meanwhile is in the view already; what it refuses is a notice. */
  async #unlessGone(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'agent_exited') return;
      this.emit({ type: 'panel_notice', kind: 'warning', message: error.message, panel_at: Date.now() });
    }
  }
}

function answerOf(response: ResponseRecord): Answer {
  if (!response.success) return { success: false, error: response.error ?? 'The agent gave no reason.' };
  return response.data === undefined ? { success: true } : { success: true, data: response.data };
}

function promptOf({ message }: View['entries'][number]): string[] {
  return message.role === 'user' ? [plainText(message.content)] : [];
}
