// One agent: a pi process, the feed of its events, its session, its queue, and the commands that pages give it. It
// starts and ends the process, and wires these together.
import { Refusal } from '../../shared/refusal.ts';
import type { AgentNotice } from '../../shared/setup.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { emptyView, statusOf, type Exit, type View } from '../../shared/view/view.ts';
import type { AgentInfo, Restart } from '../../shared/wire.ts';
import type { Archive } from '../output/archive.ts';
import { Outputs } from '../output/outputs.ts';
import type { Changes } from '../changes/changes.ts';
import { AgentChanges } from './agent-changes.ts';
import { CommandRunner } from './commands/command-runner.ts';
import { Exports } from './commands/exports.ts';
import { Idempotency } from './commands/idempotency.ts';
import { RunStopper } from './commands/run-stopper.ts';
import { Dialogs } from './extensions/dialogs.ts';
import { ExtensionBridge } from './extensions/extension-bridge.ts';
import { Screens } from './extensions/screens.ts';
import { Feed } from './feed/feed.ts';
import { CurrentPi, type CurrentPiOptions } from './process/current-pi.ts';
import { EventLog } from './process/event-log.ts';
import type { LaunchOptions } from './process/launch.ts';
import type { Flags } from './process/program.ts';
import { MessageQueue } from './queue/message-queue.ts';
import type { EntryMetadata } from './session/entry-metadata.ts';
import { Session } from './session/session.ts';

export interface AgentOptions extends Pick<
  CurrentPiOptions,
  'program' | 'env' | 'flags' | 'demo' | 'patience'
> {
  id: string;
  workspace: string;
  build: string;
  /** Path of the session file with this id. Rejects with a Refusal: 404, or 409 if another agent is on it. */
  findSession: (id: string, agent: Agent) => Promise<string>;
  /** Absolute path of the folder that keeps undelivered messages. Without it they do not outlive the panel. */
  queueFolder?: string | undefined;
  metadata: EntryMetadata;
  /** Keeps the output of commands. */
  archive?: Archive | undefined;
  /** The recorded changes of this workspace; null without a folder to store them in. */
  changesOf: (workspace: string) => Promise<Changes | null>;
  /** Called for every event after it was folded into the agent's view. */
  onEvent: (agent: Agent, event: ViewEvent) => void;
}

export class Agent {
  readonly id: string;
  readonly log = new EventLog();
  readonly exports = new Exports();
  readonly idempotency = new Idempotency();
  readonly feed: Feed;
  readonly outputs: Outputs;
  readonly dialogs: Dialogs;
  readonly screens: Screens;
  readonly queue: MessageQueue;
  readonly session: Session;
  readonly commands: CommandRunner;
  readonly stopper: RunStopper;
  readonly changes: AgentChanges;
  readonly #options: AgentOptions;
  readonly #bridge: ExtensionBridge;
  readonly #pi: CurrentPi;
  #restarting: Promise<void> | null = null;

  constructor(options: AgentOptions) {
    this.id = options.id;
    this.#options = options;
    const view = (): View => this.view;
    const emit = (event: ViewEvent): void => this.emit(event);
    const findSession = (id: string): Promise<string> => options.findSession(id, this);
    const pi = new CurrentPi({ ...options, view, log: this.log, onExit: (exit) => this.#onExit(exit) });
    this.#pi = pi;
    this.outputs = new Outputs({
      pid: () => pi.pid,
      archive: options.archive,
      onGrowth: ({ call, delta, bytes }) =>
        emit({ type: 'tool_execution_update', toolCallId: call, panel_output: { delta, bytes } }),
    });
    this.screens = new Screens({
      view,
      emit,
      ask: (request) => this.#bridge.ask(request),
      isFollowed: () => this.feed.isFollowed,
      report: (act) => this.commands.reportRefusal(act),
    });
    const { screens } = this;
    this.dialogs = new Dialogs({
      answer: (id, answer) => pi.answerDialog(id, answer),
      emit,
      cancelScreens: () => screens.cancelAll(),
    });
    const { dialogs, exports, outputs } = this;
    this.queue = new MessageQueue({
      pi,
      view,
      dialogs,
      emit,
      findSession,
      folder: options.queueFolder,
      storeImage: ({ mimeType, data = '' }) => this.feed.images.add(mimeType, data),
      isExtensionCommand: (text) => this.session.isExtensionCommand(text),
    });
    this.#bridge = new ExtensionBridge({
      pi,
      view,
      emit,
      pendingCommands: () => this.commands.pendingCommands,
      onWithdrawn: (dialog) => dialogs.withdraw(dialog),
      onDrawn: (word) => screens.onWord(word),
      onModelChange: () => void this.commands.reportRefusal(() => this.session.readModel()),
      onBoundary: () => void this.changes.onBoundary(),
    });
    this.feed = new Feed({
      agent: this.id,
      build: options.build,
      view: emptyView(options.workspace, options.program.version),
      outputs,
      extensions: this.#bridge,
      queue: this.queue,
      onFolded: (event) => this.#onFolded(event),
      onFollowersChange: () => screens.onFollowersChange(),
    });
    const { feed, queue } = this;
    this.session = new Session({
      pi,
      feed,
      outputs,
      metadata: options.metadata,
      trustQuestion: () => pi.trustQuestion,
      onLeave: () => queue.onSessionLeft(),
      onArrive: async () => {
        await queue.recovery.recover();
        await this.changes.recover();
      },
    });
    this.commands = new CommandRunner({
      pi,
      view,
      dialogs,
      emit,
      exports,
      findSession,
      outputs,
      queue,
      bridge: this.#bridge,
      dropRepeats: feed.dropRepeats,
      session: this.session,
    });
    this.changes = new AgentChanges({
      view,
      emit,
      bridge: this.#bridge,
      changes: () => options.changesOf(this.workspace),
    });
    this.stopper = new RunStopper({ view, dialogs, queue, commands: this.commands });
  }

