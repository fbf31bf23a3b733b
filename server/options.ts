// The command line of the panel: its options, checked, or what is wrong with them.
import { parseArgs } from 'node:util';
import path from 'node:path';
import { parseMount } from './gate/mounts.ts';
import { listeningName } from './listen.ts';
import { isRemoteCommand } from './remote/target.ts';

export interface Options {
  /** Null for the demo's sample project. */
  workspace: string | null;
  port: number;
  /** Whether the user chose the port. If it is taken, the next one is then not tried. */
  isPortFixed: boolean;
  host: string;
  /** Host names besides those of loopback: the given ones, and the address the panel listens on. */
  allowedHosts: string[];
  agent: string | null;
  demo: boolean;
  open: boolean;
  tokenFile: string | null;
  /** Whether links from earlier starts no longer open this panel. */
  forgetTokens: boolean;
  companion: boolean;
  /** Whether shells can be opened in the page. */
  shell: boolean;
  tls: { cert: string; key: string } | null;
  behindProxy: boolean;
  /** The absolute path of a Unix socket to listen on instead of a port. */
  socket: string | null;
  /** See `parseMount`. The first one is part of the printed link. */
  basePaths: string[];
  frameAncestors: string[];
  /** The origins of other panels. Each of their pages may list the agents of this one, and the other way round. */
  otherPanels: string[];
  /** The panel ends after this many seconds without use; null for never. */
  idleExit: number | null;
  activityUrl: string | null;
  dev: boolean;
  /** Multiplies how long the panel waits for a silent pi or disk. */
  patience: number;
  /** Whether the push service is a process on this machine. For tests. */
  pushToLoopback: boolean;
  /** The arguments after `--`, for pi. */
  piOptions: string[];
  /** Absolute. The folder in which the user started the panel. */
  folder: string;
}

export type CommandLine = { options: Options } | { print: 'help' | 'version' } | { error: string };

const DEFAULT_PORT = 4317;
const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

export const HELP = `pi-panel: the pi coding agent in a browser tab

  npx pi-panel [FOLDER] [options] [-- pi options]
  npm start -- [FOLDER] [options] [-- pi options]      in a clone; from another folder: npm --prefix CLONE start

  FOLDER                folder the agent works in (default: the current folder); --workspace DIR is the same

  pi-panel ssh HOST[:DIR] [options]           run the panel on another machine and open its page here; also docker,
                                              podman, kubectl with the name of a container or pod. --install installs
                                              what is missing there; --port and --no-open are for this machine.
                                              In a clone: npm start ssh HOST[:DIR] -- [options]

  --port N              port to listen on, 0 for any (default: ${DEFAULT_PORT}, or the next free one)
  --host ADDR           address to listen on; other than loopback only with TLS or behind a proxy
  --allowed-host NAME   another host name under which the page may be opened (repeatable)
  --agent "COMMAND"     command that starts pi; "bundled": the pi with which this version was tested (default: in a
                        clone that one, otherwise the pi in PATH; where there is none, that one is fetched)
  --demo                use a scripted model: no key, no network
  --no-open             do not open a browser
  --token-file FILE     keep the token in a file across restarts (created with mode 0600)
  --forget-tokens       end the links of earlier starts, which otherwise last for 30 days after their last use
  --no-companion        do not load the panel's own pi extension
  --no-shell            open no shells in the page, for hubs that allow none
  --tls-cert FILE --tls-key FILE
                        serve over TLS
  --behind-proxy        a proxy in front of the panel does TLS
  --base-path PATH      path under which a proxy serves the panel, whether it strips it or not (repeatable)
  --socket PATH         listen on a Unix socket (mode 0600) instead of a port; without --token-file, anyone
                        who can open it needs no token
  --frame-ancestor ORIGIN
                        a site that may show the page in a frame, such as https://hub.example (repeatable)
  --other-panel ORIGIN  a panel whose page may list the agents of this one, and this page those of it, each with the
                        status link of the other; such as http://127.0.0.1:4318 (repeatable, and needed on both)
  --idle-exit SECONDS   end when nobody has used the panel for so long; never while an agent works or waits
  --activity-url URL    report use of the panel there, as JupyterHub wants it
  -h, --help, -v, --version

PI_PANEL_PATIENCE=N   multiplies how long the panel waits for a silent pi (40 s), for the version of pi (10 s) and for a
                      disk (10 s)
`;

