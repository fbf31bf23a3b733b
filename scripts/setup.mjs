// Prepares what npm scripts need before they can run: packages, Node, the built page, a browser.
//   node scripts/setup.mjs [build] [browser]
// Plain JavaScript that old Nodes understand. Silent and quick when there is nothing to do; otherwise reports on stderr.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
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
import { Progress } from './progress.mjs';

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

/**
 * @typedef {object} Step
 * @property {string} lack what is missing before it, in words
 * @property {string} title
 * @property {boolean} [isAlone] whether it prints nothing as long as all is well
 * @property {() => void} [check] throws if the step is not allowed, before it is announced
 * @property {() => void | Promise<void>} run
 */

try {
  await setUp(process.argv.slice(2));
} catch (error) {
  console.error(`pi-panel: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/** @param {string[]} wanted */
async function setUp(wanted) {
  // Taking the lock writes to the folder, which whoever only starts the panel need not be allowed to.
  const [first] = listSteps(wanted);
  if (first === undefined) return;
  const lock = join('.cache', 'setup.lock');
  const onWait = (/** @type {number} */ pid) =>
    console.error(
      `pi-panel: waiting for process ${pid}, which sets up this folder (if it does not, delete ${lock}) ...`,
    );
  try {
    await withLock(join(root, lock), { onWait }, () => prepare(wanted));
  } catch (error) {
    throw isDenied(error) ? new Error(readOnly(first.lack)) : error;
  }
}

/**
 * Returns what is to be done.
 * @param {string[]} wanted
 * @returns {Step[]}
 */
function listSteps(wanted) {
  /** @type {Step[]} */
  const steps = [];
  if (!isInstalled())
    steps.push({
      lack: 'its packages are not installed',
      title: 'installing packages (once)',
      check: checkModules,
      run: () => npm(['ci', '--include=dev'], root),
    });
  // Usually npm's `postinstall` has done this by then, unless scripts are disabled or the link is gone.
  if (!hasNode())
    steps.push({
      lack: 'its Node is not installed',
      title: 'finding a newer Node',
      run: () => void ensureNode(),
    });
  if (wanted.includes('build')) steps.push(...BUILDS.filter((build) => !isUpToDate(build)).map(stepOfBuild));
  // Quick if the browser is already known.
  if (wanted.includes('browser'))
    steps.push({
      lack: 'it has to find a browser',
      title: 'finding a browser',
      run: () => runNode([join(root, 'scripts', 'browser.mjs')]),
    });
  return steps;
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
async function prepare(wanted) {
  const steps = listSteps(wanted);
  const progress = new Progress(steps.length, { prefix: 'pi-panel: ' });
  for (const { title, isAlone, check, run } of steps) {
    check?.();
    const end = progress.begin(title, { isAlone });
    try {
      await run();
    } catch (error) {
      end('failed');
      throw error;
    }
    end();
  }
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

function checkModules() {
  const modules = join(root, 'node_modules');
  // `npm ci` would empty the folder behind the link, which other checkouts may use.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(
      `node_modules is a link to ${readlinkSync(modules)}, which does not match package-lock.json. ` +
        'Install the packages there, or delete the link to install them here.',
    );
  accessSync(existsSync(modules) ? modules : root, constants.W_OK);
}

/**
 * @param {typeof BUILDS[number]} build
 * @returns {Step}
 */
function stepOfBuild({ name, sources, stamp, args }) {
  return {
    lack: `${name} has to be built`,
    title: `building ${name}`,
    isAlone: true,
    run: async () => {
      const digest = digestOf(sources);
      rmSync(stamp, { force: true });
      await runNode(args);
      writeFileSync(stamp, digest);
    },
  };
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
 * Runs the project's Node to its end. Throws if that fails.
 * @param {string[]} args
 */
async function runNode(args) {
  const child = spawn(ensureNode(), args, { cwd: root, stdio: ['ignore', 2, 2] });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} failed (${signal ?? code}), see above`);
}
