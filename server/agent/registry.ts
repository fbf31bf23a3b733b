// The running agents by their ids. Each has its own workspace. Two agents never run the same session, because pi takes
// no lock and both would write the file (in any version).
import { randomBytes } from 'node:crypto';
import { Refusal } from '../../shared/refusal.ts';
import type { AgentNotice } from '../../shared/setup.ts';
import type { View } from '../../shared/view/view.ts';
import type { AgentInfo } from '../../shared/wire.ts';
import { Agent, type AgentOptions } from './agent.ts';

const MAX_AGENTS = 32;

export type NewAgentOptions = Pick<AgentOptions, 'workspace' | 'flags'>;
type SharedOptions = Omit<AgentOptions, 'id' | 'workspace' | 'flags'>;

export class Registry {
  readonly #shared: SharedOptions;
  readonly #agents = new Map<string, Agent>();
  readonly #named = new Set<string>();
  readonly #ended = new Set<string>();
  /** The agents that are changing to these session files. */
  readonly #reserved = new Map<string, Agent>();

  constructor(shared: SharedOptions) {
    this.#shared = shared;
  }

  /** Returns the agent at once; its view says whether pi is ready or failed to start. Throws a Refusal 429. */
  start({ workspace, flags }: NewAgentOptions): Agent {
    if (this.#agents.size >= MAX_AGENTS) {
      throw new Refusal(429, 'too_many_agents', `${MAX_AGENTS} agents are running: end one first.`);
    }
    const agent = new Agent({ ...this.#shared, workspace, flags, id: randomBytes(3).toString('hex') });
    this.#agents.set(agent.id, agent);
    agent.lifecycle.start().catch(this.#shared.onBug);
    return agent;
  }

  /** Returns the agent, and remembers that a request has named it. */
  find(id: string): Agent | undefined {
    const agent = this.#agents.get(id);
    if (agent) this.#named.add(id);
    return agent;
  }

  /** Whether any request has named the agent: a page follows it, or a program uses it. */
  isUsed({ id }: Agent): boolean {
    return this.#named.has(id);
  }

  /** Whether the agent was ended on purpose. A page must then not start its session again. */
  hasEnded(id: string): boolean {
    return this.#ended.has(id);
  }

  /** Returns the agent, or throws a Refusal 404. */
  get(id: string): Agent {
    const agent = this.find(id);
    if (agent) return agent;
    throw new Refusal(
      404,
      'unknown_agent',
      'No agent has this id. It was closed, or the panel was restarted.',
    );
  }

  /** Returns the agent that runs this session file, or is changing to it. */
  withSession(file: string): Agent | undefined {
    const changing = this.#reserved.get(file);
    return changing ?? [...this.#agents.values()].find((agent) => agent.session.path === file);
  }

  /** Runs `act`, in which the agent changes to this session file. */
  async reserve<T>(file: string, agent: Agent, act: () => Promise<T>): Promise<T> {
    this.#reserved.set(file, agent);
    try {
      return await act();
    } finally {
      this.#reserved.delete(file);
    }
  }

  all(): Agent[] {
    return [...this.#agents.values()];
  }

  views(): View[] {
    return this.all().map((agent) => agent.view);
  }

  list(): AgentInfo[] {
    return [...this.#agents.values()].map((agent) => agent.info);
  }

  /** Call this when credentials or models changed. Resolves to how each agent picked them up. */
  informOfCredentials(): Promise<AgentNotice[]> {
    return Promise.all([...this.#agents.values()].map((agent) => agent.lifecycle.onCredentials()));
  }

  /** Ends the agent, and tells its pages that it is gone for good. */
  async remove(id: string): Promise<void> {
    const agent = this.get(id);
    this.#agents.delete(id);
    this.#ended.add(id);
    this.#named.delete(id);
    await agent.close();
    agent.feed.announceGone();
  }

  /** Ends all agents without telling their pages, which look for their agents again in the next panel. */
  async close(): Promise<void> {
    const agents = [...this.#agents.values()];
    this.#agents.clear();
    await Promise.all(agents.map((agent) => agent.close()));
  }
}