/** `env` provides INIT_CWD, the folder in which the user called npm, and PI_PANEL_PATIENCE. */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const piOptions = end === -1 ? [] : args.slice(end + 1);
  let values: ReturnType<typeof parse>['values'];
  let folders: string[];
  try {
    ({ values, positionals: folders } = parse(own));
  } catch (error) {
    return { error: (error as Error).message.split('\n')[0] ?? 'an option is invalid' };
  }
  if (values.help) return { print: 'help' };
  if (values.version) return { print: 'version' };
  const empty = Object.entries(values).find(([name, value]) => isEmpty(value) && !MAY_BE_EMPTY.has(name));
  if (empty) return { error: `--${empty[0]}: the value is empty` };

  const folder = readFolder(values.workspace, folders);
  if (typeof folder === 'object') return folder;
  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    return { error: `--port: ${values.port} is not a port (0 to 65535)` };
  }
  const { 'tls-cert': cert, 'tls-key': key } = values;
  if ((cert === undefined) !== (key === undefined)) return { error: '--tls-cert and --tls-key go together' };
  const host = values.host ?? '127.0.0.1';
  const behindProxy = values['behind-proxy'] ?? false;
  if (!LOOPBACK.has(host) && !cert && !behindProxy) {
    return {
      error: `--host ${host}: anyone who reaches the panel can run commands as you; give --tls-cert and --tls-key, or --behind-proxy`,
    };
  }
  const place = readPlace(values);
  if ('error' in place) return place;

  const patience = Number(env.PI_PANEL_PATIENCE ?? '1');
  if (!(patience > 0 && patience < Infinity))
    return { error: `PI_PANEL_PATIENCE: ${env.PI_PANEL_PATIENCE} is not a number above 0` };

  const start = env.INIT_CWD ?? process.cwd();
  return {
    options: {
      workspace: folder === undefined ? (values.demo ? null : start) : path.resolve(start, folder),
      port,
      isPortFixed: values.port !== undefined,
      host: host === '[::1]' ? '::1' : host,
      allowedHosts: allowedNames(host, values['allowed-host'] ?? []),
      agent: values.agent ?? null,
      demo: values.demo ?? false,
      open: !values['no-open'],
      tokenFile: values['token-file'] === undefined ? null : path.resolve(start, values['token-file']),
      forgetTokens: values['forget-tokens'] ?? false,
      companion: !values['no-companion'],
      shell: !values['no-shell'],
      tls: cert && key ? { cert: path.resolve(start, cert), key: path.resolve(start, key) } : null,
      behindProxy,
      ...place,
      socket: place.socket === null ? null : path.resolve(start, place.socket),
      dev: values.dev ?? false,
      patience: Math.min(patience, MAX_PATIENCE),
      pushToLoopback: env.PI_PANEL_PUSH_TO_LOOPBACK === '1',
      piOptions: [...piOptions],
      folder: start,
    },
  };
}

/** Returns the folder that the command line names, if any. `folders` are its arguments that are not options. */
function readFolder(
  workspace: string | undefined,
  [folder, ...others]: readonly string[],
): string | undefined | { error: string } {
  if (folder === undefined) return workspace;
  if (isRemoteCommand(folder))
    return { error: `${folder}: a command comes before all options; a folder of this name is ./${folder}` };
  if (others.length > 0)
    return { error: `${[folder, ...others].join(', ')}: give one folder, or a command such as ssh HOST` };
  if (workspace !== undefined) return { error: `${folder}: --workspace names the folder already` };
  if (folder === '') return { error: 'the name of the folder is empty' };
  return folder;
}

