// Everything that pi has loaded, as the extension inside it reports it.

/** Everything that pi has loaded. `scope` is pi's word for where it comes from, such as `user` or `project`. */
export interface Loaded {
  /** The options that pi was started with. The panel adds them. */
  startOptions: StartOption[];
  extensions: LoadedExtension[];
  /** Skills and prompts. */
  resources: ({ kind: string; name: string } & Origin)[];
  /** pi's own have no path. */
  tools: ({ name: string; description: string } & Origin)[];
  /** MCP servers that extensions registered for this session (pi >= 1.0). */
  mcpServers: RegisteredMcpServer[];
}

export interface RegisteredMcpServer {
  name: string;
  /** For display: the name of the extension's file or folder. */
  extension: string;
  /** Its address, or its command line. */
  transport: string;
  exposure: string;
  /** The tools that pi has of it. None until it is connected. */
  tools: string[];
}

export interface StartOption {
  /** With its dashes. An argument that belongs to no option stands alone. */
  name: string;
  /** Not the real one if it may be secret. */
  value?: string;
}

/** `source`: the package, or pi's word for a file of its own such as `local`. */
interface Origin {
  path: string;
  scope: string;
  source: string;
}

export interface LoadedExtension {
  /** For display: the name of its file or folder. */
  name: string;
  path: string;
  scope: string;
  source: string;
  commands: string[];
  tools: string[];
  /** The events of pi that it listens to. */
  events: string[];
  /** Types of messages and entries that it draws. */
  draws: string[];
  /** `key` as pi writes it, such as `ctrl+shift+u`. */
  shortcuts: { key: string; description: string }[];
  /** `type`: `boolean` or `string`. */
  flags: { name: string; description: string; type: string; value: string }[];
}
