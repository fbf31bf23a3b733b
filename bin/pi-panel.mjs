#!/usr/bin/env node
// The command of the installed package, and of a clone. pi and the panel need a recent Node: this finds or fetches one and
// runs the panel on it. Plain JavaScript, because an older Node must be able to run this file.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureNode } from '../scripts/node.mjs';

const BUILT = new URL('../dist/node/server/main.js', import.meta.url);
const SOURCE = new URL('../server/main.ts', import.meta.url);
/** A clone runs its sources, as `npm start` does. What `npm pack` built in it may be older. */
const isClone = existsSync(SOURCE);
const main = isClone ? SOURCE : BUILT;
const args = process.argv.slice(2);
const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;

try {
  if (own.includes('--version') || own.includes('-v')) printVersion();
  else if (!isClone && (own.includes('--help') || own.includes('-h'))) await printHelp();
  else await start();
} catch (error) {
  console.error(`pi-panel cannot start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function start() {
  // npm's INIT_CWD would name the folder of this package.
  delete process.env.INIT_CWD;
  if (isClone) {
    if (!isSetUp()) return;
  } else {
    // Tells the panel to prefer an installed pi to the tested one.
    process.env.PI_PANEL_COMMAND = '1';
  }
  const node = ensureNode({ isLinked: false });
  if (node === process.execPath) await import(main.href);
  else runOn(node);
}

/** Does what npm does before `npm start`. It reports itself what fails. */
function isSetUp() {
  const setup = fileURLToPath(new URL('../scripts/setup.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [setup, 'build'], { stdio: ['ignore', 2, 2] });
  process.exitCode = status ?? 1;
  return status === 0;
}

/**
 * The terminal sends its signals to the panel directly; signals that are sent to this process alone are passed on.
 * @param {string} node
 */
function runOn(node) {
  const child = spawn(node, [fileURLToPath(main), ...args], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => undefined);
  child.on('error', (error) => console.error(`pi-panel cannot start: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
}

async function printHelp() {
  const { HELP } = await import(new URL('../dist/node/server/options.js', import.meta.url).href);
  process.stdout.write(HELP);
}

function printVersion() {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${manifest.version}\n`);
}
