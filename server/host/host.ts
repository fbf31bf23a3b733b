// The parts of one running panel, and the order in which they end.
import { realpath } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { PanelInfo } from '../../shared/wire.ts';
import { Activity, isBusy } from '../activity.ts';
import { AgentStarter } from './agent-starter.ts';
import { AgentTools } from './agent-tools.ts';
import { CheckWatches } from './check-watches.ts';
import { childEnvironment } from '../agent/process/program.ts';
import { Registry } from '../agent/registry.ts';
import { Frames } from '../frames/frames.ts';
import { Looks } from '../frames/looks.ts';
import { EntryMetadata } from '../agent/session/entry-metadata.ts';
import { Budgets } from '../budget/budget.ts';
import { guardBudget } from '../budget/guard.ts';
import { CHANGES_VARIABLE } from '../changes/journal/changes-folder.ts';
import { OpenChanges } from '../changes/open-changes.ts';
import { startDemo, type Demo } from '../demo/demo.ts';
import type { GateOptions } from '../gate/gate.ts';
import type { Links } from '../gate/links.ts';
import type { HostOptions } from './host-options.ts';
import { Archive } from '../output/archive.ts';
import { completeFolder } from './folders.ts';
import { GitActs } from './git-acts.ts';
import { endReadingGits } from '../git/git-process.ts';
import { stopWritingGits } from '../git/running-git.ts';
import { DiskLanes } from '../lib/disk-lanes.ts';
import { Languages } from '../languages/languages.ts';
import { Overview } from './overview.ts';
import { extensionFile } from '../pi-extensions.ts';
import { Push } from '../push/push.ts';
import { RunningAgents } from './running-agents.ts';
import { SessionAccess } from './session-access.ts';
import { Setup } from '../setup/setup.ts';
import { Shells } from '../shells/shells.ts';
import { ShellChanges } from './shell-changes.ts';
import { statePlaces } from '../state-folder.ts';
import { StoredSessions } from './stored-sessions.ts';
import { Workspaces } from './workspaces.ts';
import { openWorktrees } from './worktree-agents.ts';
import type { Worktrees } from '../worktrees/worktrees.ts';

