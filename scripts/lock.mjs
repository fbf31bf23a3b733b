// Lets one process at a time work in a folder. Plain JavaScript that old Nodes understand, because setup uses it before
// anything is installed.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Time between two checks of a lock that another process holds, in ms. */
const PAUSE = 200;

/**
 * Runs `work` while holding the lock, and waits for it if another process has it. A lock whose process has died is
 * taken over.
 * @template T
 * @param {string} place path of the lock, a folder that exists only while the lock is held
 * @param {{ onWait: (pid: number) => void }} options `onWait` is called once, with the process to wait for
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(place, { onWait }, work) {
  mkdirSync(dirname(place), { recursive: true });
  let hasReported = false;
  while (!acquire(place)) {
    const owner = readOwner(place);
    if (owner !== undefined && !isAlive(owner)) {
      breakLock(place, owner);
      continue;
    }
    if (owner !== undefined && !hasReported) onWait(owner);
    hasReported ||= owner !== undefined;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
  try {
    return await work();
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * The lock appears together with its owner, by a rename: a rename to a folder that has files fails.
 * @param {string} place
 */
function acquire(place) {
  const fresh = `${place}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh);
  writeFileSync(`${fresh}/pid`, String(process.pid));
  try {
    renameSync(fresh, place);
    return true;
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Windows answers EPERM.
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EPERM') return false;
    throw error;
  }
}

/**
 * Renames the lock away, which only one of several processes can do. If its owner changed since we looked, the lock goes
 * back to its owner.
 * @param {string} place
 * @param {number} deadOwner
 */
function breakLock(place, deadOwner) {
  const broken = `${place}.broken.${process.pid}`;
  try {
    renameSync(place, broken);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  if (readOwner(broken) === deadOwner) rmSync(broken, { recursive: true, force: true });
  else renameSync(broken, place);
}

/** @param {string} place */
function readOwner(place) {
  try {
    return Number(readFileSync(`${place}/pid`, 'utf8'));
  } catch (error) {
    // Released in between.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
