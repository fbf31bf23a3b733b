// The TCP ports on which programs of an agent's commands listen, such as a dev server. They are looked for while a page
// shows the agent: while a command runs, a while after that, and as long as there are any.
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { View } from '../../shared/view/view.ts';
import { portsOf } from './process/listening.ts';
import { findMarked, listBelow } from './process/processes.ts';

/** In ms. */
const EVERY_MS = 2000;
/** A program in the background may need so long after its command to listen, in ms. */
const AFTER_MS = 60_000;

export interface AgentPortsOptions {
  pi: {
    readonly pid: number | undefined;
    /** The marker of everything that pi has started, also of what outlasts its command. */
    readonly run: string | undefined;
  };
  view: () => View;
  isFollowed: () => boolean;
  emit: (event: ViewEvent) => void;
  onBug: (error: unknown) => void;
  everyMs?: number;
}

export class AgentPorts {
  readonly #options: AgentPortsOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #until = 0;
  #isClosed = false;

  constructor(options: AgentPortsOptions) {
    this.#options = options;
  }

  /** Call this with each event after it was folded. */
  onEvent({ type }: ViewEvent): void {
    if (type !== 'tool_execution_start' && type !== 'tool_execution_end' && type !== 'panel_bash_start')
      return;
    this.#until = Date.now() + AFTER_MS;
    this.start();
  }

  /** Call this when a page begins to show the agent. */
  start(): void {
    if (this.#timer || this.#isClosed || !this.#isNeeded) return;
    const { everyMs = EVERY_MS, onBug } = this.#options;
    this.#timer = setTimeout(() => void this.#look().catch(onBug), everyMs).unref();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** A port that is known may have been closed. */
  get #isNeeded(): boolean {
    const { isFollowed, view } = this.#options;
    const { exit, ports, toolRuns } = view();
    if (exit || !isFollowed()) return false;
    if (ports.length > 0 || Date.now() < this.#until) return true;
    return Object.values(toolRuns).some(({ state }) => state === 'running');
  }

  async #look(): Promise<void> {
    try {
      const { pi, view, emit } = this.#options;
      const { pid, run } = pi;
      if (pid === undefined || run === undefined) return;
      const [below, marked] = await Promise.all([listBelow(pid).catch(() => []), findMarked(run)]);
      const pids = new Set([...below.map((one) => one.pid), ...marked]);
      const ports = (await portsOf([...pids])).map(({ port }) => port);
      if (this.#isClosed || view().exit || JSON.stringify(ports) === JSON.stringify(view().ports)) return;
      emit({ type: 'panel_ports', ports });
    } finally {
      this.#timer = null;
      this.start();
    }
  }
}