export class Host {
  readonly registry: Registry;
  readonly gate: GateOptions;
  readonly links: Links;
  readonly mounts: readonly string[];
  /** Whether the user declared a proxy. */
  readonly isBehindProxy: boolean;
  readonly page: MiddlewareHandler;
  readonly onBug: (error: unknown) => void;
  readonly sessions: StoredSessions;
  readonly sessionAccess: SessionAccess;
  readonly starter: AgentStarter;
  readonly activity = new Activity();
  readonly overview: Overview;
  readonly push: Push;
  readonly budgets: Budgets;
  readonly setup: Setup;
  readonly worktrees: Worktrees;
  readonly shells: Shells;
  readonly tools: AgentTools;
  readonly languages: Languages;
  readonly checkWatches = new CheckWatches();
  readonly gitActs = new GitActs(() => this.registry.all());
  readonly frames = new Frames();
  readonly looks = new Looks(this.frames);
  /** Set once the server listens. */
  server: Server | null = null;
  readonly #options: HostOptions;
  readonly #workspaces: Workspaces;
  readonly #folders: DiskLanes;
  readonly #changes: OpenChanges;
  readonly #shellChanges: ShellChanges;
  readonly #running: RunningAgents | null;
  #demo: Promise<Demo> | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#folders = new DiskLanes(options.patience);
    const { workspace, piOptions, patience, isDemo, onBug, stateFolder } = options;
    const places = stateFolder === undefined ? null : statePlaces(stateFolder);
    const env = async () => ({ ...process.env, ...(isDemo && (await this.#getDemo()).env) });
    this.sessions = new StoredSessions({
      workspace,
      piOptions,
      patience,
      env,
      stateFolder,
      onTrouble: onBug,
    });
    this.sessionAccess = new SessionAccess({
      sessions: this.sessions,
      agentOn: (file) => this.registry.withSession(file),
      reserve: (file, agent, act) => this.registry.reserve(file, agent, act),
      isRestarted: (id) => this.starter.isRestarted(id),
    });
    this.gate = { ...options.gate, port: () => this.port };
    this.links = options.gate.links;
    this.mounts = options.mounts ?? [];
    this.isBehindProxy = options.isBehindProxy ?? false;
    this.page = options.page;
    this.onBug = onBug;
    this.setup = new Setup({
      extension: extensionFile('setup'),
      informAgents: () => this.registry.informOfCredentials(),
    });
    this.push = new Push({
      folder: places?.push ?? null,
      onTrouble: onBug,
      ...(options.pushToLoopback && { toLoopback: true }),
    });
    this.budgets = new Budgets({
      file: places?.budget ?? null,
      today: () => this.sessions.searches.spentToday(),
      onTrouble: onBug,
    });
    this.languages = new Languages({ file: places?.languages ?? null, onBug });
    this.overview = new Overview({ onRow: (row) => this.push.onRow(row) });
    this.#workspaces = new Workspaces({
      patience,
      trashFolder: places?.trash ?? null,
      unfinishedFolder: places?.unfinished ?? null,
    });
    this.#changes = new OpenChanges(places?.changes ?? null);
    this.#shellChanges = new ShellChanges({
      folder: places?.changes ?? null,
      changes: this.#changes,
      onRecorded: (workspace) => void this.#onShellChange(workspace),
      onTrouble: onBug,
    });
    this.shells = new Shells({ isAllowed: options.withShells ?? true, watcher: this.#shellChanges });
    this.tools = new AgentTools({
      ...{ shells: this.shells, languages: this.languages, frames: this.frames, looks: this.looks },
      agents: () => this.registry.all(),
      onBug,
    });
    this.registry = new Registry({
      build: options.build,
      program: options.program,
      env: {
        ...childEnvironment(process.env),
        ...(places && options.withCompanion && { [CHANGES_VARIABLE]: places.changes }),
      },
      queueFolder: places?.queues,
      metadata: new EntryMetadata({ file: places?.rows ?? null, onTrouble: onBug }),
      archive: places ? new Archive({ folder: places.outputs, onTrouble: onBug }) : undefined,
      ...this.tools.ofAgents,
      changesOf: async (workspace) => {
        await this.#shellChanges.settle(workspace);
        return this.#changes.of(workspace);
      },
      onBug,
      patience,
      demo: () => this.#getDemo(),
      findSession: (id) => this.sessionAccess.find(id),
      useSession: (id, agent, act) => this.sessionAccess.use(id, agent, act),
      onEvent: (agent, event) => {
        this.#workspaces.onEvent(agent, event).catch(onBug);
        this.overview.onEvent(agent, event);
        this.languages.turns.onEvent(agent, event);
        // The agent's commands may have switched the branch.
        if (event.type === 'agent_settled') this.overview.findPlace(agent).catch(onBug);
        if (event.type === 'panel_files_changed') {
          this.overview.checkFolder(agent).catch(onBug);
          this.languages.onFilesChanged(agent, event.paths).catch(onBug);
        }
        this.#running?.note();
        this.checkWatches.onEvent(agent, event);
        guardBudget(agent, event, this.budgets).catch(onBug);
      },
    });
    this.#running = places
      ? new RunningAgents({
          folder: places.agents,
          agents: () => this.registry.all(),
          lastRun: (id) => this.overview.lastRun(id),
          isDemo,
          onTrouble: onBug,
        })
      : null;
    this.starter = new AgentStarter({
      ...options,
      registry: this.registry,
      sessions: this.sessions,
      overview: this.overview,
      running: this.#running,
      end: (id) => this.end(id),
      isEnding: (folder) => this.worktrees.isEnding(folder),
    });
    this.worktrees = openWorktrees({
      registry: this.registry,
      starter: this.starter,
      file: places?.worktrees ?? null,
      ownFolder: stateFolder ?? null,
      env: childEnvironment(process.env),
      shells: this.shells,
      endAgent: (id) => this.end(id),
      onBug,
    });
  }

  get port(): number {
    const address = this.server?.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  /** Whether an agent is working or waiting for the user. */
  get isBusy(): boolean {
    return this.registry.views().some(isBusy);
  }

  async info(): Promise<PanelInfo> {
    const { version, program, installedPi } = this.#options;
    const pi = { version: program.version, isOwn: program.isOwn ?? false };
    const { links, otherPanels = [] } = this.#options.gate;
    const others = { origins: [...otherPanels], statusToken: links.statusToken };
    const other = await installedPi?.();
    const installed = other?.version && other.file ? { path: other.file, version: other.version } : null;
    return { version, pi, installed, others };
  }

  /** Resolves once the agent and its processes have ended. Throws a Refusal 404. */
  async end(id: string): Promise<void> {
    const agent = this.registry.get(id);
    const { entries, session } = agent.view;
    // Otherwise a page that was closed when its agent was ended would start the agent again.
    if (session?.file && entries.length > 0) await this.sessions.setEnded(session.id, true).catch(this.onBug);
    this.#workspaces.forget(agent);
    this.overview.onEnd(id);
    this.push.onEnd(id);
    this.checkWatches.onEnd(id);
    this.frames.endOf(id);
    await this.registry.remove(id);
    this.languages.turns.forget(id);
    const { workspace } = agent;
    if (!this.registry.all().some((other) => other.workspace === workspace)) endReadingGits(workspace);
    this.#running?.note();
  }

  /** Returns the workspace of the agent with this id. Rejects with a Refusal 404. */
  async workspace(id: string): ReturnType<Workspaces['of']> {
    return this.#workspaces.of(this.registry.get(id));
  }

  /** From now on, tells the agent when these files or the repository change, unless the disk is gone or silent. */
  async followFiles(id: string, paths: readonly string[]): Promise<void> {
    await this.#workspaces.follow(this.registry.get(id), paths);
  }

  completeFolder(typed: string): Promise<string[]> {
    return this.#folders.run('the folders could not be listed.', () => completeFolder(typed));
  }

  /** Whether a disk does not answer, in which case the thread that waits for it keeps the process alive. */
  get isStuck(): boolean {
    return this.#workspaces.isBusy || this.#folders.isBusy || this.sessions.isBusy;
  }

  /** Ends the agents and their processes, then the event streams, then the server. */
  async close(): Promise<void> {
    stopWritingGits();
    this.frames.close();
    await this.#running?.close();
    await this.worktrees.close();
    await Promise.all([
      ...[this.registry.close(), this.setup.close(), this.starter.close()],
      ...[this.shells.close(), this.languages.close()],
    ]);
    this.overview.close();
    await this.push.close();
    await this.sessions.close();
    await this.#shellChanges.close();
    await this.#changes.close();
    this.#workspaces.close();
    const demo = await this.#demo;
    await demo?.close();
    const { server } = this;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    // Event streams never end on their own.
    server.closeAllConnections();
    await closed;
  }

  async #onShellChange(workspace: string): Promise<void> {
    for (const agent of this.registry.all()) {
      const own = await realpath(agent.workspace).catch(() => null);
      if (own === workspace) agent.emit({ type: 'panel_changes' });
    }
  }

  #getDemo(): Promise<Demo> {
    return (this.#demo ??= startDemo());
  }
}
