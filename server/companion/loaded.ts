// Lists what pi has loaded, and what each extension has registered. This is read from the class that runs the
// extensions, because pi has no call for it (in pi 0.73.1 to 1.5.2).
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { errorText } from '../../shared/error-text.ts';
import type { Loaded, LoadedExtension, RegisteredMcpServer } from '../../shared/loaded.ts';
import { nameOf } from './caller.ts';
import { cutText } from '../../shared/view/cut-text.ts';

interface Shortcut {
  description?: string;
  handler: (ctx: ExtensionContext) => unknown;
}

interface SourceInfo {
  path?: string;
  scope?: string;
  source?: string;
}

/** The functions by which an extension draws the calls of a tool. */
export interface ToolRenderers {
  renderCall?: unknown;
  renderResult?: unknown;
}

/** The part of a tool's definition that is for the user. An extension may give any values. */
export interface ToolDefinition {
  label?: unknown;
  /** Since 1.0. */
  namespace?: { name?: unknown; aliases?: readonly unknown[] };
  annotations?: { readOnlyHint?: unknown; destructiveHint?: unknown };
}

/** Maps by name, as far as this pi has them. */
interface Extension {
  path: string;
  /** Whether it is one of pi's own. */
  hidden?: boolean;
  sourceInfo?: SourceInfo;
  commands?: Map<string, unknown>;
  tools?: Map<string, { definition?: ToolDefinition }>;
  shortcuts?: Map<string, Shortcut>;
  flags?: Map<string, { description?: string; type?: string; default?: string | boolean }>;
  messageRenderers?: Map<string, unknown>;
  entryRenderers?: Map<string, unknown>;
  toolRenderers?: readonly unknown[];
  markdownTransformer?: { messageTypes?: ReadonlySet<string> };
  handlers?: Map<string, unknown>;
}

export interface ExtensionCommand {
  name: string;
  /** Ends with a number if several extensions have a command with this name. */
  invocationName?: string;
  getArgumentCompletions?: (typed: string) => unknown;
}

/** The class that runs the extensions of a session. */
export interface Runner {
  extensions?: Extension[];
  getRegisteredCommands?: () => ExtensionCommand[];
  createContext?: () => ExtensionContext;
  /** Asks pi to end. */
  shutdownHandler?: () => void;
  getFlagValues?: () => Map<string, string | boolean | undefined>;
  getMessageRenderer?: (customType: string) => unknown;
  getEntryRenderer?: (customType: string) => unknown;
  getToolDefinition?: (name: string) => ToolRenderers | undefined;
  /** Since 0.87. Each leaves Markdown alone that its extension did not register for. */
  getMarkdownTransformers?: () => ((markdown: string, context: object) => unknown)[];
  /** `getSettings`: since 1.0. */
  runtime?: { getSettings?: () => { doubleEscapeAction?: string } };
  /** Since 1.x. */
  resolveToolRenderers?: (name: string, base: () => ToolRenderers | undefined) => ToolRenderers | undefined;
}

export function loadedIn(runner: Runner, pi: ExtensionAPI): Omit<Loaded, 'startOptions'> {
  const values = runner.getFlagValues?.();
  const extensions = (runner.extensions ?? []).map((extension): LoadedExtension => {
    const { path, sourceInfo } = extension;
    return {
      name: nameOf(path),
      path,
      scope: sourceInfo?.scope ?? '',
      source: sourceInfo?.source ?? '',
      commands: keysOf(extension.commands),
      tools: keysOf(extension.tools),
      events: keysOf(extension.handlers),
      draws: [...keysOf(extension.messageRenderers), ...keysOf(extension.entryRenderers)],
      shortcuts: [...(extension.shortcuts ?? [])].map(([key, { description = '' }]) => ({
        key,
        description,
      })),
      flags: [...(extension.flags ?? [])].map(([name, { description = '', type = '', default: usual }]) => ({
        name,
        description,
        type,
        value: String(values?.get(name) ?? usual ?? ''),
      })),
    };
  });
  const resources = pi
    .getCommands()
    .filter(({ source }) => source !== 'extension')
    .map(({ name, source, sourceInfo }) => ({
      kind: source,
      name,
      ...originOf(sourceInfo),
    }));
  const tools = pi.getAllTools().map(({ name, description, sourceInfo }) => ({
    name,
    description: cutText(description.split('\n')[0]!, 200),
    ...originOf(sourceInfo),
  }));
  return { extensions, resources, tools, mcpServers: registeredServers(pi) };
}

/**
 * pi does not say whether such a server is connected (1.6.0); it has tools once it is. A handler of
 * `mcp_servers_change` would make pi believe that the panel connects these servers, so there is none.
 */
function registeredServers(pi: ExtensionAPI): RegisteredMcpServer[] {
  // Since 1.0.
  if (typeof pi.getMcpServers !== 'function') return [];
  const names = pi.getAllTools().map(({ name }) => name);
  return pi.getMcpServers().map(({ name, config, extensionPath }) => {
    const prefix = `mcp__${name.replaceAll('-', '_')}__`;
    return {
      name,
      extension: nameOf(extensionPath),
      transport: 'url' in config ? config.url : [config.command, ...(config.args ?? [])].join(' '),
      exposure: config.exposure ?? 'codemode',
      tools: names.filter((tool) => tool.startsWith(prefix)).map((tool) => tool.slice(prefix.length)),
    };
  });
}

/** Runs a shortcut. Throws if no extension has it. An error of its handler becomes a notice, as in pi's TUI. */
export function runShortcut(runner: Runner, path: string, key: string): void {
  const shortcut = runner.extensions?.find((extension) => extension.path === path)?.shortcuts?.get(key);
  const ctx = runner.createContext?.();
  if (!shortcut || !ctx) throw new Error(`No extension has the shortcut ${key} now.`);
  void Promise.resolve()
    .then(() => shortcut.handler(ctx))
    .catch((error: unknown) =>
      ctx.ui.notify(`${nameOf(path)} failed in its shortcut ${key}: ${errorText(error)}`, 'error'),
    );
}

/** Runs the shortcut of an extension whose key this is. Returns false if there is none. The last one of a key wins. */
export function runShortcutOf(runner: Runner, isKey: (key: string) => boolean): boolean {
  const found = (runner.extensions ?? [])
    .flatMap(({ path, shortcuts }) => [...(shortcuts?.keys() ?? [])].map((key) => ({ path, key })))
    .findLast(({ key }) => isKey(key));
  if (found) runShortcut(runner, found.path, found.key);
  return found !== undefined;
}

/**
 * Returns where something comes from. Parts of pi itself have a made-up path: `<builtin:read>`, since 1.x
 * `builtin:read`.
 */
function originOf({ path = '', scope = '', source = '' }: SourceInfo = {}): Required<SourceInfo> {
  return { path: /^<|^builtin:/.test(path) ? '' : path, scope, source };
}

function keysOf(map: Map<string, unknown> | undefined): string[] {
  return map ? [...map.keys()] : [];
}
