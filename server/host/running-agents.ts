// The list of running agents, kept in a file so that the next panel for the same workspace and port brings them back:
// each on its session, with the trust and the model that it was started with.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import path from 'node:path';
import * as v from 'valibot';
import { isLostAnswer } from '../../shared/view/lost-answer.ts';
import type { Agent } from '../agent/agent.ts';
import { replaceWholeFile } from '../lib/replace-whole-file.ts';
import { turns } from '../lib/turns.ts';

const stored = v.array(
  v.object({
    workspace: v.string(),
    /** Id of its session. */
    session: v.string(),
    trust: v.optional(v.boolean()),
    demo: v.optional(v.boolean()),
    /** Set before the first answer, because pi may not have written the session yet. */
    isUnsaved: v.optional(v.literal(true)),
    /** Whether it was working, or its last run was interrupted. */
    isWorking: v.boolean(),
    /** When its last run ended, so that a page still knows whether the user has seen the end. */
    endedAt: v.optional(v.number()),
  }),
);

export type RunningAgent = v.InferOutput<typeof stored>[number];

export interface LastRun {
  /** Whether its pi, or an earlier panel, ended in the middle of it. */
  isInterrupted: boolean;
  /** In ms since 1970; null if no run has ended. */
  endedAt: number | null;
}

export interface RunningAgentsOptions {
  folder: string;
  agents: () => readonly Agent[];
  /** How its last run ended. */
  lastRun: (agent: string) => LastRun;
  /** Whether agents use the demo model by default. */
  isDemo: boolean;
  onTrouble: (error: unknown) => void;
}

export class RunningAgents {
  readonly #options: RunningAgentsOptions;
  readonly #inTurn = turns();
  #file: string | null = null;
  #saved = '';
  /** Whether agents of the previous panel are still coming back. Until they all are, the file keeps them. */
  #isRestoring = true;

  constructor(options: RunningAgentsOptions) {
    this.#options = options;
  }

  /** Whether a panel for this workspace, on any port, left agents behind. */
  async hasAny(workspace: string): Promise<boolean> {
    const names = await readdir(this.#options.folder).catch((error: unknown) => this.#noAgents(error));
    const own = names.filter((name) => name.endsWith(`-${digestOf(workspace)}.json`));
    const lists = await Promise.all(own.map((name) => this.#read(path.join(this.#options.folder, name))));
    return lists.some((list) => list.length > 0);
  }

  /** Brings back the agents of the previous panel with `start`. From then on the file lists this panel's agents. */
  async restore(
    { workspace, port }: { workspace: string; port: number },
    start: (agent: RunningAgent) => Promise<void>,
  ): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    const file = path.join(this.#options.folder, `${port}-${digestOf(workspace)}.json`);
    for (const agent of await this.#read(file)) await start(agent).catch(this.#options.onTrouble);
    this.#file = file;
    this.#isRestoring = false;
    this.note();
  }

  /** Call this after anything that may have changed the list. It costs nothing if the list is the same. */
  note(): void {
    const file = this.#file;
    if (file === null || this.#isRestoring) return;
    const { agents, isDemo, lastRun } = this.#options;
    const list = agents().flatMap((agent) => describe(agent, { isDemo, ...lastRun(agent.id) }));
    const text = JSON.stringify(list);
    if (text === this.#saved) return;
    this.#saved = text;
    this.#inTurn(() => replaceWholeFile(file, text)).catch(this.#options.onTrouble);
  }

  /** Reads the list. An invalid file counts as empty. No session is lost by that. */
  async #read(file: string): Promise<RunningAgent[]> {
    try {
      return v.parse(stored, JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      return this.#noAgents(error);
    }
  }

  #noAgents(error: unknown): [] {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#options.onTrouble(error);
    return [];
  }

  /** Ends the updates of the file. The agents end with the panel, and come back with the next one. */
  async close(): Promise<void> {
    this.#file = null;
    await this.#inTurn(() => Promise.resolve());
  }
}

function describe(
  { view, pi }: Agent,
  { isDemo, isInterrupted, endedAt }: { isDemo: boolean } & LastRun,
): RunningAgent[] {
  const { trust, demo } = pi.flags;
  const { workspace, session, run, compaction, exit, entries } = view;
  // A session without a file cannot be continued. The prompt of an interrupted first run is back in the composer, so
  // that its session has no entry.
  if (!session?.file || (entries.length === 0 && !isInterrupted)) return [];
  const hasAnswer = entries.some(({ message }) => message.role === 'assistant' && !isLostAnswer(message));
  const isWorking = isInterrupted || (!exit && Boolean(run ?? compaction));
  return [
    {
      workspace,
      session: session.id,
      ...(trust !== undefined && { trust }),
      ...(demo !== isDemo && { demo }),
      ...(!hasAnswer && { isUnsaved: true as const }),
      isWorking,
      ...(endedAt !== null && { endedAt }),
    },
  ];
}

function digestOf(workspace: string): string {
  return hash('sha256', workspace).slice(0, 16);
}
