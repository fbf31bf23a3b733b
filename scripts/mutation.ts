// Plants small faults, one at a time, and runs the tests that reach them: a fault that no test notices is a gap.
//   npm run mutation                              all rooms: about an hour
//   npm run mutation -- server/changes            one room
//   npm run mutation -- shared/view/queue.ts      one file (or some)
//   npm run mutation -- --again ...               also prints what an earlier run found in unchanged sources
// Prints the faults that survived, and for each file the share that tests noticed. Exits with 1 if a room is below 90 %.
// Stryker is not among the packages of the project: the first run installs it in .cache/stryker.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { npm } from './npm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, '.cache', 'stryker');
const VERSION = '10.1.1';
// Threads take over the options of their process, but not NODE_OPTIONS.
const ELSEWHERE = pathToFileURL(join(ROOT, 'scripts', 'mutation', 'reach-elsewhere.ts')).href;
const LEAST = 0.9;

interface Room {
  name: string;
  sources: string[];
  tests: string[];
}

/** Rooms in which a fault would lose or corrupt the user's data. */
const ROOMS: readonly Room[] = [
  {
    name: 'shared/view',
    sources: ['shared/view/*.ts'],
    tests: ['shared/view/*.test.ts', 'server/agent/feed/*.test.ts'],
  },
  {
    name: 'server/agent/queue',
    sources: ['server/agent/queue/*.ts'],
    tests: ['server/agent/queue/*.test.ts'],
  },
  { name: 'server/changes', sources: ['server/changes/**/*.ts'], tests: ['server/changes/**/*.test.ts'] },
  {
    name: 'server/workspace',
    sources: ['server/workspace/**/*.ts'],
    tests: ['server/workspace/**/*.test.ts'],
  },
];

/** Stryker's format: https://github.com/stryker-mutator/mutation-testing-elements. */
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}
interface Mutant {
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError';
  mutatorName: string;
  replacement?: string;
  location: { start: Position; end: Position };
}
interface Position {
  line: number;
  column: number;
}

const { values, positionals } = parseArgs({
  options: { again: { type: 'boolean', default: false } },
  allowPositionals: true,
});

setPriority(10);
installStryker();
for (const room of ROOMS) {
  const sources = globSync(room.sources, { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/fixtures\//.test(file) && isWanted(room.name, file),
  );
  if (sources.length > 0 && runStryker(room, sources.sort()) < LEAST) process.exitCode = 1;
}

function isWanted(room: string, file: string): boolean {
  return positionals.length === 0 || positionals.some((wanted) => wanted === room || wanted === file);
}

function installStryker(): void {
  const installed = join(FOLDER, 'node_modules', '@stryker-mutator', 'core', 'package.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8').includes(`"version": "${VERSION}"`)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  npm(['install', '--save-exact', `@stryker-mutator/core@${VERSION}`], FOLDER);
}

/** The share of faults that tests noticed. */
function runStryker({ name, tests }: Room, sources: readonly string[]): number {
  const place = join(FOLDER, name.replaceAll('/', '-'));
  const configuration = {
    testRunner: 'node-test',
    plugins: [join(ROOT, 'scripts', 'mutation', 'test-runner.ts')],
    ignorers: ['wording'],
    nodeTest: { files: globSync(tests, { cwd: ROOT }).sort() },
    mutate: sources,
    ignorePatterns: ['/.cache', '/dist', '/docs', '/test-results', '/web', '/e2e/browser'],
    tempDirName: join('.cache', 'stryker', 'sandbox'),
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: `${place}.incremental.json`,
    force: values.again,
    concurrency: 1,
    // A fault that hangs costs this much time; a test on a busy machine must not reach it.
    timeoutMS: 4000,
    timeoutFactor: 3,
    disableTypeChecks: false,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: `${place}.json` },
    testRunnerNodeArgs: ['--disable-warning=ExperimentalWarning', `--import=${ELSEWHERE}`],
    allowConsoleColors: false,
  };
  writeFileSync(`${place}.config.json`, JSON.stringify(configuration, null, 2));
  const stryker = join(FOLDER, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { status } = spawnSync(process.execPath, [stryker, 'run', `${place}.config.json`], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_COMPILE_CACHE: join(FOLDER, 'compiled') },
  });
  if (status !== 0) throw new Error(`Stryker failed in ${name}, see above.`);
  return report(name, sources, JSON.parse(readFileSync(`${place}.json`, 'utf8')) as Report);
}

function report(room: string, sources: readonly string[], { files }: Report): number {
  let all = 0;
  let noticed = 0;
  for (const path of sources) {
    const { source, mutants } = files[path] ?? { source: '', mutants: [] };
    const counted = mutants.filter(({ status }) => status !== 'Ignored');
    const survivors = counted.filter(({ status }) => status !== 'Killed' && status !== 'Timeout');
    all += counted.length;
    noticed += counted.length - survivors.length;
    console.log(`${path}: ${describeShare(counted.length - survivors.length, counted.length)}`);
    for (const mutant of survivors) console.log(describe(mutant, source));
  }
  console.log(`${room}: ${describeShare(noticed, all)}\n`);
  return all === 0 ? 1 : noticed / all;
}

function describeShare(noticed: number, all: number): string {
  const share = all === 0 ? 100 : (100 * noticed) / all;
  return `${noticed} of ${all} noticed, ${share.toFixed(1)} %`;
}

function describe({ status, location: { start, end }, replacement }: Mutant, source: string): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  const shorten = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100);
  const kind = status === 'Survived' ? '' : ` [${status}]`;
  return `  ${start.line}:${start.column}${kind}  ${shorten(lines.join('\n'))}  ->  ${shorten(replacement ?? '')}`;
}
