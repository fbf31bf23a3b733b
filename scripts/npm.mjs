// Runs npm from a script. Plain JavaScript that old Nodes understand, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
/** How long the registry may take to answer before it counts as unreachable, in ms. */
const PROBE_TIMEOUT = 10_000;

/** @type {boolean | undefined} */
let isReachable;

/**
 * Runs one npm command to its end, with its output on stderr (stdout belongs to the panel's ready line). Without a
 * network it uses npm's cache alone. Throws when npm does not start or fails.
 * @param {string[]} args
 * @param {string} cwd the folder with the package.json
 */
export function npm(args, cwd) {
  isReachable ??= probeRegistry(cwd);
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
 * Whether the registry answers. If not, it says so on stderr: npm itself would stay silent for minutes. Behind a proxy
 * only npm knows the way, so the answer is true.
 * @param {string} cwd
 */
function probeRegistry(cwd) {
  if (configOf('https-proxy', cwd) || configOf('proxy', cwd)) return true;
  const registry = configOf('registry', cwd);
  const program = `fetch(${JSON.stringify(registry)}, { signal: AbortSignal.timeout(${PROBE_TIMEOUT}) })
    .then(() => process.exit(0), () => process.exit(1))`;
  if (!registry || spawnSync(process.execPath, ['-e', program]).status === 0) return true;
  console.error(`pi-panel: ${registry} does not answer, trying the cache of npm alone ...`);
  return false;
}

/**
 * @param {string} name
 * @param {string} cwd
 */
function configOf(name, cwd) {
  const value = runNpm(['config', 'get', name], { cwd, encoding: 'utf8' }).stdout?.toString().trim() ?? '';
  return value === 'null' || value === 'undefined' ? '' : value;
}

/**
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function runNpm(args, options) {
  const { command, first } = npmCommand();
  const shell = command === 'npm' && process.platform === 'win32';
  return spawnSync(command, [...first, ...args], { ...options, shell });
}

/** The npm that started this script, on its own Node; otherwise the one in PATH. */
function npmCommand() {
  const { npm_execpath: npmPath, npm_node_execpath: nodePath } = process.env;
  if (!npmPath || !/npm-cli\.c?js$/.test(npmPath)) return { command: 'npm', first: [] };
  return { command: nodePath ?? process.execPath, first: [npmPath] };
}
