// Runs npm from a script. Plain JavaScript that old Nodes understand, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';

/**
 * Runs one npm command to its end, with its output on stderr (stdout belongs to the panel's ready line).
 * Throws when npm does not start or fails.
 * @param {string[]} args
 * @param {string} cwd the folder with the package.json
 */
export function npm(args, cwd) {
  const { command, first } = npmCommand();
  const result = spawnSync(command, [...first, ...args], {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (result.error) throw new Error(`npm did not start: ${result.error.message}`);
  if (result.status !== 0) {
    throw new Error(
      `\`npm ${args.join(' ')}\` in ${cwd} failed (${result.signal ?? result.status}), see above`,
    );
  }
}

/** The npm that started this script, on its own Node; otherwise the one in PATH. */
function npmCommand() {
  const { npm_execpath: npmPath, npm_node_execpath: nodePath } = process.env;
  if (!npmPath || !/npm-cli\.c?js$/.test(npmPath)) return { command: 'npm', first: [] };
  return { command: nodePath ?? process.execPath, first: [npmPath] };
}
