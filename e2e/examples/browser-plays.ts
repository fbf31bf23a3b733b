// Runs the browser specs that use examples, and says which examples their passed tests have played.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SPECS = path.join(ROOT, 'e2e', 'browser');
/** The import by which the specs that use examples are found. */
const IMPORT = './pi-examples.ts';

/** The parts of Playwright's report that are read here. */
interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { annotations: { type: string; description?: string }[] }[];
  }[];
}

export interface BrowserPlays {
  played: ReadonlySet<string>;
  /** Titles of the tests that failed. */
  failed: readonly string[];
}

/** Plays the specs. `piFolder`: of the package of another pi than the panel's own. */
export async function playInBrowser(piFolder?: string): Promise<BrowserPlays> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-plays-'));
  try {
    const report = path.join(folder, 'report.json');
    await runPlaywright(await specsWithExamples(), {
      ...(piFolder && { TEST_PI: piFolder }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    const specs = specsIn(JSON.parse(await readFile(report, 'utf8')) as Suite);
    const annotations = specs
      .filter(({ ok }) => ok)
      .flatMap(({ tests }) => tests.flatMap((test) => test.annotations));
    return {
      played: new Set(
        annotations.flatMap(({ type, description }) => (type === 'example' ? (description ?? []) : [])),
      ),
      failed: specs.filter(({ ok }) => !ok).map(({ title }) => title),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function specsIn({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> {
  return [...specs, ...suites.flatMap(specsIn)];
}

async function specsWithExamples(): Promise<string[]> {
  const names = (await readdir(SPECS)).filter((name) => name.endsWith('.spec.ts'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(SPECS, name), 'utf8')));
  return names.filter((_name, index) => texts[index]!.includes(IMPORT)).map((name) => `browser/${name}`);
}

/** Runs Playwright. Resolves when it has ended, even if tests failed. */
async function runPlaywright(specs: readonly string[], env: Record<string, string>): Promise<void> {
  const cli = path.join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  const child = spawn(process.execPath, [cli, 'test', '-c', 'e2e', ...specs, '--reporter=list,json'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
}
