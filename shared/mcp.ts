// The HTTP API's types for the MCP servers that pi connects to.

/** In pi's words (in pi 1.5.2). */
export type McpState =
  'connected' | 'connecting' | 'disconnected' | 'needs-auth' | 'failed' | 'closed' | 'disabled';

/** An MCP server as `pi mcp list --json` reports it. */
export interface McpServer {
  name: string;
  scope: 'global' | 'project';
  /** The file that defines it. */
  source: string;
  /** The project's file that turns it on or off. */
  override?: string;
  enabled: boolean;
  exposure: string;
  /** Its address, or its command line. */
  transport: string;
  /** The provider whose credentials pi uses to sign in to the server. */
  authProvider?: string;
  state: McpState;
  tools: string[];
  /** The tools whose exposure differs from the server's. */
  toolExposure?: Record<string, string>;
  error?: string;
}

/** GET /api/agents/:agent/setup/mcp */
export interface McpServers {
  /** Whether this pi connects to MCP servers itself (pi >= 0.99). */
  isSupported: boolean;
  servers: McpServer[];
  /** Entries of the files that pi left out, and why. */
  errors: string[];
  /** pi's remark, such as that the project is not trusted. */
  note: string | null;
}
