// Parses `pi-panel ssh HOST[:DIR]` and similar commands: where the panel is to run, and with which options.
import { hash } from 'node:crypto';
import { basename } from 'node:path';

const KINDS = ['ssh', 'docker', 'podman', 'kubectl'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Commands that other parts of the panel start: `attach` on the other side, `background` by `/panel` in pi's terminal.
 */
const INTERNAL = ['attach', 'background'];

/** Whether the first argument of the command line is a command, so that no panel starts in the foreground. */
export function isRemoteCommand(word: string | undefined): boolean {
  return [...INTERNAL, ...KINDS].some((kind) => kind === word);
}

export interface Target {
  kind: Kind;
  /** The name by which ssh or the container engine knows it. */
  name: string;
  /** Absolute, or relative to the user's home folder there; '' is the home folder itself. */
  folder: string;
}

export interface RemoteCommandLine {
  target: Target;
  /** The local port; null to derive it from the target. */
  port: number | null;
  open: boolean;
  /** Whether to install the panel there without asking. */
  install: boolean;
  /** Options for the panel there, which are passed on unread. */
  panelArgs: string[];
}

/** The program with which a command line reaches another machine or a container; undefined if it runs here. */
export function remoteProgram([program = '']: readonly string[]): Kind | undefined {
  return KINDS.find((kind) => kind === basename(program, '.exe'));
}

/** `args` begin with the kind. Returns the error as a sentence if they are invalid. */
export function readRemoteCommandLine(
  args: readonly string[],
): RemoteCommandLine | { print: 'help' } | { error: string } {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (own.includes('--help') || own.includes('-h')) return { print: 'help' };
  const [kind, place, ...rest] = args as [Kind, string | undefined, ...string[]];
  const target = place === undefined ? null : parseTarget(kind, place);
  if (!target) {
    const example = kind === 'ssh' ? 'pi-panel ssh user@host:project' : `pi-panel ${kind} NAME:/project`;
    return { error: `${kind}: name what to connect to, such as ${example}` };
  }
  const result: RemoteCommandLine = { target, port: null, open: true, install: false, panelArgs: [] };
  for (let i = 0; i < rest.length; i++) {
    const arg = rest[i] ?? '';
    if (arg === '--') {
      result.panelArgs.push(...rest.slice(i));
      break;
    }
    const [name = '', inline] = arg.split(/=(.*)/s, 2);
    if (LOCAL_TO_PANEL.has(name))
      return { error: `${name}: ${kind} chooses it; give the folder as ${kind} ${target.name}:DIR` };
    if (name === '--no-open') result.open = false;
    else if (name === '--install') result.install = true;
    else if (name === '--port') {
      const value = inline ?? rest[++i] ?? '';
      const port = Number(value);
      if (value === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
        return { error: `--port: ${value} is not a port (0 to 65535)` };
      result.port = port;
    } else result.panelArgs.push(arg);
  }
  return result;
}

/**
 * Ports from here on are below those that systems give to outgoing connections, and above those of the panels of this
 * machine.
 */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/**
 * Returns the local port of a target, which is always the same. The other machine serves the page, and a page can read
 * what the browser stores for its port. On a shared port, it would find the tokens of panels here and on third
 * machines.
 */
export function portOf({ kind, name, folder }: Target): number {
  const digest = hash('sha256', JSON.stringify([kind, name, folder]));
  return FIRST_PORT + (Number.parseInt(digest.slice(0, 8), 16) % PORTS);
}

/** Options of the panel there that this command sets itself. */
const LOCAL_TO_PANEL = new Set([
  '--workspace',
  '--socket',
  '--host',
  '--token-file',
  '--tls-cert',
  '--tls-key',
  '--behind-proxy',
]);

/**
 * Parses `host:dir`, `[::1]:dir`, or for ssh `ssh://user@host:2222/dir`. Null for a name that is empty or that the
 * program could read as an option.
 */
function parseTarget(kind: Kind, place: string): Target | null {
  const isUrl = kind === 'ssh' && /^ssh:\/\//i.test(place);
  const url = isUrl ? /^(ssh:\/\/[^/]+)(?:\/(.*))?$/is.exec(place) : null;
  const plain = isUrl ? null : /^(\[[^\]]+\]|[^:]+)(?::(.*))?$/s.exec(place);
  const [, given = '', folder = ''] = url ?? plain ?? [];
  const name = given.replace(/^\[(.*)\]$/, '$1');
  if (/[\s\p{Cc}]/u.test(name) || folder.includes('\0') || !partsOf(kind, name).every(isSafe)) return null;
  return { kind, name, folder: folder.replace(/^~\/?/, '') };
}

/** Returns the parts of a name that its program, or a program that it starts, gets as an argument of its own. */
function partsOf(kind: Kind, name: string): string[] {
  if (kind !== 'ssh') return [name, ...name.split('/')];
  const address = name.replace(/^ssh:\/\//i, '');
  // ssh decodes an address of this form.
  const decoded = address === name ? address : decode(address);
  const at = decoded.lastIndexOf('@');
  const host = decoded.slice(at + 1).replace(/^\[|\]?(?::\d+)?$/g, '');
  return [decoded, host, ...(at === -1 ? [] : [decoded.slice(0, at)])];
}

/** Decodes what is encoded, and leaves an address that is not valid as it is. */
function decode(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** No user, host or container has a name like this, and a program could take it for an option or a command. */
function isSafe(part: string): boolean {
  return part !== '' && !part.startsWith('-') && !/[\s\p{Cc}'"`$;&|<>()]/u.test(part);
}