  get view(): View {
    return this.feed.view;
  }

  /** The options its pi was started with. */
  get flags(): Flags {
    return this.#pi.flags;
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

  /** Resolves once pi has answered its first commands or has failed to; the view says which. */
  async start(): Promise<void> {
    const { sessionFile } = this.#pi.flags;
    if (sessionFile) await this.commands.reportRefusal(() => this.session.showFile(sessionFile));
    this.#bridge.reset(this.#pi.flags);
    this.screens.reset();
    if (!(await this.#pi.start(this.feed))) return;
    await this.commands.reportRefusal(async () => {
      await this.#readFirstState(sessionFile);
      await this.queue.recovery.recover();
      await this.changes.recover();
      await this.session.readFolder();
      await this.session.readStats();
    });
  }

  /** Options of pi, or of the program around it, may have taken pi to another session than the one that is shown. */
  async #readFirstState(asked: string | undefined): Promise<void> {
    const shown = this.view.session?.id;
    const { sessionId, sessionFile, messageCount } = await this.session.readState();
    if (asked && sessionId !== shown) {
      const message = 'pi opened another session than the one it was asked to continue.';
      this.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
    }
    const isStored = messageCount > 0 || asked !== undefined;
    if (sessionFile && sessionId !== shown && isStored) await this.session.showFile(sessionFile);
  }

  /** Starts another pi, on the same session if pi has written it. A second call during a restart waits for it. */
  restart(how: Restart): Promise<void> {
    return (this.#restarting ??= this.#restart(how).finally(() => (this.#restarting = null)));
  }

  async #restart({ withoutExtensions = false, ...wanted }: Restart): Promise<void> {
    await this.#pi.end();
    const { flags } = this.#pi;
    const sessionFile = (await this.session.isWritten()) ? this.session.path : undefined;
    const { demo = flags.demo, colors = flags.colors, trust = flags.trust } = wanted;
    const kept: Flags = { ...flags, sessionOptions: undefined };
    this.#pi.flags = { ...kept, sessionFile, withoutExtensions, demo, colors, trust };
    this.queue.recovery.onRestart({ isSaved: sessionFile !== undefined });
    this.feed.replace(({ workspace, notices, queue }) => ({
      ...emptyView(workspace, this.#options.program.version),
      colors: colors ?? false,
      notices,
      queue,
    }));
    await this.start();
  }

  /** How to start another pi like that of this agent. */
  launchBeside(args: readonly string[]): Promise<LaunchOptions> {
    return this.#pi.launchBeside(args);
  }

  /** Credentials or models changed. An agent without a model has nothing to lose, and pi chooses one when it starts. */
  async onCredentials(): Promise<AgentNotice> {
    const { exit, model, ready, run } = this.view;
    if (exit) return 'refreshed';
    if (ready && model === null && !run) {
      await this.restart({});
      return 'restarted';
    }
    try {
      await this.#bridge.ask({ ask: 'refresh_models' });
      return 'refreshed';
    } catch (error) {
      if (error instanceof Refusal) return 'needs_restart';
      throw error;
    }
  }

  /** Ends pi and everything it started. */
  async close(): Promise<void> {
    this.feed.mute();
    await this.#pi.close();
    await this.queue.recovery.close();
    await this.session.close();
    this.dialogs.dropAll();
    this.feed.close();
    await this.outputs.close();
    await this.exports.close();
  }

  emit(event: ViewEvent): void {
    this.feed.emit(event);
  }

  #onFolded(event: ViewEvent): void {
    if (event.type === 'compaction_end') this.session.onCompacted();
    if (event.type === 'agent_settled' || event.type === 'compaction_end')
      void this.commands.reportRefusal(async () => {
        await this.session.identifyRows();
        await this.session.readStats();
      });
    else if (
      event.type === 'turn_end' ||
      (event.type === 'message_end' && event.message.role === 'assistant')
    )
      void this.commands.reportRefusal(() => this.session.readStats());
    else if (event.type === 'entry_appended')
      void this.commands.reportRefusal(() => this.session.readEdit(event.entry.targetId));
    else if (event.type === 'extension_ui_request') this.dialogs.add(event);
    this.#options.metadata.onEvent(event, this.view);
    this.queue.onEvent(event);
    this.stopper.onEvent(event);
    this.changes.onEvent(event);
    this.#options.onEvent(this, event);
  }

  #onExit(exit: Exit): void {
    this.dialogs.dropAll();
    for (const run of Object.values(this.view.toolRuns))
      if (run.state === 'running') this.outputs.end(run.id);
    this.emit({ type: 'panel_exit', ...exit, panel_at: Date.now() });
    this.queue.onPiExit();
  }
}
