// Requests from a terminal's pi to the panel on this machine.
import type { AgentInfo, NewAgent, Stopped } from '../../shared/wire.ts';

export class PanelClient {
  /** The address that opens the page, with its token. */
  readonly link: string;
  /** The same address for other devices, if they can reach the panel. */
  readonly outside: string | null;

  constructor({ link, outside }: { link: string; outside: string | null }) {
    this.link = link;
    this.outside = outside;
  }

  async agents(): Promise<AgentInfo[]> {
    const response = await this.#request('agents');
    return ((await response.json()) as { agents: AgentInfo[] }).agents;
  }

  async open(agent: NewAgent): Promise<AgentInfo> {
    return (await (await this.#request('agents', { method: 'POST', body: agent })).json()) as AgentInfo;
  }

  /** Resolves once the run has ended, with the queued messages that pi did not get. */
  async stop(id: string): Promise<string[]> {
    const response = await this.#request(`agents/${encodeURIComponent(id)}/stop`, {
      method: 'POST',
      body: {},
    });
    return ((await response.json()) as { data: Stopped }).data.texts;
  }

  /** Resolves once the agent's process has ended, or at once if there was none. */
  async end(id: string): Promise<void> {
    await this.#request(`agents/${encodeURIComponent(id)}`, { method: 'DELETE' }, [404]);
  }

  /**
   * Returns the address of a page that shows this agent or, after a restart of the panel, the agent on this session.
   */
  linkTo({ id }: AgentInfo, session: string | null): string {
    const url = new URL(this.link);
    url.searchParams.set('agent', id);
    if (session !== null) url.searchParams.set('session', session);
    return url.href;
  }

  async #request(
    route: string,
    { method = 'GET', body }: { method?: string; body?: object } = {},
    alsoFine: number[] = [],
  ): Promise<Response> {
    const token = new URL(this.link).hash.slice('#t='.length);
    const response = await fetch(new URL(`api/${route}`, this.link), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok || alsoFine.includes(response.status)) return response;
    const { error } = (await response.json()) as { error: { message: string } };
    throw new Error(error.message);
  }
}
