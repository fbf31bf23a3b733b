// The parts of one running panel, and the order in which they end.
import { stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { homedir } from 'node:os';
import path from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../shared/refusal.ts';
import type { InstalledPi, NewAgent, PanelInfo } from '../shared/wire.ts';
import { Activity, isBusy } from './activity.ts';
import type { Agent } from './agent/agent.ts';
import { childEnvironment, type Program } from './agent/process/program.ts';
import { splitSessionOptions } from './agent/process/session-options.ts';
import { Registry, type NewAgentOptions } from './agent/registry.ts';
import { EntryMetadata } from './agent/session/entry-metadata.ts';
import { CHANGES_VARIABLE } from './changes/changes-folder.ts';
import { OpenChanges } from './changes/open-changes.ts';
import { startDemo, type Demo } from './demo/demo.ts';
import type { GateOptions } from './gate/gate.ts';
import type { Links } from './gate/links.ts';
import { Archive } from './output/archive.ts';
import { completeFolder } from './folders.ts';
import { DiskLanes } from './lib/disk-lanes.ts';
import { isHeld, SessionHold } from './sessions/session-hold.ts';
import { Overview } from './overview.ts';
import { extensionFile } from './pi-extensions.ts';
import { RunningAgents } from './running-agents.ts';
import { Setup } from './setup/setup.ts';
import { StoredSessions } from './stored-sessions.ts';
import { Workspaces } from './workspaces.ts';

export interface HostOptions {
  /** Absolute; agents work here by default. */
  workspace: string;
  program: Program;
  /** Passed on to every pi; those that choose or name a session, only to the first one. */
  piOptions: readonly string[];
  /** Every pi loads the panel's own extension. */
  withCompanion: boolean;
  /** Agents use the demo model by default. */
  isDemo: boolean;
  /** The paths under which proxies serve the panel (see `parseMount`). */
  mounts?: readonly string[];
  /** A declared proxy is in front of the panel. */
  isBehindProxy?: boolean;
  gate: Omit<GateOptions, 'port' | 'links'> & { links: Links };
  /**
   * Where the panel keeps what pi does not: queued messages, how messages were typed, the output of commands,
   * and changes of files; absolute. Without it, changes are not recorded, and the rest is lost when the panel ends.
   */
  stateFolder?: string;
  /** Multiplies how long the panel waits for a silent pi or disk. */
  patience?: number | undefined;
  /** The user's own pi. */
  installedPi?: () => Promise<InstalledPi | null>;
  /** The panel's version. */
  version: string;
  /** Serves the page. */
  page: MiddlewareHandler;
  /** Identifies the page's build. */
  build: string;
  onBug: (error: unknown) => void;
}

export class Host {
  readonly registry: Registry;
  readonly gate: GateOptions;
  readonly page: MiddlewareHandler;
  readonly onBug: (error: unknown) => void;
  readonly sessions: StoredSessions;
  readonly activity = new Activity();
  readonly overview = new Overview();
  readonly setup: Setup;
  /** Set once the server listens. */
  server: Server | null = null;
  readonly #options: HostOptions;
  readonly #workspaces: Workspaces;
  readonly #folders: DiskLanes;
  readonly #piOptions: readonly string[];
  /** For the first agent that is started without a session; null from then on. */
  #sessionOptions: readonly string[] | null;
  /** The agent that was started before anybody asked for one. */
  #spare: Agent | null = null;
  #ending: Promise<void> = Promise.resolve();
  readonly #changes: OpenChanges;
  readonly #running: RunningAgents | null;
  /** The agents of the panel before are back. */
  restored: Promise<void> = Promise.resolve();
  #demo: Promise<Demo> | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#folders = new DiskLanes(options.patience);
    const { session: sessionOptions, lasting } = splitSessionOptions(options.piOptions);
    [this.#piOptions, this.#sessionOptions] = [lasting, sessionOptions];
    const { workspace, piOptions, patience, isDemo, stateFolder } = options;
    const env = async () => ({ ...process.env, ...(isDemo && (await this.#getDemo()).env) });
    this.sessions = new StoredSessions({
      workspace,
      piOptions,
      patience,
      env,
      stateFolder,
      onTrouble: options.onBug,
    });
    this.gate = { ...options.gate, port: () => this.port };
    this.page = options.page;
    this.onBug = options.onBug;
    this.setup = new Setup({
      extension: () => extensionFile('setup'),
      tellAgents: () => this.registry.tellCredentials(),
    });
    const trashFolder = stateFolder === undefined ? null : path.join(stateFolder, 'trash');
    this.#workspaces = new Workspaces({ patience, trashFolder });
    const changes = stateFolder && path.join(stateFolder, 'changes');
    this.#changes = new OpenChanges(changes ?? null);
    this.registry = new Registry({
      build: options.build,
      program: options.program,
      env: {
        ...childEnvironment(process.env),
        ...(changes && options.withCompanion && { [CHANGES_VARIABLE]: changes }),
      },
      queueFolder: stateFolder && path.join(stateFolder, 'queues'),
      metadata: new EntryMetadata({
        file: stateFolder ? path.join(stateFolder, 'rows.jsonl') : null,
        onTrouble: options.onBug,
      }),
      archive:
        stateFolder === undefined
          ? undefined
          : new Archive({ folder: path.join(stateFolder, 'outputs'), onTrouble: options.onBug }),
      changesOf: (workspace) => this.#changes.of(workspace),
      patience: options.patience,
      demo: () => this.#getDemo(),
      findSession: (id, agent) => this.#freeSessionFile(id, agent),
      onEvent: (agent, event) => {
        void this.#workspaces.onEvent(agent, event);
        this.overview.onEvent(agent, event);
        this.#running?.note();
      },
    });
    this.#running =
      stateFolder === undefined
        ? null
        : new RunningAgents({
            folder: path.join(stateFolder, 'agents'),
            agents: () => this.registry.all(),
            isDemo,
            onTrouble: options.onBug,
          });
  }

  get port(): number {
    const address = this.server?.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  get mounts(): readonly string[] {
    return this.#options.mounts ?? [];
  }

  /** A declared one. */
  get isBehindProxy(): boolean {
    return this.#options.isBehindProxy ?? false;
  }

  /** An agent works or waits for the user. */
  get isBusy(): boolean {
    return this.registry.views().some(isBusy);
  }

  async info(): Promise<PanelInfo> {
    const { version, program, installedPi } = this.#options;
    const pi = { version: program.version, isOwn: program.isOwn ?? false };
    return { version, pi, installed: (await installedPi?.()) ?? null };
  }

  get links(): Links {
    return this.#options.gate.links;
  }

  /**
   * Starts the first agent, for the pages to come; unless the panel before left some behind, which come back as soon as
   * the port is known. Then no pi is started for nothing.
   */
  async openFirst(): Promise<void> {
    const isLeftOpen =
      this.#sessionOptions?.length === 0 && (await this.#running?.hasAny(this.#options.workspace));
    if (!isLeftOpen) await this.open({});
  }

  /** Brings back the agents of the panel before. To be called once the server listens. */
  restore(): Promise<void> {
    return (this.restored = this.#restore().catch(this.onBug));
  }

  async #restore(): Promise<void> {
    const place = { workspace: this.#options.workspace, port: this.port };
    await this.#running?.restore(place, async ({ isWorking, ...wanted }) => {
      // The session or its folder may be gone, or another panel may have it: then there is nothing to bring back.
      await this.open(wanted, { isInterrupted: isWorking }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
    });
    if (this.registry.all().length === 0) await this.open({});
  }

  /** Starts an agent, or returns the one that already runs the session. */
  async open(
    { workspace, session, trust, demo = this.#options.isDemo }: NewAgent,
    { isInterrupted = false } = {},
  ): Promise<{ agent: Agent; isNew: boolean }> {
    const folder = await this.#folder(workspace);
    const sessionFile = session && (await this.sessions.fileOf(session));
    const isTaken = sessionFile && (await isHeld(sessionFile));
    const companion = this.#options.withCompanion ? await extensionFile('companion') : undefined;
    // After the last await, so that two pages that ask at once get the same agent.
    const running = sessionFile && this.registry.withSession(sessionFile);
    if (running) return { agent: running, isNew: false };
    if (isTaken) throw heldElsewhere();
    const flags = { sessionFile, trust, demo, extra: this.#piOptions, companion };
    const agent = sessionFile
      ? this.registry.start({ workspace: folder, flags })
      : this.#startFresh({ workspace: folder, flags });
    this.overview.onStart(agent, { isInterrupted });
    if (sessionFile) this.#endSpare();
    return { agent, isNew: true };
  }

  /** The first of them, for the pages to come, starts with the panel. */
  #startFresh({ workspace, flags }: NewAgentOptions): Agent {
    const sessionOptions = this.#sessionOptions ?? [];
    const agent = this.registry.start({ workspace, flags: { ...flags, sessionOptions } });
    if (this.#sessionOptions?.length === 0) this.#spare = agent;
    this.#sessionOptions = null;
    return agent;
  }

  /**
   * After a restart the pages come back to their sessions, so that nobody ever uses the agent that waits for one. Its pi
   * may still be loading; the page need not wait for that.
   */
  #endSpare(): void {
    const spare = this.#spare;
    this.#spare = null;
    if (spare && !this.registry.isUsed(spare)) this.#ending = this.end(spare.id).catch(this.onBug);
  }

  /** Resolves once the agent and its processes have ended. Throws a Refusal 404. */
  async end(id: string): Promise<void> {
    this.#workspaces.forget(this.registry.get(id));
    this.overview.onEnd(id);
    await this.registry.remove(id);
    this.#running?.note();
  }

  /** The workspace of the agent with this id. Rejects with a Refusal 404. */
  async workspace(id: string): ReturnType<Workspaces['of']> {
    return this.#workspaces.of(this.registry.get(id));
  }

  /** Runs `act` on the file of a session that nobody uses meanwhile. Throws a Refusal 404 or 409. */
  async useSessionFile(id: string, act: (file: string) => Promise<void>): Promise<void> {
    const file = await this.sessions.fileOf(id);
    const hold = new SessionHold();
    const isFree = !this.registry.withSession(file) && (await hold.claim(file));
    if (!isFree) throw new Refusal(409, 'session_in_use', 'session: an agent uses it. End that agent first.');
    try {
      await act(file);
    } finally {
      hold.release();
    }
  }

  /** The same conversation as a new session of another folder; resolves with its id. */
  async copySession(id: string, workspace: string): Promise<string> {
    return this.sessions.copy(id, await this.#folder(workspace));
  }

  completeFolder(typed: string): Promise<string[]> {
    return this.#folders.run('the folders could not be listed.', () => completeFolder(typed));
  }

  /** A disk does not answer: the thread that waits for it keeps the process alive. */
  get isStuck(): boolean {
    return this.#workspaces.isBusy || this.#folders.isBusy || this.sessions.isBusy;
  }

  /** Ends the agents and their processes, then the event streams, then the server. */
  async close(): Promise<void> {
    await this.#running?.close();
    await Promise.all([this.registry.close(), this.setup.close(), this.#ending]);
    this.overview.close();
    await this.sessions.close();
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

  async #folder(given: string | undefined): Promise<string> {
    if (given === undefined) return this.#options.workspace;
    if (given === '~' || given.startsWith('~/')) return this.#folder(path.join(homedir(), given.slice(1)));
    if (!path.isAbsolute(given)) throw new Refusal(400, 'bad_body', 'workspace: must be an absolute path.');
    const stats = await stat(given).catch(() => null);
    if (!stats?.isDirectory()) throw new Refusal(400, 'bad_body', `workspace: there is no folder ${given}.`);
    return path.resolve(given);
  }

  /** pi does not lock the file (any version): two of them would write two branches into it. */
  async #freeSessionFile(id: string, agent: Agent): Promise<string> {
    const file = await this.sessions.fileOf(id);
    const isTaken = await isHeld(file);
    const other = this.registry.withSession(file);
    if (other === agent) return file;
    if (!other && isTaken) throw heldElsewhere();
    if (!other) return file;
    throw new Refusal(
      409,
      'session_in_use',
      'Another agent of this panel uses this session: switch to that agent.',
    );
  }

  #getDemo(): Promise<Demo> {
    return (this.#demo ??= startDemo());
  }
}

function heldElsewhere(): Refusal {
  const message = 'Another panel on this machine uses this session: use that panel, or end it.';
  return new Refusal(409, 'session_in_use', message);
}
