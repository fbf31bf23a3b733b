// Runs node's tests for Stryker: all tests stay loaded in one process, so that a mutant costs the few milliseconds of the
// tests that reach it. Stryker starts it in a separate process (scripts/mutation.ts writes the configuration).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collectTests, runHooks, runTest, type Test, type TestFile } from './test-registry.ts';
import { collectReached, REACH_FOLDER, REACH_TEST, type Hits } from './reach-elsewhere.ts';
import { isWording } from './wording.ts';

interface Settings {
  nodeTest: { files: string[] };
}

interface MutantRun {
  activeMutant: { id: string };
  sandboxFileName: string;
  mutantActivation: 'runtime' | 'static';
  testFilter?: string[];
  hitLimit?: number;
}

/** Read by the sources that Stryker instrumented. */
interface Switches {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}

const switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});
const REGISTRY = new URL('./test-registry.ts', import.meta.url).href;
const ELSEWHERE = new URL('./reach-elsewhere.ts', import.meta.url).href;

class NodeTestRunner {
  static readonly inject = ['options'];
  readonly #paths: readonly string[];
  readonly #files = new Map<string, TestFile>();
  /** Duration of the last run, in ms. */
  readonly #durations = new Map<string, number>();
  #mutantsRun = 0;
  /** Whether the last mutant left something behind that makes tests fail. */
  #isSpoilt = false;

  constructor({ nodeTest }: Settings) {
    this.#paths = nodeTest.files;
  }

  capabilities(): object {
    return { reloadEnvironment: false };
  }

