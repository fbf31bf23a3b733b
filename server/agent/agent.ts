// One agent: a pi process with the feed of what it says, its session, and the commands that it takes. It starts
// and ends the process, and wires the others together.
import { Refusal } from '../../shared/refusal.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { emptyView, statusOf, type View } from '../../shared/view/view.ts';
import type { AgentInfo, Restart } from '../../shared/wire.ts';
import { Outputs } from '../output/outputs.ts';
import { SessionHold } from '../sessions/session-hold.ts';
import { ExtensionBridge } from './extensions/extension-bridge.ts';
import { CurrentPi } from './process/current-pi.ts';
import { Dialogs } from './extensions/dialogs.ts';
import { CommandRunner } from './commands/command-runner.ts';
import { EventLog } from './process/event-log.ts';
import { exitReason } from './process/exit-reason.ts';
import { Exports } from './commands/exports.ts';
import type { Follower } from './feed/fan-out.ts';
import { Feed } from './feed/feed.ts';
import { Idempotency } from './commands/idempotency.ts';
import { ImageStore } from './feed/images.ts';
import type { PiExit } from './process/pi.ts';
import { MessageQueue } from './queue/message-queue.ts';
import { QueueJournal } from './queue/queue-journal.ts';
import { readRetrySetting } from './session/retry-setting.ts';
import type { EntryMetadata } from './session/entry-metadata.ts';
import { RunStopper } from './commands/run-stopper.ts';
import type { Flags, Program } from './process/program.ts';
import { dropRepeats } from './feed/drop-repeats.ts';
import { Session } from './session/session.ts';
import { findUntrusted } from './process/untrusted.ts';

export interface AgentOptions {
  id: string;
  workspace: string;
  build: string;
  program: Program;
  env: NodeJS.ProcessEnv;
  flags: Flags;
  /** Adds to pi's command line and environment what runs it on the demo model. */
  demo(): Promise<{ args: string[]; env: Record<string, string> }>;
  /** Path of the session file that this id names; throws a Refusal 404, or 409 when another agent is on it. */
  findSession(id: string, agent: Agent): Promise<string>;
  /** Where what waits is kept as long as it waits; absolute. Without it, it does not outlive this process. */
  queueFolder?: string | undefined;
  notes: EntryMetadata;
  /** A factor on how long pi may say nothing before it is said to be silent. */
  patience?: number | undefined;
  /** A tool has just written this file: absolute, or relative to the workspace. */
  onFileWritten(agent: Agent, path: string): void;
}

export class Agent {
  readonly id: string;
  readonly images = new ImageStore();
  readonly idempotency = new Idempotency();
  readonly log = new EventLog();
  readonly exports = new Exports();
  readonly outputs: Outputs;
  readonly session: Session;
  readonly commands: CommandRunner;
  readonly queue: MessageQueue;
  readonly stopper: RunStopper;
  readonly #options: AgentOptions;
  readonly #feed: Feed;
  readonly #dialogs: Dialogs;
  readonly #companion: ExtensionBridge;
  readonly #dropRepeats = dropRepeats();
  readonly #pi: CurrentPi;
  readonly #hold = new SessionHold();
  #restarting: Promise<void> | null = null;

