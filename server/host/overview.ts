// The agents list, kept current on every page by one small stream: a row is sent when it has changed, but less often if
// only its text has, so that working agents cost almost nothing.
import path from 'node:path';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { SessionInfo } from '../../shared/view/view.ts';
import {
  dialogInList,
  summarizeAgent,
  type AgentStatus,
  type GitPlace,
  type OverviewAgent,
  type OverviewFrame,
} from '../../shared/overview.ts';
import type { Agent } from '../agent/agent.ts';
import { readGitPlace } from '../git/git-place.ts';
import type { Follower } from '../agent/feed/fan-out.ts';

/** Ten agents that stream 100 tokens a second make 85 kB/s (measured); ten changed rows in this time, 1.5 % of that. */
const LINE_MS = 2000;
/** A run that starts and fails at once is one change. */
const STATE_MS = 100;

/** The sources of a row. */
type Listed = Pick<Agent, 'id' | 'workspace' | 'view'> & { feed: Pick<Agent['feed'], 'isFollowed'> };

interface Watched {
  agent: Listed;
  unread: number;
  endedAt: number | null;
  isInterrupted: boolean;
  git: GitPlace | null;
  row: OverviewAgent;
  timer: NodeJS.Timeout | null;
  /** `performance.now()` at which the timer fires. */
  dueAt: number;
}

interface Reader extends Follower {
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

  /** `isInterrupted`: the agent is brought back, and the panel exited during its run. */
  onStart(agent: Listed, { isInterrupted = false } = {}): void {
    const facts = { agent, unread: 0, endedAt: null, isInterrupted, git: null };
    const row = makeRow(facts, Date.now());
    this.#watched.set(agent.id, { ...facts, row, timer: null, dueAt: Infinity });
    this.#options.onRow?.(row);
    this.#tell(agent.id);
  }

  onEvent(agent: Listed, event: Pick<ViewEvent, 'type'>): void {
    const watched = this.#watched.get(agent.id);
    if (!watched) return;
    const hasEnded = event.type === 'agent_settled' || event.type === 'panel_exit';
    if (hasEnded) watched.endedAt = Date.now();
    if (hasEnded && !agent.feed.isFollowed) watched.unread += 1;
    if (event.type === 'agent_start') watched.isInterrupted = false;
    this.#updateWithin(watched, isNews(agent, watched) ? STATE_MS : LINE_MS);
  }

  /** Asks git about the folder that the agent works in. */
  async findPlace({ id, workspace }: Pick<Listed, 'id' | 'workspace'>): Promise<void> {
    const git = await readGitPlace(workspace);
    const watched = this.#watched.get(id);
    if (!watched) return;
    watched.git = git;
    this.#updateWithin(watched, 0);
  }

  /** A page starts following the agent. */
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

  /** For other panels. A first message may reveal more than they should know; a name is meant to be read. */
  get statuses(): AgentStatus[] {
    this.#updateAll();
    return [...this.#watched.values()].map(({ row: { workspace, session, state, since } }) => ({
      folder: path.basename(workspace),
      session: session?.name ?? '',
      state,
      since,
    }));
  }

  /** Begins with a frame of all agents. */
  follow(): Follower {
    let isGreeted = false;
    const reader: Reader = {
      changed: new Set(),
      gone: new Set(),
      onReady: null,
      takeUnsent: () => {
        if (isGreeted && reader.changed.size + reader.gone.size === 0) return null;
        if (!isGreeted) this.#updateAll();
        const ids = isGreeted ? [...reader.changed] : [...this.#watched.keys()];
        const agents = ids.flatMap((id) => this.#watched.get(id)?.row ?? []);
        const frame: OverviewFrame = {
          agents,
          ...(reader.gone.size > 0 && { gone: [...reader.gone] }),
          ...(!isGreeted && { isAll: true }),
          revision: (this.#revision = Math.max(Date.now(), this.#revision + 1)),
        };
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
    watched.timer = setTimeout(() => this.#update(watched), ms);
  }

  /** A request for all agents gets their current state. */
  #updateAll(): void {
    for (const watched of this.#watched.values()) if (watched.timer) this.#update(watched);
  }

  #update(watched: Watched): void {
    clearTimeout(watched.timer ?? undefined);
    watched.timer = null;
    const { agent, row: before } = watched;
    const row = makeRow(watched, before.since);
    if (row.state !== before.state) row.since = Date.now();
    if (JSON.stringify(row) === JSON.stringify(before)) return;
    watched.row = row;
    this.#options.onRow?.(row);
    this.#tell(agent.id);
  }

  #tell(id: string): void {
    for (const reader of this.#readers) {
      reader.changed.add(id);
      reader.onReady?.();
    }
  }
}

/** A change that the user is waiting for or acts on: another state, question or name. */
function isNews({ view }: Listed, { unread, row }: Watched): boolean {
  const { dialogs, session } = view;
  if (summarizeAgent(view, unread).state !== row.state) return true;
  if (row.dialog !== null && dialogs[0]?.id !== row.dialog.id) return true;
  return session?.name !== row.session?.name || session?.firstMessage !== row.session?.firstMessage;
}

type Facts = Pick<Watched, 'agent' | 'unread' | 'endedAt' | 'isInterrupted' | 'git'>;

function placeOf({ id, name, firstMessage }: SessionInfo): OverviewAgent['session'] {
  return { id, ...(name && { name }), ...(firstMessage && { firstMessage }) };
}

function makeRow({ agent, unread, endedAt, isInterrupted, git }: Facts, since: number): OverviewAgent {
  const { id, workspace, view } = agent;
  const { session, stats, model } = view;
  return {
    id,
    workspace,
    session: session && placeOf(session),
    ...summarizeAgent(view, unread),
    since,
    cost: stats?.cost ?? null,
    unread,
    model: model?.id ?? null,
    dialog: dialogInList(view),
    endedAt,
    ...(isInterrupted && { isInterrupted }),
    ...(git && { git }),
  };
}
