#!/usr/bin/env node
// The command of the installed package. Plain JavaScript that old Nodes understand: pi and the panel need a newer one,
// which this finds or fetches, and runs the panel on it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureNode } from '../scripts/node.mjs';

const MAIN = new URL('../dist/node/server/main.js', import.meta.url);
const args = process.argv.slice(2);
const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;

try {
  if (own.includes('--help')) await printHelp();
  else if (own.includes('--version')) printVersion();
  else await start();
} catch (error) {
  console.error(`pi-panel cannot start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function start() {
  // The panel then prefers an installed pi to its own. npm's folder is that of the package here.
  process.env.PI_PANEL_COMMAND = '1';
  delete process.env.INIT_CWD;
  const node = ensureNode({ isLinked: false });
  if (node === process.execPath) await import(MAIN.href);
  else runOn(node);
}

/**
 * Signals of the terminal reach the panel by themselves; those that are sent to this process are passed on.
 * @param {string} node
 */
function runOn(node) {
  const child = spawn(node, [fileURLToPath(MAIN), ...args], { stdio: 'inherit' });
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
