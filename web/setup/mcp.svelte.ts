// The MCP servers that pi reports for this agent. pi connects to each of them first, so the request takes a while.
import { errorText } from '../../shared/error-text.ts';
import type { McpServers, McpState } from '../../shared/mcp.ts';
import { t, type Text } from '../language/text.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

export const MCP_STATES: Readonly<Record<McpState, Text>> = {
  connected: 'Connected',
  connecting: 'Connecting',
  disconnected: 'Disconnected',
  'needs-auth': 'Needs sign-in',
  failed: 'Failed',
  closed: 'Closed',
  disabled: 'Off',
};

export class McpServerList {
  /** Null until the servers are known. */
  all = $state.raw<McpServers | null>(null);
  failure = $state<string | null>(null);
  isReading = $state(false);
  readonly #agent: Pick<Agent, 'api' | 'path'>;

  constructor(agent: Pick<Agent, 'api' | 'path'>) {
    this.#agent = agent;
  }

  async read(): Promise<void> {
    this.isReading = true;
    try {
      this.all = await this.#agent.api.json<McpServers>(`${this.#agent.path}/setup/mcp`);
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    } finally {
      this.isReading = false;
    }
  }
}

/** Returns the entry of mcp.json for the entered values, or in `problem` what is missing or wrong. */
export function mcpEntry(entered: {
  name: string;
  /** A command line or an address. */
  target: string;
}): { name: string; value: Record<string, unknown> } | { problem: string } {
  const name = entered.name.trim();
  const target = entered.target.trim();
  if (!/^\w[\w-]*$/.test(name)) return { problem: t('Name: use letters, digits, hyphens and underscores.') };
  if (!target) return { problem: t('Command or URL: enter one.') };
  if (/^https?:\/\//.test(target))
    return URL.canParse(target)
      ? { name, value: { url: target } }
      : { problem: t('Command or URL: this is not a valid address.') };
  const [command = '', ...args] = splitCommand(target);
  return { name, value: { command, ...(args.length > 0 && { args }) } };
}

/** Splits a command line at spaces outside quotes. No shell is involved. */
function splitCommand(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}
