// Runs npm from a script. Plain JavaScript that old Nodes understand, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
/** How long the registry may take to answer before it counts as unreachable, in ms. */
const PING_TIMEOUT = 10_000;

/** @type {boolean | undefined} */
let isReachable;

/**
 * Runs one npm command to its end, with its output on stderr (stdout belongs to the panel's ready line). Without a
 * network it uses npm's cache alone. Throws when npm does not start or fails.
 * @param {string[]} args
 * @param {string} cwd the folder with the package.json
 */
export function npm(args, cwd) {
  isReachable ??= pingRegistry(cwd);
  const source = isReachable ? '--prefer-offline' : '--offline';
  const result = runNpm([...args, ...QUIET, source], { cwd, stdio: ['ignore', 2, 2] });
  if (result.error) throw new Error(`npm did not start: ${result.error.message}`);
  if (result.status === 0) return;
  const advice = isReachable
    ? ''
    : ' npm could not reach its registry: connect to the network and try again.';
  throw new Error(
    `\`npm ${args.join(' ')}\` in ${cwd} failed (${result.signal ?? result.status}), see above.${advice}`,
  );
}

/**
 * Whether the registry answers. If not, it says so on stderr: npm itself would stay silent for minutes. npm asks, because
 * only its configuration knows proxies and certificates.
 * @param {string} cwd
 */
function pingRegistry(cwd) {
  // Its answer is read: the user's setting may be color=always.
  const args = [
    'ping',
    '--no-color',
    '--fetch-retries=0',
    `--fetch-timeout=${PING_TIMEOUT}`,
    '--loglevel=error',
  ];
  const { status, stderr } = runNpm(args, { cwd, encoding: 'utf8' });
  // A registry without ping answers with an HTTP status.
  if (status === 0 || /\bcode E\d{3}\b/.test(String(stderr))) return true;
  const registry = runNpm(['config', 'get', 'registry'], { cwd, encoding: 'utf8' }).stdout;
  console.error(`pi-panel: ${String(registry).trim()} does not answer, trying the cache of npm alone ...`);
  return false;
}

/**
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function runNpm(args, options) {
  const { command, first } = npmCommand();
  const shell = command === 'npm' && process.platform === 'win32';
  return spawnSync(command, [...first, ...args], { ...options, env: ownEnvironment(), shell });
}

/** npm 11 gives these variables to every script of `npm install --global`; with them this npm would work globally, too. */
const GLOBAL_SETTINGS = ['npm_config_global', 'npm_config_location', 'npm_config_prefix'];

function ownEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !GLOBAL_SETTINGS.includes(name)));
}

/** The npm that started this script, on its own Node; otherwise the one in PATH. */
function npmCommand() {
  const { npm_execpath: npmPath, npm_node_execpath: nodePath } = process.env;
  if (!npmPath || !/npm-cli\.c?js$/.test(npmPath)) return { command: 'npm', first: [] };
  return { command: nodePath ?? process.execPath, first: [npmPath] };
}
