// The JSON schema of mcp.json, from pi's documentation (docs/mcp.md of pi 1.6.0), because pi comes with none for this
// file.

const EXPOSURE = { enum: ['codemode', 'deferred', 'direct', 'hidden'] };
const TEXTS = { type: 'object', additionalProperties: { type: 'string' } };
const VALUES =
  'Values can use environment variables such as ${TOKEN}. A value that is "!command" is the output of the command.';

const OAUTH = {
  type: 'object',
  description: 'For authorization servers that need more than the address of the MCP server.',
  properties: {
    clientId: { type: 'string', description: 'The id of a client that you have registered.' },
    clientSecret: { type: 'string', description: VALUES },
    clientName: { type: 'string' },
    clientRegistration: { type: 'string' },
    callbackPort: { type: 'integer', description: 'pi waits at http://127.0.0.1:PORT/callback.' },
    callbackUrl: { type: 'string', description: 'Must use HTTP on localhost, 127.0.0.1, or [::1].' },
    authServerMetadataUrl: { type: 'string' },
  },
};

const SERVER = {
  type: 'object',
  properties: {
    type: { enum: ['stdio', 'http', 'streamable-http'], description: 'Optional: pi sees it by itself.' },
    command: { type: 'string', description: 'One program, which pi starts. Its arguments go into args.' },
    args: { type: 'array', items: { type: 'string' } },
    env: { ...TEXTS, description: VALUES },
    cwd: { type: 'string', description: 'Relative to the folder of the session.' },
    url: { type: 'string', description: 'The address of a server over HTTP. pi does not support SSE.' },
    headers: { ...TEXTS, description: VALUES },
    oauth: OAUTH,
    timeout: { type: 'number', minimum: 0, default: 60, description: 'Seconds for each request.' },
    enabled: { type: 'boolean', default: true, description: 'false keeps the entry without connecting.' },
    description: { type: 'string', description: 'What the server offers, in a sentence for the model.' },
    exposure: {
      ...EXPOSURE,
      default: 'codemode',
      description:
        'codemode: called from scripts. deferred: declared once tool_search finds them. direct: declared like built-in tools. hidden: not reachable.',
    },
    toolExposure: {
      type: 'object',
      additionalProperties: EXPOSURE,
      description: 'The exposure of single tools. In their names, * stands for any characters.',
    },
  },
};

export const MCP_SCHEMA = {
  type: 'object',
  required: ['mcpServers'],
  properties: {
    mcpServers: {
      type: 'object',
      additionalProperties: SERVER,
      description: 'The servers by their names, which consist of letters, digits, _ and -.',
    },
    autoEnableCodemode: {
      type: 'boolean',
      default: true,
      description: 'Turns codemode on when a server with tools for it connects.',
    },
  },
};
