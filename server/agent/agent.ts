// One agent: a pi process, the feed of its events, its session, its queue, and the commands that pages send, wired
// together.
import { randomUUID } from 'node:crypto';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { emptyView, statusOf, type Exit, type View } from '../../shared/view/view.ts';
import type { AgentInfo } from '../../shared/wire.ts';
import { Outputs, type OutputsOptions } from '../output/outputs.ts';
import type { Changes } from '../changes/changes.ts';
import { AgentChanges } from './agent-changes.ts';
import { AgentPorts } from './agent-ports.ts';
import { BoundaryStop } from './boundary-stop.ts';
import { CommandRunner } from './commands/command-runner.ts';
import { requireFolder } from './commands/allowed-now.ts';
import { Idempotency } from './commands/idempotency.ts';
import { RunStopper } from './commands/run-stopper.ts';
import { Dialogs } from './extensions/dialogs.ts';
import { ExtensionBridge } from './extensions/extension-bridge.ts';
import { PanelTools, type PanelToolSources } from './extensions/panel-tools.ts';
import { Screens } from './extensions/screens.ts';
import { Feed } from './feed/feed.ts';
import { Lifecycle } from './lifecycle.ts';
import { CurrentPi, type CurrentPiOptions } from './process/current-pi.ts';
import { MessageQueue } from './queue/message-queue.ts';
import { readAfter } from './session/read-after.ts';
import { Session, type SessionOptions } from './session/session.ts';

export interface AgentOptions
  extends
    Pick<CurrentPiOptions, 'program' | 'env' | 'flags' | 'demo' | 'patience'>,
    Pick<OutputsOptions, 'archive'>,
    Pick<SessionOptions, 'metadata'>,
    PanelToolSources<Agent> {
  id: string;
  workspace: string;
  build: string;
  /** Resolves with the path of the session file with this id. Rejects with a Refusal 404 if there is none. */
  findSession: (id: string) => Promise<string>;
  /**
   * Runs `act`, in which the agent changes to the session with this id, with the path of its file. Rejects with a
   * Refusal: 404, or 409 if anybody else uses it.
   */
  useSession: <T>(id: string, agent: Agent, act: (file: string) => Promise<T>) => Promise<T>;
  /** Absolute path of the folder that keeps undelivered messages. Without it, they are lost when the panel ends. */
  queueFolder?: string | undefined;
  /** The recorded changes of this workspace; null without a folder to store them in. */
  changesOf: (workspace: string) => Promise<Changes | null>;
  /** Called for every event after it was folded into the agent's view. */
  onEvent: (agent: Agent, event: ViewEvent) => void;
  /** Called with errors that no request and no view reports. */
  onBug: (error: unknown) => void;
}

export class Agent {
  readonly id: string;
  readonly idempotency = new Idempotency();
  readonly pi: CurrentPi;
  readonly lifecycle: Lifecycle;
  readonly feed: Feed;
  readonly outputs: Outputs;
  readonly dialogs: Dialogs;
  readonly screens: Screens;
  readonly queue: MessageQueue;
  readonly session: Session;
  readonly commands: CommandRunner;
  readonly stopper: RunStopper;
  readonly changes: AgentChanges;
  readonly tools: PanelTools<Agent>;
  readonly boundaryStop: BoundaryStop;
  readonly #ports: AgentPorts;
  readonly #options: AgentOptions;

