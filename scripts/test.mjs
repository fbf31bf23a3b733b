// Everything that must hold, cheapest first, stopping at the first that fails. What only reads the source (types, lint,
// format) runs at once, as many as there are cores.
//   npm test                 all of it
//   npm test -- lint unit    only these steps, in this order
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
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

/** @type {Record<string, string[][]>} the command lines of each step, all run by Node; the longest first */
const CHECKS = {
  // In two parts: of what ESLint needs to know of types, most is of the page.
  lint: [['web'], ['.', '--ignore-pattern', 'web/']].map((files, part) => [
    bin.eslint,
    ...files,
    ...['--max-warnings', '0', '--cache', '--cache-strategy', 'content'],
    ...['--cache-location', `.cache/eslint/${part}`],
  ]),
  // One check for each room: what a room may not reach is not even a type there.
  types: [
    [bin.svelteCheck, '--tsconfig', 'web/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
    ...['shared', 'server', 'e2e', '.'].map((room) => [bin.tsc, '-p', room]),
  ],
  format: [[bin.prettier, '--check', '.', '--cache', '--cache-location', '.cache/prettier']],
};

/** @type {Record<string, string[][]>} one after the other */
const SUITES = {
  unit: [
    [
      '--import=./scripts/svelte-modules.mjs',
      // It would say for every file that stripping types is experimental.
      '--disable-warning=ExperimentalWarning',
      '--test',
      `--test-concurrency=${availableParallelism()}`,
      ...['shared', 'server', 'web', 'scripts', 'e2e'].map((room) => `${room}/**/*.test.ts`),
    ],
  ],
  browser: [[bin.playwright, 'test', '-c', 'e2e']],
};

const asked = process.argv.slice(2);
const steps = { ...CHECKS, ...SUITES };
const wanted = asked.length > 0 ? asked : Object.keys(steps);
for (const step of wanted)
  if (!steps[step]) fail(2, `there is no step "${step}"; the steps are ${Object.keys(steps).join(', ')}`);

await checkAll(wanted.filter((step) => CHECKS[step]));
for (const step of wanted.filter((step) => SUITES[step])) {
  console.log(`\n=== ${step} ===`);
  for (const args of SUITES[step] ?? []) run(step, args);
}

/**
 * What each prints comes in one piece, when it has ended.
 * @param {string[]} names
 */
async function checkAll(names) {
  const due = names.flatMap((step) => (CHECKS[step] ?? []).map((args) => ({ step, args })));
  /** @type {Set<import('node:child_process').ChildProcess>} */
  const running = new Set();
  const work = async () => {
    for (let next = due.shift(); next; next = due.shift()) {
      const { step, args } = next;
      const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
      running.add(child);
      const { status, output } = await endOf(child);
      running.delete(child);
      console.log(`\n=== ${step}: ${args.slice(0, 3).join(' ')} ===\n${output.trimEnd()}`);
      if (status === 0) continue;
      for (const other of running) other.kill();
      fail(status, `failed at "${step}": ${args.join(' ')}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ status: number, output: string }>}
 */
function endOf(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: 1, output: error.message }));
    child.on('close', (code) => resolve({ status: code ?? 1, output }));
  });
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
