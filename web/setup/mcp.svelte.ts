// The MCP servers that pi reports for this agent. pi connects to each of them first, so the request takes a while.
import type { McpServers, McpState } from '../../shared/mcp.ts';
import { t, type Text } from '../language/text.ts';
import { Resource } from '../lib/requests/resource.svelte.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import { splitCommand } from '../lib/format/command-line.ts';

export const MCP_STATES: Readonly<Record<McpState, Text>> = {
  connected: 'Connected',
  connecting: 'Connecting',
  disconnected: 'Disconnected',
  'needs-auth': 'Needs sign-in',
  failed: 'Failed',
  closed: 'Closed',
  disabled: 'Off',
};

export const mcpServersOf = ({ api, path }: Pick<Agent, 'api' | 'path'>): Resource<McpServers> =>
  new Resource((signal) => api.json<McpServers>(`${path}/setup/mcp`, { signal }));

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
      : { problem: t("Command or URL: this isn't a valid address.") };
  const [command = '', ...args] = splitCommand(target);
  return { name, value: { command, ...(args.length > 0 && { args }) } };
}
