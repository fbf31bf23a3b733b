// The agents list, which one small stream keeps current on every page. A row is sent when it has changed, but less
// often if only its text has, so that working agents cost almost nothing.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import {
  summarizeAgent,
  type AgentStatus,
  type OverviewAgent,
  type OverviewFrame,
} from '../../shared/overview.ts';
import type { Agent } from '../agent/agent.ts';
import { readGitPlace } from '../git/worktrees.ts';
import { ifThere } from '../lib/if-there.ts';
import type { Follower } from '../agent/feed/fan-out.ts';
import { Interruption } from './interruption.ts';
import type { LastRun } from './running-agents.ts';
import { makeRow, splitRows, type RowFacts } from './overview-rows.ts';

/**
 * How often changed lines are sent. Ten agents that write 100 tokens a second each make 16 kB/s (measured). Ten changed
 * lines in this time are about 1.5 % of that.
 */
const LINE_MS = 2000;
/** How long to wait for further changes of the state. A run that starts and fails at once is then one change. */
const STATE_MS = 100;
/** A timer fires up to this much too early or too late. */
const TIMER_MS = 20;

const NO_RUN: LastRun = { isInterrupted: false, endedAt: null };

type Listed = Pick<Agent, 'id' | 'workspace' | 'view'> & { feed: Pick<Agent['feed'], 'isFollowed'> };

interface Watched extends Omit<RowFacts, 'isInterrupted'> {
  agent: Listed;
  interruption: Interruption;
  isWorking: boolean;
  /** The id of its session, once known. */
  session: string | undefined;
  row: OverviewAgent;
  timer: NodeJS.Timeout | null;
  /** `performance.now()` at which the timer fires. */
  dueAt: number;
}

interface Reader extends Follower {
  /** The rows as they were last sent. */
  sent: Map<string, OverviewAgent>;
  changed: Set<string>;
  gone: Set<string>;
}

export interface OverviewOptions {
  /** Called with every changed row, and with the first row of an agent. */
  onRow?: (row: OverviewAgent) => void;
}

export class Overview {
  readonly #options: OverviewOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #readers = new Set<Reader>();
  #revision = 0;

  constructor(options: OverviewOptions = {}) {
    this.#options = options;
  }

  /** Adds an agent. One that was brought back after a restart of the panel has a last run. */
  onStart(agent: Listed, { isInterrupted, endedAt }: LastRun = NO_RUN): void {
    const facts = { agent, unread: 0, endedAt, isWorking: false, git: null, isFolderGone: false };
    const row = makeRow({ ...facts, isInterrupted }, Date.now());
    const session = agent.view.session?.id;
    const interruption = new Interruption(isInterrupted);
    this.#watched.set(agent.id, { ...facts, interruption, session, row, timer: null, dueAt: Infinity });
    this.#options.onRow?.(row);
    this.#notifyReaders([agent.id]);
  }

  onEvent(agent: Listed, event: Pick<ViewEvent, 'type'>): void {
    const watched = this.#watched.get(agent.id);
    if (!watched) return;
    this.#followSession(watched, agent.view.session?.id);
    const hasEnded = event.type === 'agent_settled';
    if (hasEnded) watched.endedAt = Date.now();
    if (hasEnded && !agent.feed.isFollowed) watched.unread += 1;
    watched.interruption.onEvent(event.type, { view: agent.view, wasWorking: watched.isWorking });
    watched.isWorking = Boolean(agent.view.run ?? agent.view.compaction);
    this.#updateWithin(watched, isNews(agent, watched) ? STATE_MS : untilNextTick());
  }

