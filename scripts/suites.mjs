// The test suites, as command lines that Node runs, and how the failed tests of a run are repeated.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_TEST } from './checks.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** More failures than this, about 2 % of the browser specs, are not run again. */
const MAX_AGAIN = 12;

/**
 * @typedef {object} Suite
 * @property {(temporary: string) => string[]} args `temporary`: a folder for files of this run
 * @property {(run: { isWhole: boolean }) => string[]} files
 *   the files to run if the user names none; an empty list means all
 * @property {(temporary: string) => string[] | null} again
 *   the arguments that repeat the failed tests of the last run, one at a time; null if there are too many or the
 *   failures are unknown
 */

const UNIT = [
  '--import=./scripts/svelte-modules.mjs',
  '--import=./scripts/announce-test-file.mjs',
  // The longest group takes less than a minute. See test-processes.ts for the limits of whole files.
  '--test-timeout=300000',
  ...NODE_TEST,
];
const BROWSER = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e'];
/** All unit files. */
const UNIT_FILES = ['shared', 'server', 'web', 'scripts', 'e2e'].map((room) => `${room}/**/*.test.ts`);
/**
 * The unit files and browser specs with which `npm test` stays under ten minutes on two cores, without anything cached.
 * The attacks, the faults, the npm package, real language servers and what few do with pi take half of the time of all
 * unit files, and the specs of what everybody does every day are a fifth of all specs.
 */
const DAILY_UNIT_FILES = [
  ...['shared', 'web'].map((room) => `${room}/**/*.test.ts`),
  'server/**/!(real-repositories|real-servers).test.ts',
  'scripts/**/!(npm|package).test.ts',
  'e2e/!(contract|faults|siege)/**/*.test.ts',
  ...[
    'bash',
    'changes',
    'commands',
    'extensions',
    'process',
    'queue',
    'runs',
    'sessions',
    'stop',
    'transcript',
  ].map((name) => `e2e/contract/${name}.test.ts`),
];
const DAILY_SPECS = [
  ...['start', 'uses', 'chat', 'queue', 'dialogs', 'reconnect'],
  ...['terminal', 'editor', 'changes', 'agents', 'sessions'],
].map((name) => `e2e/browser/${name}.spec.ts`);
/** Written by Playwright. */
const LAST_RUN = join(root, 'test-results/.last-run.json');

/** @type {Record<string, Suite>} run one after the other */
export const SUITES = {
  unit: {
    args: (temporary) => [
      // Test files spend much of their time waiting for pi or for timers.
      `--test-concurrency=${availableParallelism() + 1}`,
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=./scripts/skipped-tests.mjs', '--test-reporter-destination=stdout'],
      ...['--test-reporter=./scripts/failed-files.mjs', `--test-reporter-destination=${temporary}/failed`],
      ...UNIT,
    ],
    files: ({ isWhole }) => (isWhole ? UNIT_FILES : DAILY_UNIT_FILES),
    again: (temporary) => {
      const failed = readFileSync(join(temporary, 'failed'), 'utf8').split('\n').filter(Boolean);
      return isFew(failed) ? ['--test-concurrency=1', ...UNIT, ...failed] : null;
    },
  },
  browser: {
    args: () => {
      rmSync(LAST_RUN, { force: true });
      return BROWSER;
    },
    files: ({ isWhole }) => (isWhole ? [] : DAILY_SPECS),
    again: () => {
      if (!existsSync(LAST_RUN)) return null;
      /** @type {{ failedTests: string[] }} */
      const { failedTests } = JSON.parse(readFileSync(LAST_RUN, 'utf8'));
      return isFew(failedTests) ? [...BROWSER, '--last-failed', '--workers', '1'] : null;
    },
  },
};

/** @param {string[]} failed */
function isFew(failed) {
  return failed.length > 0 && failed.length <= MAX_AGAIN;
}
