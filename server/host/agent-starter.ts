// Starts agents: the first one, those that the user asks for, and those that the previous panel left behind.
import path from 'node:path';
import { abilitiesOf } from '../../shared/pi/abilities.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { NewAgent } from '../../shared/wire.ts';
import type { Agent } from '../agent/agent.ts';
import type { Program } from '../agent/process/program.ts';
import { namedFile, splitSessionOptions } from '../agent/process/session-options.ts';
import type { NewAgentOptions, Registry } from '../agent/registry.ts';
import { resolveFolder } from './folders.ts';
import type { Overview } from './overview.ts';
import { extensionFile } from '../pi-extensions.ts';
import type { LastRun, RunningAgent, RunningAgents } from './running-agents.ts';
import { heldElsewhere } from './session-access.ts';
import { isSession } from '../sessions/session-header.ts';
import { isHeld } from '../sessions/session-hold.ts';
import type { StoredSessions } from './stored-sessions.ts';

export interface AgentStarterOptions {
  registry: Registry;
  sessions: StoredSessions;
  overview: Overview;
  /** The list that outlives the panel; null if nothing should. */
  running: RunningAgents | null;
  program: Program;
  /** Absolute. The folder in which agents work by default. */
  workspace: string;
  /** Options for every pi. Those that choose or name a session are passed only to the first one. */
  piOptions: readonly string[];
  /** Whether every pi loads the panel's own extension. */
  withCompanion: boolean;
  /** Whether agents use the demo model by default. */
  isDemo: boolean;
  /** Ends the agent with this id. */
  end: (id: string) => Promise<void>;
  /** Whether the folder is in a worktree that is being removed. */
  isEnding: (folder: string) => boolean;
  onBug: (error: unknown) => void;
}

export class AgentStarter {
  readonly #options: AgentStarterOptions;
  readonly #piOptions: readonly string[];
  /**
   * The options that choose or name a session, for the first agent that is started without a session; null from then
   * on.
   */
  #sessionOptions: readonly string[] | null;
  /** The agent that was started before anybody asked for one. */
  #spare: Agent | null = null;
  #ending: Promise<void> = Promise.resolve();
  /** Sessions that pi had not written when the previous panel ended. Their agents begin them again under the same id. */
  readonly #restarted = new Set<string>();
  /** Resolves when the agents of the previous panel are back. */
  restored: Promise<void> = Promise.resolve();

