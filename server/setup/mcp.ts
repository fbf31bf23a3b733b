// MCP servers, through pi's own command line: their state and tools, and signing in to them.
import { Refusal } from '../../shared/refusal.ts';
import type { McpServer, McpServers } from '../../shared/mcp.ts';
import type { PiRun } from '../../shared/resources.ts';
import { captureOutput } from './capture-output.ts';
import type { PiRuns } from './pi-runs.ts';
import type { ResourceAgent } from './setup-resources.ts';

export interface McpAgent {
  pi: Pick<ResourceAgent['pi'], 'launchCommand'>;
  view: { can: { connectMcp: boolean } };
}

/** Lists the servers. pi connects to each server that is on, which takes as long as the slowest of them. */
export async function listMcpServers(agent: McpAgent): Promise<McpServers> {
  if (!agent.view.can.connectMcp) return { isSupported: false, servers: [], errors: [], note: null };
  const { stdout, stderr } = await captureOutput(await agent.pi.launchCommand(['mcp', 'list', '--json']));
  // The command fails if any server failed, but still prints the list.
  const list = parseList(stdout);
  if (!list) throw new Refusal(502, 'setup_failed', `pi mcp list: ${stderr.trim() || 'pi printed no list.'}`);
  const { errors = [], note = null, servers = [] } = list;
  return { isSupported: true, servers, errors, note };
}

export async function signInToMcp(
  agent: McpAgent,
  runs: PiRuns,
  { act, server }: { act: 'login' | 'logout'; server: string },
): Promise<PiRun> {
  const args = ['mcp', act, server];
  const launch = await agent.pi.launchCommand(args);
  return runs.start({ launch, title: `pi ${args.join(' ')}`, onDone: () => Promise.resolve() });
}

/**
 * Requests the address to which the browser was sent, for a browser that cannot reach pi. Only the address at which pi
 * waits is allowed. Rejects with a Refusal 400 for any other.
 */
export async function passRedirect(output: string, given: string): Promise<void> {
  const awaited = redirectIn(output);
  const address = URL.canParse(given) ? new URL(given) : null;
  const isAwaited = awaited && address?.origin === awaited.origin && address.pathname === awaited.pathname;
  if (!isAwaited)
    throw new Refusal(
      400,
      'bad_body',
      awaited
        ? `url: paste the whole address that the browser was sent to, which begins with ${awaited.href}.`
        : 'url: paste the whole address that the browser was sent to.',
    );
  const response = await fetch(address, { redirect: 'manual' }).catch(() => null);
  if (!response) throw new Refusal(409, 'not_awaited', 'pi no longer waits for it. Start the sign-in again.');
  await response.body?.cancel();
}

/**
 * Returns the address at which pi waits, from the authorization address that it printed. It is on this machine (in pi
 * 1.5.2).
 */
export function redirectIn(output: string): URL | null {
  for (const [text] of output.matchAll(/https?:\/\/\S+/g)) {
    const redirect = URL.canParse(text) && new URL(text).searchParams.get('redirect_uri');
    if (!redirect || !URL.canParse(redirect)) continue;
    const url = new URL(redirect);
    if (url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return url;
  }
  return null;
}

function parseList(text: string): { servers?: McpServer[]; errors?: string[]; note?: string } | null {
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf('{')));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