  constructor(options: AgentOptions) {
    this.id = options.id;
    this.#options = options;
    this.#pi = new CurrentPi({
      program: options.program,
      env: options.env,
      flags: options.flags,
      demo: () => options.demo(),
      view: () => this.view,
      onLine: (line, text, isBad) => this.log.add(line, text, isBad),
      onExit: (exit) => this.#onExit(exit),
      silence: options.patience,
    });
    this.outputs = new Outputs({
      pid: () => this.#pi.pid,
      onGrowth: ({ call, delta, bytes }) =>
        this.emit({ type: 'tool_execution_update', toolCallId: call, panel_output: { delta, bytes } }),
    });
    this.#dialogs = new Dialogs({
      answer: (id, answer) => this.#pi.answerDialog(id, answer),
      emit: (event) => this.emit(event),
    });
    this.queue = new MessageQueue({
      view: () => this.view,
      dialogs: this.#dialogs,
      emit: (event) => this.emit(event),
      journal: options.queueFolder ? this.#openJournal(options.queueFolder) : null,
      isStored: (session) => options.findSession(session, this).then(() => true, isOtherThanUnknown),
      pi: this.#pi,
      storeImage: ({ mimeType, data = '' }) => this.images.put(mimeType, data),
      isExtensionCommand: (text) => this.session.isExtensionCommand(text),
    });
    this.#companion = new ExtensionBridge({
      pi: this.#pi,
      view: () => this.view,
      emit: (event) => this.emit(event),
      pendingCommands: () => this.commands.pendingCommands,
      onWithdrawn: (dialog) => this.#dialogs.withdraw(dialog),
    });
    this.#feed = new Feed({
      agent: this.id,
      build: options.build,
      view: emptyView(options.workspace, options.program.version),
      images: this.images,
      outputs: this.outputs,
      dropRepeats: this.#dropRepeats,
      extensions: this.#companion,
      queue: this.queue,
      onFolded: (event) => this.#onFolded(event),
    });
    this.session = new Session({
      feed: this.#feed,
      images: this.images,
      outputs: this.outputs,
      notes: options.notes,
      findUntrusted: () => findUntrusted(this.#pi.trustQuestion),
      readRetrySetting: () => readRetrySetting(this.#pi.trustQuestion),
      onFile: (file) => void this.#holdSession(file),
      onLeft: () => this.queue.onSessionLeft(),
      onArrived: () => this.queue.recover(),
      pi: this.#pi,
    });
    this.commands = new CommandRunner({
      pi: this.#pi,
      view: () => this.view,
      session: this.session,
      dialogs: this.#dialogs,
      companion: this.#companion,
      dropRepeats: this.#dropRepeats,
      queue: this.queue,
      outputs: this.outputs,
      exports: this.exports,
      emit: (event) => this.emit(event),
      findSession: (id) => options.findSession(id, this),
    });
    this.stopper = new RunStopper({
      view: () => this.view,
      commands: this.commands,
      queue: this.queue,
      dialogs: this.#dialogs,
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

  /** Resolves when pi answered its first commands, or could not: either is in the view. */
  async start(): Promise<void> {
    const { sessionFile } = this.#pi.flags;
    if (sessionFile) await this.commands.aside(() => this.session.show(sessionFile));
    this.#companion.reset(companionLack(this.#pi.flags));
    if (!(await this.#pi.start(this.#feed))) return;
    await this.commands.aside(async () => {
      const state = await this.session.readState();
      // pi was told to continue one by its own options.
      if (!sessionFile && state.sessionFile && state.messageCount > 0)
        await this.session.show(state.sessionFile);
      await this.queue.recover();
      await this.session.readFolder();
      await this.session.readStats();
    });
  }

  /** pi anew, on the same session if that was ever written. Asked for twice at once, it happens once. */
  restart(how: Restart): Promise<void> {
    return (this.#restarting ??= this.#restart(how).finally(() => (this.#restarting = null)));
  }

  async #restart({ withoutExtensions = false, ...wanted }: Restart): Promise<void> {
    await this.#pi.end();
    const { flags } = this.#pi;
    const sessionFile = (await this.session.isWritten()) ? this.session.path : undefined;
    const { demo = flags.demo, colors = flags.colors, trust = flags.trust } = wanted;
    this.#pi.flags = { ...flags, sessionFile, withoutExtensions, demo, colors, trust };
    this.queue.onRestart({ isSaved: sessionFile !== undefined });
    this.#feed.replace(({ workspace, notices, queue }) => ({
      ...emptyView(workspace, this.#options.program.version),
      colors: colors ?? false,
      notices,
      queue,
    }));
    await this.start();
  }

  async close(): Promise<void> {
    await this.#pi.close();
    await this.queue.close();
    await this.#options.notes.written();
    this.#hold.release();
    this.#dialogs.dropAll();
    this.#feed.close();
    await this.outputs.close();
    await this.exports.close();
  }

  /** `after`: the id of the last event that the follower knows. Throws a Refusal 503 when there are too many. */
  follow(after?: string): Follower {
    return this.#feed.follow(after);
  }

  /** Its pages are told that it is not coming back; when the whole panel ends, they are to look for it again. */
  sayGone(): void {
    this.#feed.sayGone();
  }

  emit(event: ViewEvent): void {
    this.#feed.emit(event);
  }

  /** Throws a Refusal when the dialog is over or the answer has the wrong shape. */
  answerDialog(id: string, body: unknown): void {
    this.#dialogs.answer(id, body);
  }

  #onFolded(event: ViewEvent): void {
    if (event.type === 'agent_settled' || event.type === 'compaction_end')
      void this.commands.aside(() => this.session.readStats());
    else if (event.type === 'extension_ui_request') this.#dialogs.add(event);
    else if (event.type === 'tool_execution_end') this.#tellWritten(event.toolCallId);
    this.#options.notes.onEvent(event, this.view);
    this.queue.onEvent(event);
    this.stopper.onEvent(event);
  }

  #tellWritten(call: string): void {
    const run = this.view.toolRuns[call];
    const path = run?.args.path;
    if (typeof path === 'string' && ['edit', 'write'].includes(run?.name ?? ''))
      this.#options.onFileWritten(this, path);
  }

  #onExit(exit: PiExit): void {
    this.#dialogs.dropAll();
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
    this.queue.onPiExit();
  }

  /** A session that pi itself took up may be another panel's: that is too late to be refused. */
  async #holdSession(file: string): Promise<void> {
    if (await this.#hold.take(file)) return;
    const message =
      'Another panel works on this session as well. Both write it, into two branches: end one of them.';
    this.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
  }

  #openJournal(folder: string): QueueJournal {
    return new QueueJournal({
      folder,
      onTrouble: (message) =>
        this.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() }),
    });
  }
}

/** Why this pi comes without the panel's extension; undefined when it brings it along. */
function companionLack({ companion, withoutExtensions }: Flags): string | undefined {
  if (withoutExtensions)
    return 'pi runs without extensions, without that of the panel too: restart it with them.';
  return companion ? undefined : 'The panel was started without its own extension (--no-companion).';
}

function isOtherThanUnknown(error: unknown): boolean {
  return !(error instanceof Refusal && error.status === 404);
}
