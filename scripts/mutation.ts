// Plants small faults, one at a time, and runs the tests beside them: a fault that no test notices is a gap.
//   npm run mutation                                   all rooms, every fault: hours
//   npm run mutation -- --sample 60                    60 faults of each room, chosen at random by --seed
//   npm run mutation -- --only shared/view/queue.ts    the faults of the files whose path contains this
// Prints the faults that survived, and the share that was noticed by room. Exits with 1 below 90 %.
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findMutants, plant, type Mutant } from './mutation/mutants.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LEAST = 0.9;

interface Room {
  name: string;
  sources: string[];
  tests: string[];
}

/** Where a fault would lose or corrupt something of the user's. */
const ROOMS: readonly Room[] = [
  {
    name: 'shared/view',
    sources: ['shared/view/*.ts'],
    tests: ['shared/view/*.test.ts', 'server/agent/feed/*.test.ts'],
  },
  { name: 'server/workspace', sources: ['server/workspace/*.ts'], tests: ['server/workspace/*.test.ts'] },
  {
    name: 'server/agent/queue',
    sources: ['server/agent/queue/*.ts'],
    tests: ['server/agent/queue/*.test.ts'],
  },
];

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});

let isEnough = true;
for (const room of ROOMS) {
  const tests = globSync(room.tests, { cwd: ROOT }).sort();
  const all = mutantsOf(room);
  if (all.length === 0) continue;
  const patience = 3 * (await timeUnchanged(tests)) + 5000;
  const chosen = values.sample ? sample(all, Number(values.sample)) : all;
  const survivors = await findSurvivors(chosen, tests, patience);
  const share = 1 - survivors.length / chosen.length;
  isEnough &&= share >= LEAST;
  for (const survivor of survivors) console.log(describe(survivor));
  const noticed = `${chosen.length - survivors.length} of ${chosen.length} noticed`;
  console.log(`${room.name}: ${noticed}, ${(share * 100).toFixed(1)} % (${all.length} in all)\n`);
}
process.exitCode = isEnough ? 0 : 1;

function mutantsOf({ sources }: Room): Mutant[] {
  return globSync(sources, { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && file.includes(values.only))
    .sort()
    .flatMap((file) => findMutants(file, readFileSync(`${ROOT}/${file}`, 'utf8')));
}

/** The same ones for the same seed. */
function sample(mutants: readonly Mutant[], count: number): Mutant[] {
  let state = Number(values.seed);
  const random = (): number => (state = (state * 48_271) % 2_147_483_647);
  return mutants
    .map((mutant) => ({ mutant, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** In ms. Throws if the tests fail without any fault. */
async function timeUnchanged(tests: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  if (await fails(tests, {}, 600_000))
    throw new Error('The tests fail without any fault: repair them first.');
  return performance.now() - startedAt;
}

async function findSurvivors(mutants: readonly Mutant[], tests: readonly string[], patience: number) {
  const waiting = [...mutants];
  const survivors: Mutant[] = [];
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const source = readFileSync(`${ROOT}/${mutant.file}`, 'utf8');
      const env = {
        MUTANT_URL: pathToFileURL(`${ROOT}/${mutant.file}`).href,
        MUTANT_SOURCE: plant(source, mutant),
      };
      if (!(await fails(besideFirst(tests, mutant.file), env, patience))) survivors.push(mutant);
      if (waiting.length % 25 === 0) console.error(`${waiting.length} to go, ${survivors.length} survived`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return survivors.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** The tests of the file itself most probably notice the fault. */
function besideFirst(tests: readonly string[], file: string): string[] {
  const own = file.replace(/\.ts$/, '.test.ts');
  return [...tests].sort((a, b) => Number(b === own) - Number(a === own));
}

/** Tests that take longer than `patience` count as failed: the fault made them wait for ever. */
function fails(tests: readonly string[], env: Record<string, string>, patience: number): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import=./scripts/svelte-modules.mjs',
      '--import=./scripts/mutation/plant.mjs',
      '--test',
      '--test-isolation=none',
      '--test-reporter=./scripts/mutation/first-failure.mjs',
      ...tests,
    ],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore' },
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });
}

function describe({ file, line, start, end, text }: Mutant): string {
  const source = readFileSync(`${ROOT}/${file}`, 'utf8');
  const before = source.slice(start, end).replace(/\s+/g, ' ');
  return `  ${file}:${line}  ${before}  ->  ${text}`;
}
