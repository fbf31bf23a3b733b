// Runs the checks and the tests, cheapest first, and stops at the first failure. The checks only read the source,
// so they run in parallel.
//   npm test                                        the checks, and the tests of daily uses, in under ten minutes
//   npm test -- all                                 everything, also on other versions of pi; CI always runs everything
//   npm test -- lint types                          some steps
//   npm test -- unit server/output/serve.test.ts    some files of one suite (globs work, too)
//   npm test -- browser terminal                    some browser specs, by name
//   npm test -- all --strict                        everything, without a second attempt
// A few tests that fail in a run of everything are run once more, one at a time, so that an overloaded machine does not
// fail the run. They are named at the end: a test that passes at its second attempt has found a bug.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeWhole } from '../server/workspace/entries/across-disks.ts';
import { errorText } from '../shared/error-text.ts';
import { CHECKS } from './checks.mjs';
import { Progress } from './progress.mjs';
import { SUITES } from './suites.mjs';
import { runTests as runSupervised } from './test-processes.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Downloads that a suite needs; the network is idle while the checks run. */
const FETCHES = {
  /** Other versions of pi for the contract suite. */
  versions: {
    title: 'fetch other versions of pi',
    args: ['--disable-warning=ExperimentalWarning', 'scripts/versions.ts', '--default'],
    timeout: 180_000,
  },
  browser: { title: 'find a browser', args: ['scripts/browser.mjs'], timeout: undefined },
};

const { steps, files, isStrict, isWhole } = readArguments(process.argv.slice(2));
/** @type {string[]} suites with tests that passed at the second attempt */
const flaky = [];
/** @type {Set<import('node:child_process').ChildProcess>} fetches and checks */
const running = new Set();
const wanted = listFetches();
const checks = listChecks();
const suites = Object.entries(SUITES).filter(([name]) => steps.includes(name));
const progress = new Progress(wanted.length + checks.length + suites.length, { stream: process.stdout });
const fetches = fetchAll();
await runChecks();
await fetches;
for (const [name, suite] of suites) await runSuite(name, suite);
for (const step of flaky)
  console.log(
    `\n${step}: tests that had failed have passed at the second attempt, see above. Please report them.`,
  );

/**
 * The names of steps come first; files may follow the name of a single suite.
 * @param {string[]} given
 * @returns {{ steps: string[], files: string[], isStrict: boolean, isWhole: boolean }}
 */
function readArguments(given) {
  const asksForAll = given[0] === 'all';
  const args = given.slice(asksForAll ? 1 : 0).filter((arg) => arg !== '--strict');
  const known = [...Object.keys(CHECKS), ...Object.keys(SUITES)];
  const end = args.findIndex((arg) => !known.includes(arg));
  const steps = end === -1 ? args : args.slice(0, end);
  const files = end === -1 ? [] : args.slice(end);
  const takesFiles = steps.length === 1 && Object.hasOwn(SUITES, steps[0] ?? '');
  if (files.length > 0 && !takesFiles) fail(2, `"${files[0]}" is not a step. The steps: ${known.join(', ')}`);
  const hasAllSteps = steps.length === 0 || steps.length === known.length;
  return {
    steps: hasAllSteps ? known : steps,
    files,
    isStrict: !hasAllSteps || given.includes('--strict'),
    isWhole: !hasAllSteps || asksForAll || Boolean(process.env.CI),
  };
}

/** Returns the names of what has to be fetched. */
function listFetches() {
  const needsVersions = files.length === 0 || files.some((file) => file.includes('contract'));
  /** @type {(keyof typeof FETCHES)[]} */
  const names = [];
  if (steps.includes('unit') && needsVersions && isWhole) names.push('versions');
  if (steps.includes('browser')) names.push('browser');
  return names;
}

/**
 * If the browser is missing, its suite fails. If a version of pi is missing, as without a network, the tests skip that
 * version.
 */
