// MCP servers for the suites: one that pi starts, and one over HTTP that wants an OAuth sign-in, with its authorization
// server.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The source of a server that pi starts. */
export const STDIO_SERVER = `
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  const result = method === 'initialize'
    ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'clock', version: '1' } }
    : method === 'tools/list' ? { tools: [{ name: 'tell_time', description: 'Tells the time', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] } : {};
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
`;

export interface McpOAuthServer {
  /** The address of the MCP server. */
  url: string;
  accessToken: string;
  close: () => Promise<void>;
}

export async function startMcpOAuthServer(): Promise<McpOAuthServer> {
  const accessToken = 'mcp-token-planted-0123456789';
  const server = createServer((request, response) => {
    const json = (body: object, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const address = new URL(request.url ?? '', origin);
    if (address.pathname === '/mcp') {
      if (request.headers.authorization !== `Bearer ${accessToken}`) {
        const metadata = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
        response.writeHead(401, { 'www-authenticate': metadata }).end();
      } else if (request.method !== 'POST') response.writeHead(405).end();
      else
        void bodyOf(request).then((text) => {
          const { id, method } = JSON.parse(text) as { id?: number; method: string };
          if (id === undefined) response.writeHead(202).end();
          else json({ jsonrpc: '2.0', id, result: resultOf(method) });
        });
    } else if (address.pathname.startsWith('/.well-known/oauth-protected-resource'))
      json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
    else if (address.pathname.startsWith('/.well-known/'))
      json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      });
    else if (address.pathname === '/register')
      void bodyOf(request).then((text) => json({ client_id: 'pi', ...(JSON.parse(text) as object) }, 201));
    else if (address.pathname === '/token')
      json({ access_token: accessToken, token_type: 'Bearer', expires_in: 3600 });
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/mcp`,
    accessToken,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function resultOf(method: string): object {
  if (method === 'tools/list') return { tools: [{ name: 'search_docs', inputSchema: { type: 'object' } }] };
  const serverInfo = { name: 'docs', version: '1' };
  return method === 'initialize'
    ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }
    : {};
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
