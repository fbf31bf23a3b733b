// A pi for those who have none, fetched by real npm from a registry in this process, which offers a pi that is a script.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lockPi, type Lockfile } from './build/pi-lockfile.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAME = '@earendil-works/pi-coding-agent';
const read = <T>(name: string): T => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8')) as T;

/** The packages that pi gives to the extensions which it loads (`docs/packages.md` of pi 1.6.0). */
const GIVEN_BY_PI = [
  '@earendil-works/pi-ai',
  '@earendil-works/pi-agent-core',
  NAME,
  '@earendil-works/pi-tui',
  'typebox',
];

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
}

test('the package has no dependency that pi provides, so that pi neither warns of it nor installs itself again', () => {
  const manifest = read<Manifest>('package.json');
  const given = GIVEN_BY_PI.filter((name) => name in manifest.dependencies);
  assert.deepEqual(given, []);
  assert.deepEqual(manifest.peerDependencies, { [NAME]: '*' });
  // Otherwise npx would install the newest pi, even where there is one.
  assert.equal(manifest.peerDependenciesMeta[NAME]?.optional, true);
});

test('the fetched pi is the tested one, with the hashes of the lockfile for all that it needs', () => {
  const project = read<Lockfile>('package-lock.json');
  const { devDependencies } = read<Manifest>('package.json');
  const { manifest, lockfile } = lockPi(project);
  assert.deepEqual(manifest.dependencies, { [NAME]: devDependencies[NAME] });
  const { '': own, ...packages } = lockfile.packages;
  assert.deepEqual(own?.dependencies, manifest.dependencies);
  for (const [place, locked] of Object.entries(packages)) {
    const { dev, ...entry } = project.packages[place]!;
    assert.deepEqual(locked, entry, place);
    assert.ok(dev === true || dev === undefined);
  }
  const names = new Set(Object.keys(packages).map((place) => place.split('node_modules/').at(-1)));
  const missing = Object.values(packages).flatMap(({ dependencies = {} }) =>
    Object.keys(dependencies).filter((name) => !names.has(name)),
  );
  assert.deepEqual(missing, []);
  assert.ok(!names.has('vite') && !names.has('hono'), 'what only the panel needs is left out');
});

interface Stage {
  cache: string;
  /** Runs `ensurePi` in a process of its own, with the npm settings for the registry. */
  fetch: () => Promise<{ stdout: string; stderr: string }>;
  /** How often the tarball was fetched. */
  downloads: () => number;
}

/** A registry with one pi, whose script is given, and the lockfile that names it. */
async function makeStage(t: TestContext, script: string): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pi-panel-pi-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const source = path.join(folder, 'package');
  mkdirSync(source);
  const manifest = { name: NAME, version: '1.2.3', bin: { pi: 'pi.js' } };
  writeFileSync(path.join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(source, 'pi.js'), script);
  const tarball = execFileSync('tar', ['-cz', '-C', folder, 'package']);
  let downloads = 0;
  const server = createServer((request, response) => {
    const isTarball = request.url?.endsWith('.tgz') ?? false;
    if (isTarball) downloads++;
    response.writeHead(isTarball ? 200 : 404).end(isTarball ? tarball : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const locked = path.join(folder, 'locked');
  mkdirSync(locked);
  const dependencies = { [NAME]: '1.2.3' };
  const root = { name: 'pi-panel-pi', dependencies };
  const entry = {
    version: '1.2.3',
    resolved: `https://registry.npmjs.org/${NAME}/-/pi-coding-agent-1.2.3.tgz`,
    integrity: `sha512-${hash('sha512', tarball, 'base64')}`,
    bin: { pi: 'pi.js' },
  };
  const packages = { '': root, [`node_modules/${NAME}`]: entry };
  writeFileSync(path.join(locked, 'package.json'), JSON.stringify({ ...root, private: true }));
  const lockfile = JSON.stringify({ name: root.name, lockfileVersion: 3, requires: true, packages });
  writeFileSync(path.join(locked, 'package-lock.json'), lockfile);
  const cache = path.join(folder, 'cache');
  const code = `import { ensurePi } from ${JSON.stringify(path.join(ROOT, 'scripts', 'pi.mjs'))};
    console.log(await ensurePi(${JSON.stringify({ locked, cache })}));`;
  const env = {
    ...process.env,
    npm_config_cache: path.join(folder, 'npm'),
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const fetch: Stage['fetch'] = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env });
  return { cache, fetch, downloads: () => downloads };
}

const PRINTS_VERSION = `console.log('1.2.3');`;

test('a cache that the user may not write to is named, with the variable for another one', async (t) => {
  const { cache, fetch, downloads } = await makeStage(t, PRINTS_VERSION);
  writeFileSync(cache, 'a file, below which nobody can make a folder');
  await assert.rejects(fetch(), ({ stderr }: { stderr: string }) => {
    assert.match(stderr, /you may not write to .+cache.pi\. Set XDG_CACHE_HOME to another folder/);
    return true;
  });
  assert.equal(downloads(), 0);
});

test('two first starts at once fetch one pi, and later starts none', async (t) => {
  const { cache, fetch, downloads } = await makeStage(t, PRINTS_VERSION);
  const folder = path.join(cache, 'pi', '1.2.3', 'node_modules', NAME);
  const both = await Promise.all([fetch(), fetch()]);
  assert.deepEqual(
    both.map(({ stdout }) => stdout),
    [`${folder}\n`, `${folder}\n`],
  );
  const said = both.map(({ stderr }) => stderr).join('');
  assert.equal(said.match(/fetching pi 1\.2\.3 into/g)?.length, 1, said);
  assert.deepEqual(await fetch(), { stdout: `${folder}\n`, stderr: '' });
  assert.equal(downloads(), 1);
});

test('a pi that was fetched in part is not run: the next start fetches it from the beginning', async (t) => {
  const { cache, fetch } = await makeStage(t, PRINTS_VERSION);
  const partial = path.join(cache, 'pi', '1.2.3.new', 'node_modules', NAME);
  mkdirSync(partial, { recursive: true });
  writeFileSync(path.join(partial, 'half'), '');
  const { stdout } = await fetch();
  assert.ok(existsSync(path.join(stdout.trim(), 'pi.js')));
  assert.ok(!existsSync(path.join(stdout.trim(), 'half')));
  assert.deepEqual(readdirSync(path.join(cache, 'pi')), ['1.2.3']);
});

test('a pi that does not run is refused with its own words, and not kept', async (t) => {
  const { cache, fetch } = await makeStage(t, `throw new Error('no such system call');`);
  await assert.rejects(fetch(), /pi 1\.2\.3 does not run here: [^]*no such system call/);
  assert.ok(!existsSync(path.join(cache, 'pi', '1.2.3')));
});
