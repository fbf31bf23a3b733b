// The wiring: what one running panel is made of, and in which order it starts and ends.
import { stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../shared/refusal.ts';
import type { EntriesPage, NewAgent, StoredSession } from '../shared/wire.ts';
import type { Agent } from './agent/agent.ts';
import { childEnvironment, type Program } from './agent/process/program.ts';
import { Registry } from './agent/registry.ts';
import { EntryMetadata } from './agent/session/entry-metadata.ts';
import { startDemo, type Demo } from './demo/demo.ts';
import { DiskLanes } from './disk-lanes.ts';
import type { GateOptions } from './gate/gate.ts';
import { findSessionPlace, type SessionPlace } from './sessions/agent-dir.ts';
import { findSession, listSessions } from './sessions/list.ts';
import { isHeld } from './sessions/session-hold.ts';
import { Workspaces } from './workspaces.ts';

/** pi reads it as TypeScript. */
const COMPANION = fileURLToPath(new URL('companion/companion.ts', import.meta.url));

export interface HostOptions {
  /** Absolute; agents work here unless they are told otherwise. */
  workspace: string;
  program: Program;
  /** Passed on to every pi. */
  piOptions: readonly string[];
  /** Every pi loads the panel's own extension. */
  withCompanion: boolean;
  /** Every agent runs on the demo model unless it is told otherwise. */
  isDemo: boolean;
  gate: Omit<GateOptions, 'port'>;
  /**
   * Where the panel keeps what pi does not: what waits in queues, and how messages were typed; absolute. Without it,
   * neither outlives the panel.
   */
  stateFolder?: string;
  /** A factor on how long what does not answer is waited for, before it is said to be silent: pi, a disk. */
  patience?: number | undefined;
  /** Serves the page itself. */
  page: MiddlewareHandler;
  /** Names the page's build. */
  build: string;
  onBug: (error: unknown) => void;
}

export class Host {
  readonly registry: Registry;
  readonly gate: GateOptions;
  readonly page: MiddlewareHandler;
  readonly onBug: (error: unknown) => void;
  /** Set once the server listens. */
  server: Server | null = null;
  readonly #options: HostOptions;
  readonly #workspaces: Workspaces;
  readonly #sessionLanes: DiskLanes;
  #demo: Promise<Demo> | null = null;
  #place: Promise<SessionPlace> | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#workspaces = new Workspaces(options.patience);
    this.#sessionLanes = new DiskLanes(options.patience);
    this.gate = { ...options.gate, port: () => this.port };
    this.page = options.page;
    this.onBug = options.onBug;
    const { stateFolder } = options;
    this.registry = new Registry({
      build: options.build,
      program: options.program,
      env: childEnvironment(process.env),
      queueFolder: stateFolder && path.join(stateFolder, 'queues'),
      notes: new EntryMetadata({
        file: stateFolder ? path.join(stateFolder, 'rows.jsonl') : null,
        onTrouble: options.onBug,
      }),
      patience: options.patience,
      demo: () => this.#startedDemo(),
      findSession: (id, agent) => this.#freeSessionFile(id, agent),
      onFileWritten: (agent, path) => void this.#workspaces.note(agent, path),
    });
  }

  get port(): number {
    const address = this.server?.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  get basePath(): string {
    return this.#options.gate.basePath ?? '';
  }

  /** Starts an agent, or gives the one that runs the wanted session already. */
  async open({
    workspace,
    session,
    trust,
    demo = this.#options.isDemo,
  }: NewAgent): Promise<{ agent: Agent; isNew: boolean }> {
    const folder = await this.#folder(workspace);
    const sessionFile = session && (await this.#sessionFile(session));
    const isTaken = sessionFile && (await isHeld(sessionFile));
    // Looked up after the last wait, so that two pages that ask at once get one agent.
    const running = sessionFile && this.registry.withSession(sessionFile);
    if (running) return { agent: running, isNew: false };
    if (isTaken) throw heldElsewhere();
    const { piOptions: extra, withCompanion } = this.#options;
    const flags = { sessionFile, trust, demo, extra, companion: withCompanion ? COMPANION : undefined };
    return { agent: this.registry.start({ workspace: folder, flags }), isNew: true };
  }

  /** Resolves once the agent and what it started are gone. Throws a Refusal 404. */
  async end(id: string): Promise<void> {
    this.#workspaces.forget(this.registry.get(id));
    await this.registry.remove(id);
  }

  workspace(agent: Agent): ReturnType<Workspaces['of']> {
    return this.#workspaces.of(agent);
  }

  async sessions(workspace: string | undefined, query: string | undefined): Promise<StoredSession[]> {
    return this.#sessionLanes.run('the sessions could not be listed.', async () => {
      const place = await this.#sessionPlace();
      return listSessions({ ...place, ...(workspace && { workspace }), ...(query && { query }) });
    });
  }

  olderEntries(agent: Agent, before: string, limit: number): Promise<EntriesPage> {
    return this.#sessionLanes.run('earlier messages could not be read.', () =>
      agent.session.entriesBefore(before, limit),
    );
  }

  /** A disk does not answer: a process with a thread in its hands cannot end by itself. */
  get isStuck(): boolean {
    return this.#workspaces.isBusy || this.#sessionLanes.isBusy;
  }

  /** Ends the agents and what they started, then the streams to the pages, then the server. */
  async close(): Promise<void> {
    await this.registry.close();
    this.#workspaces.close();
    const demo = await this.#demo;
    await demo?.close();
    const { server } = this;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    // Event streams never end by themselves.
    server.closeAllConnections();
    await closed;
  }

  async #folder(given: string | undefined): Promise<string> {
    if (given === undefined) return this.#options.workspace;
    if (!path.isAbsolute(given)) throw new Refusal(400, 'bad_body', 'workspace: is not an absolute path.');
    const stats = await stat(given).catch(() => null);
    if (!stats?.isDirectory()) throw new Refusal(400, 'bad_body', `workspace: there is no folder ${given}.`);
    return path.resolve(given);
  }

  async #sessionFile(id: string): Promise<string> {
    const file = await findSession(id, await this.#sessionPlace());
    if (file) return file;
    throw new Refusal(404, 'unknown_session', 'session: there is no stored session with this id.');
  }

  /** pi takes no lock: two of them on one file would write it into two branches (any version). */
  async #freeSessionFile(id: string, agent: Agent): Promise<string> {
    const file = await this.#sessionFile(id);
    const isTaken = await isHeld(file);
    const other = this.registry.withSession(file);
    if (other === agent) return file;
    if (!other && isTaken) throw heldElsewhere();
    if (!other) return file;
    throw new Refusal(
      409,
      'session_in_use',
      'Another agent of this panel is on this session: switch to that one.',
    );
  }

  #sessionPlace(): Promise<SessionPlace> {
    return (this.#place ??= this.#findSessionPlace());
  }

  async #findSessionPlace(): Promise<SessionPlace> {
    const { workspace, piOptions, isDemo } = this.#options;
    const flag = piOptions.indexOf('--session-dir');
    const sessionDir = flag === -1 ? undefined : piOptions[flag + 1];
    const env = { ...process.env, ...(isDemo && (await this.#startedDemo()).env) };
    return findSessionPlace({ workspace, env, ...(sessionDir && { sessionDir }) });
  }

  #startedDemo(): Promise<Demo> {
    return (this.#demo ??= startDemo());
  }
}

function heldElsewhere(): Refusal {
  const message = 'Another panel on this machine works on this session: use that one, or end it.';
  return new Refusal(409, 'session_in_use', message);
}
