// The command line of the panel: what a person typed, checked, or why it cannot be meant.
import { parseArgs } from 'node:util';
import path from 'node:path';
import { listeningName } from './listen.ts';

export interface Options {
  /** Null: the sample project of the demo. */
  workspace: string | null;
  port: number;
  /** The port was asked for: if it is taken, the next one will not do. */
  isPortFixed: boolean;
  host: string;
  /** Names beside those of loopback: what was asked for, and the address that is listened on. */
  allowedHosts: string[];
  agent: string | null;
  demo: boolean;
  open: boolean;
  tokenFile: string | null;
  companion: boolean;
  tls: { cert: string; key: string } | null;
  behindProxy: boolean;
  basePath: string;
  dev: boolean;
  /** A factor on how long what does not answer is waited for, before it is said to be silent: pi, a disk. */
  patience: number;
  /** What stands behind `--`: for pi. */
  piOptions: string[];
}

export type CommandLine = { options: Options } | { print: 'help' | 'version' } | { wrong: string };

const DEFAULT_PORT = 4317;
const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

export const HELP = `pi-panel: the pi coding agent in a browser tab

  npm start -- [options] [-- pi options]

  --workspace DIR       the folder the agent works in (default: where the command was given)
  --port N              0 takes any (default: ${DEFAULT_PORT}, or the next free one)
  --host ADDR           other than loopback only with TLS or behind a proxy
  --allowed-host NAME   a further name that the page may be opened by (may be repeated)
  --agent "COMMAND"     how to launch pi (default: the pi of this package)
  --demo                a scripted model: no key, no network
  --no-open             do not open the browser
  --token-file FILE     a token that survives restarts (made if missing, mode 0600)
  --no-companion        without the panel's own pi extension
  --tls-cert FILE --tls-key FILE
  --behind-proxy        something before the panel speaks TLS
  --base-path PATH      where that mounts the panel
  --help, --version

PI_PANEL_PATIENCE=N   a factor on how long a silent pi (40 s) and a silent disk (10 s) are waited for
`;

/** `env` gives INIT_CWD, the folder in which a person called npm, and PI_PANEL_PATIENCE. */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const piOptions = end === -1 ? [] : args.slice(end + 1);
  let values: ReturnType<typeof parse>;
  try {
    values = parse(own);
  } catch (error) {
    return { wrong: (error as Error).message.split('\n')[0] ?? 'an option is wrong' };
  }
  if (values.help) return { print: 'help' };
  if (values.version) return { print: 'version' };

  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || values.port === '') {
    return { wrong: `--port: ${values.port} is not a port (0 to 65535)` };
  }
  const { 'tls-cert': cert, 'tls-key': key } = values;
  if ((cert === undefined) !== (key === undefined)) return { wrong: '--tls-cert and --tls-key go together' };
  const host = values.host ?? '127.0.0.1';
  const behindProxy = values['behind-proxy'] ?? false;
  if (!LOOPBACK.has(host) && !cert && !behindProxy) {
    return {
      wrong: `--host ${host}: whoever reaches the panel can run commands as you; give --tls-cert and --tls-key, or --behind-proxy`,
    };
  }
  const basePath = (values['base-path'] ?? '').replace(/\/+$/, '');
  if (basePath !== '' && !/^(\/[\w.-]+)+$/.test(basePath))
    return { wrong: `--base-path: ${basePath} is not a path such as /panel` };

  const patience = Number(env.PI_PANEL_PATIENCE ?? '1');
  if (!(patience > 0 && patience < Infinity))
    return { wrong: `PI_PANEL_PATIENCE: ${env.PI_PANEL_PATIENCE} is not a number above 0` };

  const start = env.INIT_CWD ?? process.cwd();
  return {
    options: {
      workspace:
        values.workspace === undefined ? (values.demo ? null : start) : path.resolve(start, values.workspace),
      port,
      isPortFixed: values.port !== undefined,
      host: host === '[::1]' ? '::1' : host,
      allowedHosts: allowedNames(host, values['allowed-host'] ?? []),
      agent: values.agent ?? null,
      demo: values.demo ?? false,
      open: !values['no-open'],
      tokenFile: values['token-file'] === undefined ? null : path.resolve(start, values['token-file']),
      companion: !values['no-companion'],
      tls: cert && key ? { cert: path.resolve(start, cert), key: path.resolve(start, key) } : null,
      behindProxy,
      basePath,
      dev: values.dev ?? false,
      patience,
      piOptions: [...piOptions],
    },
  };
}

/** Whoever asks the panel to listen on an address opens it by that address. */
function allowedNames(host: string, given: string[]): string[] {
  const name = LOOPBACK.has(host) ? undefined : listeningName(host);
  return name === undefined || given.includes(name) ? given : [name, ...given];
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  return parseArgs({
    args: [...args],
    options: {
      workspace: text,
      port: text,
      host: text,
      'allowed-host': { type: 'string', multiple: true },
      agent: text,
      demo: flag,
      'no-open': flag,
      'token-file': text,
      'no-companion': flag,
      'tls-cert': text,
      'tls-key': text,
      'behind-proxy': flag,
      'base-path': text,
      dev: flag,
      help: flag,
      version: flag,
    },
  }).values;
}
