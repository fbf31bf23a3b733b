// Runs the contract suite, and the comparison with all that pi offers, on the newest pi of the registry: `npm run newest`.
// Its failures say what an update of the panel's own pi takes. A workflow runs it every week.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareVersions, packageOf } from './pi-versions.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE = ['--disable-warning=ExperimentalWarning'];
/** All newer ones are in the same package. */
const PACKAGE = packageOf('1.0.0');

const { devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  devDependencies: Record<string, string>;
};
const own = devDependencies[PACKAGE]!;
const newest = askRegistry();
const isNewer = compareVersions(newest, own) > 0;
console.log(`pi-panel: the newest pi is ${newest}, and the panel's own is ${own}.`);
if (isNewer) run([...NODE, 'scripts/versions.ts', newest]);
run(
  [
    ...NODE,
    '--import=./scripts/svelte-modules.mjs',
    '--test',
    '--test-timeout=300000',
    'e2e/contract/*.test.ts',
    'scripts/surface/*.test.ts',
  ],
  { CONTRACT_PIS: isNewer ? newest : 'own' },
);

function askRegistry(): string {
  // npm is a script on Windows, which only a shell starts.
  const asked = spawnSync('npm', ['view', PACKAGE, 'version'], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const version = asked.stdout?.trim() ?? '';
  if (/^\d+\.\d+\.\d+$/.test(version)) return version;
  throw new Error(
    `npm did not name the newest version of ${PACKAGE}: ${asked.error?.message ?? asked.stderr}`,
  );
}

/** Ends this program with the same code if the other one fails. */
function run(args: string[], env: Record<string, string> = {}): void {
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