  constructor(options: AgentOptions) {
    this.id = options.id;
    this.#options = options;
    const { onBug } = options;
    const view = (): View => this.view;
    const emit = (event: ViewEvent): void => this.emit(event);
    const recover = async (): Promise<void> => {
      await this.queue.recovery.recover();
      await this.changes.recover();
    };
    const pi = new CurrentPi({ ...options, view, onExit: (exit) => this.#onExit(exit) });
    this.pi = pi;
    this.outputs = new Outputs({
      pid: () => pi.pid,
      archive: options.archive,
      onGrowth: ({ call, delta, bytes }) =>
        emit({ type: 'tool_execution_update', toolCallId: call, panel_output: { delta, bytes } }),
    });
    this.screens = new Screens({
      view,
      emit,
      ask: (request) => bridge.ask(request),
      isReachable: () => bridge.isReachable,
      isFollowed: () => this.feed.isFollowed,
      report: (act) => this.commands.reportFailure(act),
    });
    const { screens } = this;
    this.dialogs = new Dialogs({
      answer: (id, answer) => pi.answerDialog(id, answer),
      emit,
      cancelScreens: () => screens.cancelAll(),
    });
    const { dialogs, outputs } = this;
    this.queue = new MessageQueue({
      pi,
      view,
      dialogs,
      emit,
      requireReady: () => requireFolder(this.workspace),
      findSession: options.findSession,
      folder: options.queueFolder,
      storeImage: ({ mimeType, data = '' }) => this.feed.images.add(mimeType, data),
      isExtensionCommand: (text) => this.session.isExtensionCommand(text),
    });
    const bridge = new ExtensionBridge({
      pi,
      view,
      emit,
      pendingCommands: () => this.commands.pendingCommands,
      onWithdrawn: (dialog) => dialogs.withdraw(dialog),
      isFollowed: () => this.feed.isFollowed,
      onDrawn: (report) => screens.onReport(report),
      onDrawnEntries: () => void this.commands.reportFailure(() => this.session.shown.showStoredRows()),
      onPicture: ({ mimeType, data }) => void this.feed.images.add(mimeType, data),
      onFork: (text) =>
        void this.commands.reportFailure(async () => {
          await this.session.readIfChanged();
          const method = 'set_editor_text';
          emit({ type: 'extension_ui_request', id: randomUUID(), method, text, panel_at: Date.now() });
        }),
      onMove: (leafId) => void this.commands.reportFailure(() => this.session.showAt(leafId)),
      onModelChange: () => void this.commands.reportFailure(() => this.session.readModel()),
      onLoaded: (session) => {
        if (this.commands.hasGoneTo(session))
          void this.commands.reportFailure(() => this.session.readIfChanged());
        this.tools.offer();
      },
      onToolUse: (report) => this.tools.onUse(report),
      onEnding: () => pi.onEnding(),
      onContextEdits: (entries) =>
        void this.commands.reportFailure(async () => {
          for (const id of entries) await this.session.shown.readEdit(id);
          await this.session.readStats();
        }),
      onBoundary: () => {
        this.boundaryStop
          .onBoundary()
          .then(() => this.changes.onBoundary())
          .catch(onBug);
      },
    });
    const panelTools = { agent: this, sources: options, bridge, view, pid: () => pi.pid, emit, onBug };
    this.tools = new PanelTools<Agent>(panelTools);
    this.feed = new Feed({
      agent: this.id,
      build: options.build,
      view: emptyView(options.workspace, options.program.version),
      outputs,
      extensions: bridge,
      queue: this.queue,
      onFolded: (event) => this.#onFolded(event),
      onFollowersChange: () => {
        screens.onFollowersChange();
        this.#ports.start();
      },
    });
    this.#ports = new AgentPorts({ pi, view, isFollowed: () => this.feed.isFollowed, emit, onBug });
    const { feed, queue } = this;
    this.session = new Session({
      pi,
      feed,
      outputs,
      metadata: options.metadata,
      trustQuestion: () => ({ ...pi.trustQuestion, isTrusted: bridge.isProjectTrusted }),
      onLeave: () => queue.onSessionLeft(),
      onArrive: recover,
    });
    this.commands = new CommandRunner({
      pi,
      view,
      dialogs,
      emit,
      useSession: (id, act) => options.useSession(id, this, act),
      outputs,
      queue,
      bridge,
      dropRepeats: feed.dropRepeats,
      session: this.session,
      interruptProgram: async () => this.tools.lending?.interrupt(),
      onBug,
    });
    this.changes = new AgentChanges({
      view,
      emit,
      bridge,
      changes: () => options.changesOf(this.workspace),
      onBug,
    });
    const { commands, session } = this;
    this.stopper = new RunStopper({ view, dialogs, queue, commands });
    this.boundaryStop = new BoundaryStop({
      bridge,
      onBug,
      stop: (onAbort) => commands.reportFailure(() => this.stopper.stop(onAbort)),
    });
    this.lifecycle = new Lifecycle({
      pi,
      program: options.program,
      feed,
      bridge,
      screens,
      session,
      queue,
      commands,
      emit,
      recover,
    });
  }

  get view(): View {
    return this.feed.view;
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

  /** The absolute path of the workspace. It changes if the agent continues a session from another folder. */
  get workspace(): string {
    return this.view.workspace;
  }

  /** Ends pi and everything it started. */
  async close(): Promise<void> {
    this.feed.mute();
    this.#ports.close();
    await this.pi.close();
    this.tools.close();
    await this.queue.recovery.close();
    await this.session.close();
    this.dialogs.dropAll();
    this.feed.close();
    await this.outputs.close();
    await this.commands.close();
  }

  emit(event: ViewEvent): void {
    this.feed.emit(event);
  }

  #onFolded(event: ViewEvent): void {
    void this.commands.reportFailure(() => readAfter(event, this.session));
    if (event.type === 'extension_ui_request') this.dialogs.add(event);
    this.#options.metadata.onEvent(event, this.view);
    this.queue.onEvent(event);
    this.stopper.onEvent(event);
    this.changes.onEvent(event);
    this.boundaryStop.onEvent(event);
    this.#ports.onEvent(event);
    this.#options.onEvent(this, event);
  }

  #onExit(exit: Exit): void {
    this.dialogs.dropAll();
    this.tools.close();
    for (const run of Object.values(this.view.toolRuns))
      if (run.state === 'running') this.outputs.end(run.id);
    this.emit({ type: 'panel_exit', ...exit, panel_at: Date.now() });
    this.session.shown.lostAnswer.onExit(this.view);
    this.queue.onPiExit();
  }
}
