// Replaces `node:test` while mutants run: it collects the tests of a file, so that chosen tests can be run repeatedly in
// one process. It has only those features that the tests of the mutated rooms use.
import { mock } from 'node:test';

export { mock };

type Work = (context: Context) => unknown;
type HookKind = 'before' | 'beforeEach' | 'afterEach' | 'after';

interface Options {
  skip?: boolean | string;
}

export interface TestFile {
  path: string;
  tests: Test[];
  hooks: Record<HookKind, Work[]>;
}

export interface Test {
  id: string;
  name: string;
  /** Its index in its file, from 0. */
  line: number;
  isSkipped: boolean;
  work: Work;
}

export interface Context {
  name: string;
  mock: typeof mock;
  after: (work: Work) => void;
  skip: (reason?: string) => void;
  diagnostic: (message: string) => void;
}

let open: TestFile | undefined;

/** Imports a file of tests. */
export async function collectTests(path: string, url: string): Promise<TestFile> {
  const file: TestFile = { path, tests: [], hooks: { before: [], beforeEach: [], afterEach: [], after: [] } };
  open = file;
  try {
    await import(url);
    return file;
  } finally {
    open = undefined;
  }
}

export function test(name: string, ...rest: [Work] | [Options, Work]): void {
  const { path, tests } = collecting();
  const [options, work] = rest.length === 2 ? rest : [{}, rest[0]];
  const same = tests.filter((other) => other.name === name).length;
  const id = `${path} ${name}${same ? ` (${same + 1})` : ''}`;
  tests.push({ id, name, line: lineOfCaller(path), isSkipped: Boolean(options.skip), work });
}

export const before = (work: Work): number => collecting().hooks.before.push(work);
export const beforeEach = (work: Work): number => collecting().hooks.beforeEach.push(work);
export const afterEach = (work: Work): number => collecting().hooks.afterEach.push(work);
export const after = (work: Work): number => collecting().hooks.after.push(work);

/** Runs a test. Rejects with what failed. Its clean-up runs in any case. */
export async function runTest({ name, work }: Test, { hooks }: TestFile): Promise<void> {
  const later: Work[] = [];
  const context: Context = {
    name,
    mock,
    after: (cleanUp) => void later.push(cleanUp),
    skip: () => undefined,
    diagnostic: () => undefined,
  };
  try {
    await runHooks(hooks.beforeEach, context);
    await work(context);
  } finally {
    await runHooks([...hooks.afterEach, ...later], context);
    mock.reset();
    mock.timers.reset();
  }
}

export async function runHooks(hooks: readonly Work[], context = {} as Context): Promise<void> {
  for (const hook of hooks) await hook(context);
}

function collecting(): TestFile {
  if (!open) throw new Error('A test is declared while no file of tests is imported.');
  return open;
}

function lineOfCaller(path: string): number {
  const frame = new Error().stack?.split('\n').find((line) => line.includes(path));
  return Number(/:(\d+):\d+\)?$/.exec(frame ?? '')?.[1] ?? 1) - 1;
}