  constructor(options: AgentStarterOptions) {
    this.#options = options;
    const { session, lasting } = splitSessionOptions(options.piOptions);
    [this.#piOptions, this.#sessionOptions] = [lasting, session];
  }

  /**
   * Starts the first agent before any page asks for one. If the previous panel left agents behind, starts nothing,
   * because they come back as soon as the port is known.
   */
  async openFirst(): Promise<void> {
    const { running, workspace } = this.#options;
    const isLeftOpen = this.#sessionOptions?.length === 0 && (await running?.hasAny(workspace));
    if (!isLeftOpen) await this.#startFirst();
  }

  /**
   * Starts the first agent. A session file among pi's options is shown while pi loads it, like one that was chosen on
   * the page.
   */
  async #startFirst(): Promise<void> {
    const { isDemo, registry, workspace } = this.#options;
    const named = namedFile(this.#sessionOptions ?? []);
    const sessionFile = named && path.resolve(workspace, named.file);
    if (!sessionFile || !(await isSession(sessionFile))) return void (await this.open({}));
    this.#sessionOptions = null;
    const sessionOptions = named.others;
    const extra = this.#piOptions;
    const flags = { sessionFile, sessionOptions, demo: isDemo, extra, companion: this.#companion };
    this.#announce(registry.start({ workspace, flags }));
  }

  /** Brings back the agents of the previous panel on this port. */
  restore(port: number): Promise<void> {
    return (this.restored = this.#restore(port).catch(this.#options.onBug));
  }

  async #restore(port: number): Promise<void> {
    const { registry, running, workspace } = this.#options;
    await running?.restore({ workspace, port }, async (agent) => {
      // The session or its folder may be gone, or another panel may have it. The agent then cannot come back.
      await this.#bringBack(agent).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
    });
    if (registry.all().length === 0) await this.open({});
  }

  async #bringBack({ isWorking, isUnsaved, endedAt, ...wanted }: RunningAgent): Promise<void> {
    const { registry, sessions } = this.#options;
    const { session, workspace, trust, demo = this.#options.isDemo } = wanted;
    const lastRun = { isInterrupted: isWorking, endedAt: endedAt ?? null };
    if (!isUnsaved || (await sessions.has(session))) return void (await this.open(wanted, lastRun));
    const canChooseId = abilitiesOf(this.#options.program.version).chooseSessionId;
    if (canChooseId) this.#restarted.add(session);
    const sessionId = canChooseId ? session : undefined;
    const flags = { sessionId, trust, demo, extra: this.#piOptions, companion: this.#companion };
    this.#announce(registry.start({ workspace: await resolveFolder(workspace), flags }), lastRun);
  }

  /** Whether an agent of this panel begins this session again. */
  isRestarted(session: string): boolean {
    return this.#restarted.has(session);
  }

  /** Starts an agent, or returns the one that already runs the session. Rejects with a Refusal. */
  async open(
    { workspace, session, trust, demo = this.#options.isDemo }: NewAgent,
    lastRun?: LastRun,
  ): Promise<{ agent: Agent; isNew: boolean }> {
    const { registry, sessions } = this.#options;
    const folder = workspace === undefined ? this.#options.workspace : await resolveFolder(workspace);
    const sessionFile = session && (await sessions.fileOf(session));
    if (session) await sessions.setEnded(session, false);
    const isTaken = sessionFile && (await isHeld(sessionFile));
    // This is checked after the last await, so that two pages that ask at once get the same agent.
    const running = sessionFile && registry.withSession(sessionFile);
    if (running) return { agent: running, isNew: false };
    if (isTaken) throw heldElsewhere();
    if (this.#options.isEnding(folder))
      throw new Refusal(409, 'worktree_ending', `The worktree ${folder} is being removed.`);
    const flags = { sessionFile, trust, demo, extra: this.#piOptions, companion: this.#companion };
    const agent = sessionFile
      ? registry.start({ workspace: folder, flags })
      : this.#startFresh({ workspace: folder, flags });
    this.#announce(agent, lastRun);
    if (sessionFile) this.#endSpare();
    return { agent, isNew: true };
  }

  #announce(agent: Agent, lastRun?: LastRun): void {
    const { onBug, overview } = this.#options;
    overview.onStart(agent, lastRun);
    overview.findPlace(agent).catch(onBug);
  }

  get #companion(): string | undefined {
    return this.#options.withCompanion ? extensionFile('companion') : undefined;
  }

  /** Returns an agent on a new session. The first one was started with the panel, before a page asked for it. */
  #startFresh({ workspace, flags }: NewAgentOptions): Agent {
    const sessionOptions = this.#sessionOptions ?? [];
    const agent = this.#options.registry.start({ workspace, flags: { ...flags, sessionOptions } });
    if (this.#sessionOptions?.length === 0) this.#spare = agent;
    this.#sessionOptions = null;
    return agent;
  }

  /**
   * Ends the agent that was started for pages but stays unused, because after a restart pages return to their own
   * sessions. Its pi may still be loading; the page does not wait for that.
   */
  #endSpare(): void {
    const spare = this.#spare;
    this.#spare = null;
    const { end, onBug, registry } = this.#options;
    if (spare && !registry.isUsed(spare)) this.#ending = end(spare.id).catch(onBug);
  }

  /** Resolves once the agent that nobody used has ended. */
  async close(): Promise<void> {
    await this.#ending;
  }
}