  /** The end of a run in another session is not news of this one. */
  #followSession(watched: Watched, session = watched.session): void {
    if (watched.session !== undefined && session !== watched.session) {
      watched.endedAt = null;
      watched.unread = 0;
    }
    watched.session = session;
  }

  lastRun(id: string): LastRun {
    const watched = this.#watched.get(id);
    return watched ? { isInterrupted: watched.interruption.isShown, endedAt: watched.endedAt } : NO_RUN;
  }

  /** Looks at the folder that the agent works in, and asks git about it. One that is gone keeps its last place in git. */
  async findPlace({ id, workspace }: Pick<Listed, 'id' | 'workspace'>): Promise<void> {
    const isFolderGone = (await ifThere(stat(workspace))) === undefined;
    const git = isFolderGone ? null : await readGitPlace(workspace);
    const watched = this.#watched.get(id);
    if (!watched) return;
    watched.isFolderGone = isFolderGone;
    if (!isFolderGone) watched.git = git;
    this.#updateWithin(watched, 0);
  }

  /** Call this when files of the agent have changed, or a page shows it: its folder may be gone, or back. */
  async checkFolder(agent: Pick<Listed, 'id' | 'workspace'>): Promise<void> {
    const isGone = (await ifThere(stat(agent.workspace))) === undefined;
    const watched = this.#watched.get(agent.id);
    if (watched && isGone !== watched.isFolderGone) await this.findPlace(agent);
  }

  /** Call this when a page starts following the agent. */
  onSeen(id: string): void {
    const watched = this.#watched.get(id);
    if (!watched || watched.unread === 0) return;
    watched.unread = 0;
    this.#updateWithin(watched, 0);
  }

  onEnd(id: string): void {
    const watched = this.#watched.get(id);
    if (!watched) return;
    clearTimeout(watched.timer ?? undefined);
    this.#watched.delete(id);
    for (const reader of this.#readers) {
      reader.changed.delete(id);
      reader.gone.add(id);
      reader.onReady?.();
    }
  }

  /**
   * The states for other panels. They include session names, but not first messages, which may reveal more than another
   * panel should know.
   */
  get statuses(): AgentStatus[] {
    this.#updateAll();
    return [...this.#watched.values()].map(({ row: { workspace, session, state, since } }) => ({
      folder: path.basename(workspace),
      session: session?.name ?? '',
      state,
      since,
    }));
  }

  /**
   * Adds a follower, which begins with a frame of all agents. `isCompact`: whether later frames have only the changed
   * fields.
   */
  follow({ isCompact = false } = {}): Follower {
    let isGreeted = false;
    const reader: Reader = {
      sent: new Map(),
      changed: new Set(),
      gone: new Set(),
      onReady: null,
      takeUnsent: () => {
        if (isGreeted && reader.changed.size + reader.gone.size === 0) return null;
        if (!isGreeted) this.#updateAll();
        const ids = isGreeted ? [...reader.changed] : [...this.#watched.keys()];
        const rows = ids.flatMap((id) => this.#watched.get(id)?.row ?? []);
        const { agents, changes } = isCompact ? splitRows(rows, reader.sent) : { agents: rows, changes: [] };
        const frame: OverviewFrame = {
          agents,
          ...(changes.length > 0 && { changes }),
          ...(reader.gone.size > 0 && { gone: [...reader.gone] }),
          ...(!isGreeted && { isAll: true }),
          revision: (this.#revision = Math.max(Date.now(), this.#revision + 1)),
        };
        if (isCompact) for (const row of rows) reader.sent.set(row.id, row);
        for (const id of reader.gone) reader.sent.delete(id);
        reader.changed.clear();
        reader.gone.clear();
        isGreeted = true;
        return Buffer.from(`event: overview\ndata: ${JSON.stringify(frame)}\n\n`);
      },
      close: () => this.#readers.delete(reader),
    };
    this.#readers.add(reader);
    return reader;
  }

  close(): void {
    for (const { timer } of this.#watched.values()) clearTimeout(timer ?? undefined);
    this.#watched.clear();
  }

  #updateWithin(watched: Watched, ms: number): void {
    const dueAt = performance.now() + ms;
    if (watched.timer && watched.dueAt <= dueAt) return;
    clearTimeout(watched.timer ?? undefined);
    watched.dueAt = dueAt;
    watched.timer = setTimeout(() => this.#updateDue(), ms);
  }

  /**
   * Updates all rows that are due. Timers that are due at the same time fire one after the other, but their changes are
   * sent in one frame.
   */
  #updateDue(): void {
    const now = performance.now() + TIMER_MS;
    const due = [...this.#watched.values()].filter(({ timer, dueAt }) => timer && dueAt <= now);
    this.#notifyReaders(due.flatMap((watched) => (this.#refresh(watched) ? watched.agent.id : [])));
  }

  /** Updates all rows, so that a request for all agents gets their current state. */
  #updateAll(): void {
    for (const watched of this.#watched.values())
      if (watched.timer && this.#refresh(watched)) this.#notifyReaders([watched.agent.id]);
  }

  /** Returns whether the row has changed. */
  #refresh(watched: Watched): boolean {
    clearTimeout(watched.timer ?? undefined);
    watched.timer = null;
    const { row: before } = watched;
    const row = makeRow({ ...watched, isInterrupted: watched.interruption.isShown }, before.since);
    if (row.state !== before.state) row.since = Date.now();
    if (JSON.stringify(row) === JSON.stringify(before)) return false;
    watched.row = row;
    this.#options.onRow?.(row);
    return true;
  }

  #notifyReaders(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const reader of this.#readers) {
      for (const id of ids) reader.changed.add(id);
      reader.onReady?.();
    }
  }
}

/**
 * Returns the time until the next tick, which is the same moment for all agents, so that their changes are sent in one
 * frame.
 */
function untilNextTick(): number {
  return LINE_MS - (performance.now() % LINE_MS);
}

/** Whether the user waits for the change or acts on it: another state, question or name. */
function isNews({ view }: Listed, { unread, row }: Watched): boolean {
  const { dialogs, session } = view;
  if (summarizeAgent(view, unread).state !== row.state) return true;
  if (row.dialog !== null && dialogs[0]?.id !== row.dialog.id) return true;
  return session?.name !== row.session?.name || session?.firstMessage !== row.session?.firstMessage;
}