/** A proxy may serve the panel at the top, and an empty address means all addresses. */
const MAY_BE_EMPTY = new Set(['base-path', 'host']);

function isEmpty(value: string | boolean | string[] | undefined): boolean {
  return value === '' || (Array.isArray(value) && value.includes(''));
}

type Place = Pick<
  Options,
  'socket' | 'basePaths' | 'frameAncestors' | 'otherPanels' | 'idleExit' | 'activityUrl'
>;

/** The options for proxies and hosting services. */
function readPlace(values: ReturnType<typeof parse>['values']): Place | { error: string } {
  const { socket = null, 'base-path': paths = [] } = values;
  const { 'frame-ancestor': origins = [], 'other-panel': otherPanels = [] } = values;
  const { 'idle-exit': seconds, 'activity-url': activityUrl = null } = values;
  const basePaths: string[] = [];
  for (const given of paths) {
    const mount = parseMount(given);
    if (mount === null) return { error: `--base-path: ${given} is not a path such as /panel` };
    basePaths.push(mount);
  }
  const alien = (['port', 'host', 'tls-cert'] as const).find((name) => values[name] !== undefined);
  if (socket !== null && alien) return { error: `--socket and --${alien} exclude each other` };
  const bad = origins.find((origin) => !isOrigin(origin));
  if (bad !== undefined)
    return { error: `--frame-ancestor: ${bad} is not an origin such as https://hub.example` };
  const badPanel = otherPanels.find((origin) => !isOrigin(origin));
  if (badPanel !== undefined)
    return { error: `--other-panel: ${badPanel} is not an origin such as http://127.0.0.1:4318` };
  const idleExit = seconds === undefined ? null : Number(seconds);
  if (idleExit !== null && !(idleExit > 0 && idleExit <= MAX_IDLE))
    return { error: `--idle-exit: ${seconds} is not a number of seconds above 0` };
  if (activityUrl !== null && !/^https?:$/.test(protocolOf(activityUrl)))
    return { error: `--activity-url: ${activityUrl} is not an http or https URL` };
  return { socket, basePaths, frameAncestors: origins, otherPanels, idleExit, activityUrl };
}

/** 40 s times this are more than two weeks, and a timer can still count them. */
const MAX_PATIENCE = 50_000;

/** A year, in seconds. A timer fires at once if it gets a longer time than it can count. */
const MAX_IDLE = 365 * 24 * 60 * 60;

/** Whether a text is an origin. URL hosts may contain `*` and `;`, which mean something else in a policy. */
function isOrigin(text: string): boolean {
  const isPlain = /^https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/.test(text);
  return isPlain && URL.canParse(text) && new URL(text).origin === text;
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

/** Adds the address that the panel listens on to the names under which it may be opened. */
function allowedNames(host: string, given: string[]): string[] {
  const name = LOOPBACK.has(host) ? undefined : listeningName(host);
  return name === undefined || given.includes(name) ? given : [name, ...given];
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      workspace: text,
      port: text,
      host: text,
      'allowed-host': { type: 'string', multiple: true },
      agent: text,
      demo: flag,
      'no-open': flag,
      'token-file': text,
      'forget-tokens': flag,
      'no-companion': flag,
      'no-shell': flag,
      'tls-cert': text,
      'tls-key': text,
      'behind-proxy': flag,
      'base-path': { type: 'string', multiple: true },
      socket: text,
      'frame-ancestor': { type: 'string', multiple: true },
      'other-panel': { type: 'string', multiple: true },
      'idle-exit': text,
      'activity-url': text,
      dev: flag,
      help: { ...flag, short: 'h' },
      version: { ...flag, short: 'v' },
    },
  });
}
