// Everything that must hold, cheapest first, stopping at the first that fails.
//   npm test                 all of it
//   npm test -- lint unit    only these steps, in this order
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const bin = {
  eslint: 'node_modules/eslint/bin/eslint.js',
  playwright: 'node_modules/@playwright/test/cli.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  svelteCheck: 'node_modules/svelte-check/bin/svelte-check',
  tsc: 'node_modules/typescript/bin/tsc',
};

/** @type {Record<string, string[][]>} the command lines of each step, all run by Node */
const STEPS = {
  // One check for each room: what a room may not reach is not even a type there.
  types: [
    ...['shared', 'server', 'e2e', '.'].map((room) => [bin.tsc, '-p', room]),
    [bin.svelteCheck, '--tsconfig', 'web/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
  ],
  lint: [
    [
      bin.eslint,
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-location',
      '.cache/eslint/',
      '--cache-strategy',
      'content',
    ],
  ],
  format: [[bin.prettier, '--check', '.', '--cache', '--cache-location', '.cache/prettier']],
  unit: [
    [
      '--import=./scripts/svelte-modules.mjs',
      // It would say for every file that stripping types is experimental.
      '--disable-warning=ExperimentalWarning',
      '--test',
      ...['shared', 'server', 'web', 'scripts'].map((room) => `${room}/**/*.test.ts`),
    ],
  ],
  browser: [[bin.playwright, 'test', '-c', 'e2e']],
};

const asked = process.argv.slice(2);
for (const step of asked.length > 0 ? asked : Object.keys(STEPS)) {
  const commands = STEPS[step];
  if (!commands) fail(2, `there is no step "${step}"; the steps are ${Object.keys(STEPS).join(', ')}`);
  console.log(`\n=== ${step} ===`);
  for (const args of commands) run(step, args);
}

/**
 * @param {string} step
 * @param {string[]} args
 */
function run(step, args) {
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (result.error) fail(1, `${step}: ${result.error.message}`);
  if (result.status !== 0) fail(result.status ?? 1, `failed at "${step}": ${args.join(' ')}`);
}

/**
 * @param {number} status
 * @param {string} message
 * @returns {never}
 */
function fail(status, message) {
  console.error(`\npi-panel tests: ${message}`);
  process.exit(status);
}
