#!/usr/bin/env node
// The command of the installed package. pi and the panel need a recent Node: this finds or fetches one and runs the panel
// on it. Plain JavaScript, because an older Node must be able to run this file.
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
  // Tells the panel to prefer an installed pi to the bundled one. npm's INIT_CWD would name the folder of this package.
  process.env.PI_PANEL_COMMAND = '1';
  delete process.env.INIT_CWD;
  const node = ensureNode({ isLinked: false });
  if (node === process.execPath) await import(MAIN.href);
  else runOn(node);
}

/**
 * The terminal sends its signals to the panel directly; signals that are sent to this process alone are passed on.
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
