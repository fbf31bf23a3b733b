// Records which process uses a session file. pi does not lock it (in any version), so two processes would write two
// branches into one file. A hold is a socket name, which the system gives to one process at a time and frees when that
// process ends, even if it is killed. Nothing is written beside pi's files. The name includes the user, so different
// users do not collide.
import { createHash } from 'node:crypto';
import { mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

export class SessionHold {
  #server: Server | null = null;
  #file: string | null = null;
  /** Resolves to whether the file is held. Null if it is not, and is not being taken. */
  #claim: Promise<boolean> | null = null;
  /** How often it was released, which a file that is being taken must not outlive. */
  #releases = 0;
  readonly #isOnDisk: boolean;

  /** `isOnDisk`: whether the names of sockets are files. Replaced in tests. */
  constructor(isOnDisk = IS_ON_DISK) {
    this.#isOnDisk = isOnDisk;
  }

  /**
   * From now on, holds this session file, and no other one. Resolves to false if another process or SessionHold has it.
   */
  async claim(file: string): Promise<boolean> {
    if (file !== this.#file) {
      this.release();
      this.#file = file;
    }
    const claim = (this.#claim ??= this.#take(file));
    const isHeld = await claim;
    // Whoever has it may release it, so another claim tries again.
    if (!isHeld && claim === this.#claim) this.#claim = null;
    return isHeld;
  }

  release(): void {
    this.#server?.close();
    this.#server = null;
    this.#file = null;
    this.#claim = null;
    this.#releases += 1;
  }

  async #take(file: string): Promise<boolean> {
    const releases = this.#releases;
    const name = nameOf(file, this.#isOnDisk);
    const server = await (this.#isOnDisk ? listenOnDisk(name) : listen(name));
    if (server && releases === this.#releases) this.#server = server;
    else server?.close();
    return server !== null;
  }
}

/** Whether any process holds the file, including this one. */
export function isHeld(file: string): Promise<boolean> {
  return isAnswered(nameOf(file));
}

/** On Linux and Windows the name disappears with its process. Elsewhere a killed process leaves a socket file behind. */
const IS_ON_DISK = !['linux', 'win32'].includes(process.platform);

function nameOf(file: string, isOnDisk = IS_ON_DISK): string {
  const digest = createHash('sha256').update(`${userName()} ${file}`).digest('hex').slice(0, 32);
  const name = `pi-panel-session-${digest}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return isOnDisk ? path.join(tmpdir(), name) : `\0${name}`;
}

/** Returns the user's name. A container may run as a user without a name, for whom `userInfo` throws. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

function isAnswered(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name, () => resolve((socket.destroy(), true)));
    socket.on('error', () => resolve(false));
  });
}

/**
 * A process needs a few milliseconds to replace a socket file. One that takes longer than this must have been killed.
 */
const ABANDONED_MS = 10_000;

/**
 * Replaces the socket file of a killed process, in a folder that only one process can create. Otherwise two processes
 * that find the old file at once would remove each other's new one, and both would hold the name. Null if the name is
 * taken, also by a process that is just replacing the file.
 */
async function listenOnDisk(name: string): Promise<Server | null> {
  const guard = `${name}.guard`;
  if (!(await createFolder(guard))) return null;
  try {
    if (await isAnswered(name)) return null;
    await rm(name, { force: true });
    return await listen(name);
  } finally {
    // Another process may have removed it as abandoned, while this machine slept.
    await rmdir(guard).catch(() => undefined);
  }
}

/** Returns false if another process has just created it, or if nothing can be created there. */
async function createFolder(folder: string): Promise<boolean> {
  const create = (): Promise<boolean> =>
    mkdir(folder).then(
      () => true,
      () => false,
    );
  if (await create()) return true;
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
  if (Date.now() - mtimeMs <= ABANDONED_MS) return false;
  await rm(folder, { recursive: true, force: true });
  return create();
}

/** Listens on the name. Null if it is taken. */
function listen(name: string): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(null));
    // The server must not keep the process alive.
    server.listen(name, () => resolve(server.unref()));
  });
}
