// Prepares what npm scripts need before they can run: packages, Node, the built page, a browser.
//   node scripts/setup.mjs [build] [browser]
// Plain JavaScript that old Nodes understand. Silent and quick when there is nothing to do; otherwise reports on stderr.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { ensureNode, hasNode } from './node.mjs';
import { npm } from './npm.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The builds: their results, their sources, and the file that records the state of the sources. */
const BUILDS = [
  {
    name: 'the page',
    sources: ['vite.config.ts', 'scripts/build', 'package-lock.json', 'web', 'shared'],
    stamp: join(root, 'dist', 'web', '.vite', 'sources.sha256'),
    args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
  },
  {
    name: 'the extensions for pi',
    sources: ['scripts/build', 'package-lock.json', 'server', 'shared'],
    stamp: join(root, 'dist', 'pi', 'sources.sha256'),
    args: ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'build', 'bundle-extensions.ts')],
  },
  {
    name: 'the server',
    sources: ['scripts/build', 'package-lock.json', 'server', 'shared'],
    stamp: join(root, 'dist', 'server', 'sources.sha256'),
    args: ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'build', 'bundle-server.ts')],
  },
];

try {
  setUp(process.argv.slice(2));
} catch (error) {
  console.error(`pi-panel: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/** @param {string[]} wanted */
function setUp(wanted) {
  // Taking the lock writes to the folder, which whoever only starts the panel need not be allowed to.
  const missing = findMissing(wanted);
  if (missing === undefined) return;
  const lock = join('.cache', 'setup.lock');
  const onWait = (/** @type {number} */ pid) =>
    console.error(
      `pi-panel: waiting for process ${pid}, which sets up this folder (if it does not, delete ${lock}) ...`,
    );
  try {
    withLock(join(root, lock), { onWait }, () => prepare(wanted));
  } catch (error) {
    throw isDenied(error) ? new Error(readOnly(missing)) : error;
  }
}

/**
 * Returns the first thing to do, in words; undefined if there is nothing to do.
 * @param {string[]} wanted
 */
function findMissing(wanted) {
  if (!isInstalled()) return 'its packages are not installed';
  if (!hasNode()) return 'its Node is not installed';
  const old = wanted.includes('build') ? BUILDS.find((build) => !isUpToDate(build)) : undefined;
  if (old) return `${old.name} has to be built`;
  // Finds the browser, which is quick if it is already known.
  return wanted.includes('browser') ? 'it has to find a browser' : undefined;
}

/** @param {unknown} error */
function isDenied(error) {
  return error instanceof Error && 'code' in error && /^(?:EACCES|EPERM|EROFS)$/.test(String(error.code));
}

/** @param {string} missing */
function readOnly(missing) {
  return (
    `${root} is not ready (${missing}), and you may not write to it. ` +
    'Run `npm start` there once as its owner, or clone the repository to a folder of your own.'
  );
}

/** @param {string[]} wanted */
function prepare(wanted) {
  if (!isInstalled()) install();
  // Usually npm's `postinstall` has done this, unless scripts are disabled or the link is gone.
  const node = ensureNode();
  if (wanted.includes('build')) for (const build of BUILDS) buildIfOlder(node, build);
  if (wanted.includes('browser')) run(node, [join(root, 'scripts', 'browser.mjs')]);
}

/** Whether node_modules matches the lockfile. Compares content, because a clone or a checkout changes all times. */
function isInstalled() {
  const wanted = packagesIn('package-lock.json');
  const found = packagesIn(join('node_modules', '.package-lock.json'));
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([place, { version, optional, link }]) => {
    const there = found[place];
    return place === '' || link || (there ? there.version === version : optional);
  });
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean }> | undefined}
 */
function packagesIn(lockfile) {
  const text = read(join(root, lockfile));
  return text === undefined ? undefined : JSON.parse(text.toString()).packages;
}

function install() {
  const modules = join(root, 'node_modules');
  // `npm ci` would empty the folder behind the link, which other checkouts may use.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(
      `node_modules is a link to ${readlinkSync(modules)}, which does not match package-lock.json. ` +
        'Install the packages there, or delete the link to install them here.',
    );
  accessSync(existsSync(modules) ? modules : root, constants.W_OK);
  console.error('pi-panel: installing packages (once) ...');
  npm(['ci', '--include=dev'], root);
}

/**
 * @param {string} node
 * @param {typeof BUILDS[number]} build
 */
function buildIfOlder(node, build) {
  if (isUpToDate(build)) return;
  const { name, sources, stamp, args } = build;
  const digest = digestOf(sources);
  console.error(`pi-panel: building ${name} ...`);
  rmSync(stamp, { force: true });
  run(node, args);
  writeFileSync(stamp, digest);
}

/** @param {typeof BUILDS[number]} build */
function isUpToDate({ sources, stamp }) {
  return read(stamp)?.toString() === digestOf(sources);
}

/** @param {readonly string[]} sources files, and folders without a dot in their names */
function digestOf(sources) {
  const files = sources.flatMap((source) => (source.includes('.') ? [source] : filesBelow(source)));
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const content = read(join(root, file));
    if (content) hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * The files below a folder that a build may read, relative to the project.
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'fixtures' ? [] : filesBelow(path);
    return entry.name.endsWith('.test.ts') ? [] : [path];
  });
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.error) throw result.error;
  if (result.status !== 0)
    throw new Error(`${args.join(' ')} failed (${result.signal ?? result.status}), see above`);
}