async function fetchAll() {
  await Promise.all(
    wanted.map(async (name) => {
      const { title, args, timeout } = FETCHES[name];
      const status = await run(title, args, timeout);
      if (status === 0) return;
      if (name === 'browser') stop(status, 'failed at "browser": there is none');
      console.log('Not all versions of pi could be fetched: their tests are skipped.');
    }),
  );
}

/** Returns the command lines of the checks among the steps, each with its title. */
function listChecks() {
  return steps.flatMap((step) => {
    const lines = CHECKS[step]?.({ isWhole }) ?? [];
    return lines.map((args, at) => {
      const title = lines.length > 1 ? `${step} (${at + 1} of ${lines.length})` : step;
      return { step, title, args };
    });
  });
}

/** Runs the checks, as many at a time as there are cores. */
async function runChecks() {
  const waiting = [...checks];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { step, title, args } = next;
      const status = await run(title, args);
      if (status !== 0) stop(status, `failed at "${step}": ${args.join(' ')}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/**
 * Runs Node with these arguments. The output is printed when it ends, unless all is well.
 * @param {string} title
 * @param {string[]} args
 * @param {number} [timeout] in ms
 * @returns {Promise<number>} the exit code
 */
async function run(title, args, timeout) {
  const end = progress.begin(title);
  const child = spawn(process.execPath, args, { cwd: root, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const { status, output } = await collect(child);
  running.delete(child);
  if (status !== 0) console.log(`\n=== ${title} ===\n${output.trimEnd()}`);
  end(status === 0 ? '' : 'failed');
  return status;
}

/**
 * @param {number} status
 * @param {string} message
 * @returns {never}
 */
function stop(status, message) {
  for (const child of running) child.kill();
  fail(status, message);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ status: number, output: string }>}
 */
function collect(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: 1, output: error.message }));
    child.on('close', (code) => resolve({ status: code ?? 1, output }));
    // The child’s own children may keep the streams open.
    child.on('exit', (_code, signal) => signal && resolve({ status: 1, output }));
  });
}

/**
 * Runs a suite with its own folder for temporary files and deletes that afterwards: pi leaves the output of long
 * commands there, about 70 MB in all.
 * @param {string} step
 * @param {import('./suites.mjs').Suite} suite
 */
async function runSuite(step, suite) {
  const end = progress.begin(step);
  const temporary = mkdtempSync(join(tmpdir(), 'pi-panel-test-'));
  // Some tests drop root's privileges and must still get to their files.
  chmodSync(temporary, 0o711);
  const status = await runTests(temporary, [
    ...suite.args(temporary),
    ...(files.length > 0 ? files : suite.files({ isWhole })),
  ]);
  const again = status === 0 || isStrict ? null : suite.again(temporary);
  if (again) console.log(`\n=== ${step}: the failed tests once more, one at a time ===`);
  const finalStatus = again ? await runTests(temporary, again) : status;
  await removeFolder(temporary);
  end(finalStatus === 0 ? '' : 'failed');
  if (finalStatus !== 0) fail(finalStatus, `failed at "${step}"`);
  if (again) flaky.push(step);
}

/**
 * @param {string} temporary
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
async function runTests(temporary, args) {
  const env = {
    ...process.env,
    ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    ...(!isWhole && { CONTRACT_PIS: 'own' }),
    // Each test file is a process. With cached compilation, a file that needs no panel takes 0.1 s instead of 0.2.
    NODE_COMPILE_CACHE: join(root, '.cache/compile'),
    // By default this cache is in the temporary folder, so each run would compile all specs: 3.6 s of CPU time.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, '.cache/playwright'),
  };
  const { status, problems, signal } = await runSupervised(args, { cwd: root, env, folder: temporary });
  for (const problem of problems) console.error(`\npi-panel tests: ${problem}`);
  if (!signal) return status;
  await removeFolder(temporary);
  fail(1, `ended by ${signal}`);
}

/**
 * Deletes the folder of a suite. A folder that a failed test has left behind may be read-only.
 * @param {string} folder
 */
async function removeFolder(folder) {
  try {
    await removeWhole(folder);
  } catch (error) {
    console.error(`\npi-panel tests: ${folder} could not be deleted: ${errorText(error)}`);
  }
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