  init(): void {
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'node:test' && context.parentURL !== REGISTRY
          ? { url: REGISTRY, shortCircuit: true }
          : next(specifier, context),
    });
  }

  async dryRun(): Promise<object> {
    const tests: object[] = [];
    const reached = mkdtempSync(join(tmpdir(), 'mutation-'));
    chmodSync(reached, 0o777);
    process.env[REACH_FOLDER] = reached;
    process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${ELSEWHERE}`;
    for (const path of this.#paths) {
      const file = await this.#load(path);
      // Each test runs on its own, as for a mutant: a test that depends on earlier ones would seem to notice every
      // fault.
      for (const only of file.tests) {
        const [{ test, error, duration }] = (await runFile(file, [only])) as [Outcome];
        if (error !== undefined) return { status: 'error', errorMessage: `${test.id}: ${describe(error)}` };
        tests.push({
          id: test.id,
          name: test.name,
          timeSpentMs: duration,
          fileName: resolve(path),
          startPosition: { line: test.line, column: 0 },
          status: test.isSkipped ? 2 : 0,
        });
      }
    }
    if (switches.mutantCoverage) collectReached(reached, switches.mutantCoverage.perTest);
    rmSync(reached, { recursive: true });
    delete process.env[REACH_FOLDER];
    delete process.env['NODE_OPTIONS'];
    return { status: 'complete', tests, mutantCoverage: switches.mutantCoverage };
  }

  async mutantRun(options: MutantRun): Promise<object> {
    const { activeMutant, mutantActivation, hitLimit } = options;
    // Stryker then starts another process and runs the mutant there.
    if (this.#isSpoilt) process.exit(1);
    if (mutantActivation === 'static') activate(activeMutant.id);
    const chosen = await this.#choose(options);
    activate(activeMutant.id, hitLimit);
    let count = 0;
    for (const { file, tests } of chosen) {
      const run = await runFile(file, tests, true);
      count += run.length;
      const failed = run.find(({ error }) => error !== undefined);
      if (!failed) {
        for (const { test, duration } of run) this.#durations.set(test.id, duration);
        continue;
      }
      if (switches.hitLimit !== undefined && (switches.hitCount ?? 0) > switches.hitLimit)
        return { status: 'timeout', reason: 'hit limit reached' };
      if (mutantActivation === 'runtime') await this.#checkCleanness(file, failed.test);
      const failureMessage = describe(failed.error);
      return { status: 'killed', killedBy: [failed.test.id], failureMessage, nrOfTests: count };
    }
    this.#mutantsRun += 1;
    return { status: 'survived', nrOfTests: count };
  }

  /**
   * Marks the process as spoilt if a test also fails without the mutant. That test proves nothing, so the mutant is
   * tried again in another process.
   */
  async #checkCleanness(file: TestFile, test: Test): Promise<void> {
    activate(undefined);
    const [again] = await runFile(file, [test]);
    this.#isSpoilt = again?.error !== undefined;
    if (this.#isSpoilt && this.#mutantsRun > 0) process.exit(1);
    this.#mutantsRun += 1;
  }

  /**
   * Returns the tests that reach the mutant, the quickest first. A mutant in code that runs while a module loads is
   * reached by all tests and needs a process of its own, so the tests in its folder have to suffice.
   */
  async #choose(options: MutantRun): Promise<{ file: TestFile; tests: Test[] }[]> {
    const { mutantActivation, sandboxFileName, testFilter } = options;
    const folder = mutantActivation === 'static' ? relative('', dirname(sandboxFileName)) : '';
    const chosen: { file: TestFile; tests: Test[]; duration: number }[] = [];
    for (const path of this.#paths) {
      if (!path.startsWith(folder) || !(testFilter?.some((id) => id.startsWith(`${path} `)) ?? true))
        continue;
      const file = await this.#load(path);
      for (const test of file.tests)
        if (!testFilter || testFilter.includes(test.id))
          chosen.push({ file, tests: [test], duration: this.#durations.get(test.id) ?? 0 });
    }
    return chosen.sort((a, b) => a.duration - b.duration);
  }

  async #load(path: string): Promise<TestFile> {
    const file = this.#files.get(path) ?? (await collectTests(path, pathToFileURL(resolve(path)).href));
    this.#files.set(path, file);
    return file;
  }
}

interface Outcome {
  test: Test;
  duration: number;
  error?: unknown;
}

async function runFile(file: TestFile, tests: readonly Test[], endsEarly = false): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const beforeId = `before ${file.path}`;
  switches.currentTestId = beforeId;
  const before = await failure(() => runHooks(file.hooks.before));
  for (const test of tests) {
    switches.currentTestId = process.env[REACH_TEST] = test.id;
    const startedAt = performance.now();
    const error = before ?? (test.isSkipped ? undefined : await failure(() => runTest(test, file)));
    outcomes.push({ test, duration: performance.now() - startedAt, error });
    if (error !== undefined && endsEarly) break;
  }
  switches.currentTestId = undefined;
  const after = await failure(() => runHooks(file.hooks.after));
  const last = outcomes.at(-1);
  if (last) last.error ??= after;
  shareCoverage(beforeId, tests);
  return outcomes;
}

/** Code that a hook of a file reaches counts as reached by each of its tests. */
function shareCoverage(from: string, tests: readonly Test[]): void {
  const perTest = switches.mutantCoverage?.perTest;
  const hits = perTest?.[from];
  if (!perTest || !hits) return;
  for (const { id } of tests) perTest[id] = { ...hits, ...perTest[id] };
  delete perTest[from];
}

/** Returns the error that `work` throws, or one that is thrown elsewhere while it runs. */
async function failure(work: () => Promise<void>): Promise<unknown> {
  let onError: (error: unknown) => void = () => undefined;
  const elsewhere = new Promise<never>((_, reject) => (onError = reject));
  process.on('uncaughtException', onError).on('unhandledRejection', onError);
  try {
    await Promise.race([work(), elsewhere]);
    // A rejection that nobody handles is reported after the microtasks.
    await Promise.race([new Promise((resolve) => setImmediate(resolve)), elsewhere]);
    return undefined;
  } catch (error) {
    return error ?? new Error('A test threw undefined or null.');
  } finally {
    process.off('uncaughtException', onError).off('unhandledRejection', onError);
  }
}

function activate(id: string | undefined, hitLimit?: number): void {
  switches.activeMutant = id;
  switches.hitCount = hitLimit === undefined ? undefined : 0;
  switches.hitLimit = hitLimit;
  // For the processes and threads that tests start.
  if (id === undefined) delete process.env['__STRYKER_ACTIVE_MUTANT__'];
  else process.env['__STRYKER_ACTIVE_MUTANT__'] = id;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'node-test', injectableClass: NodeTestRunner },
  {
    kind: 'Ignore',
    name: 'wording',
    value: {
      shouldIgnore: (path: Parameters<typeof isWording>[0]): string | undefined =>
        isWording(path) ? 'No test states how something is worded.' : undefined,
    },
  },
];

export const strykerValidationSchema = { properties: { nodeTest: { type: 'object' } } };
