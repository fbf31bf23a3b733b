// Radius has an MCP server beside its models. As pi's own sign-in offers, the entry of mcp.json that uses that sign-in for
// the server too (pi >= 1.0).

/** The MCP server of the gateway that pi's provider signs in to. */
export const RADIUS_MCP_URL = 'https://radius.pi.dev/mcp';

interface RadiusPlan {
  name: string;
  value: Record<string, unknown>;
}

/** `servers`: the entries of the user's mcp.json, of any shape. Returns null if one uses the sign-in already. */
export function planRadiusServer(servers: unknown): RadiusPlan | null {
  const entries = Object.entries(Object(servers) as Record<string, unknown>).map(
    ([name, value]) => [name, Object(value) as Record<string, unknown>] as const,
  );
  const known = entries.find(([, { url }]) => typeof url === 'string' && bare(url) === RADIUS_MCP_URL);
  const auth = { provider: 'radius' };
  if (known) {
    const [name, { oauth: _replaced, ...value }] = known;
    const { provider } = Object(value.auth) as { provider?: unknown };
    return provider === auth.provider ? null : { name, value: { ...value, auth } };
  }
  const taken = new Set(entries.map(([name]) => name.replaceAll('-', '_')));
  let name = 'radius';
  for (let n = 1; taken.has(name.replaceAll('-', '_')); n++)
    name = n === 1 ? 'radius-mcp' : `radius-mcp-${n}`;
  return { name, value: { url: RADIUS_MCP_URL, auth } };
}

const bare = (url: string): string => url.replace(/\/+$/, '');
