// Which process works on a session file. pi takes no lock (any version), and two of them on one file would write it
// into two branches. A hold is a name that the system gives to one process at a time and takes back when that ends,
// however it ends; nothing is written beside pi's files. Another user of the machine may hold the name, too: their own
// sessions have other names.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

export class SessionHold {
  #server: Server | null = null;
  #file: string | null = null;

  /** Holds this session file and no other from now on. False when another process holds it, or another of these. */
  async take(file: string): Promise<boolean> {
    if (file === this.#file) return true;
    this.release();
    this.#file = file;
    const name = nameOf(file);
    // On Linux and Windows such a name goes with its process. Elsewhere it is a socket that a killed one leaves behind.
    if (isOnDisk && !(await isAnswered(name))) await rm(name, { force: true });
    if (file !== this.#file) return true;
    const server = await listen(name);
    if (server && file === this.#file) this.#server = server;
    else server?.close();
    return server !== null;
  }

  release(): void {
    this.#server?.close();
    this.#server = null;
    this.#file = null;
  }
}

/** Whether any process holds it, this one among them. */
export function isHeld(file: string): Promise<boolean> {
  return isAnswered(nameOf(file));
}

const isOnDisk = !['linux', 'win32'].includes(process.platform);

function nameOf(file: string): string {
  const digest = createHash('sha256').update(`${userInfo().username} ${file}`).digest('hex').slice(0, 32);
  const name = `pi-panel-session-${digest}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return isOnDisk ? path.join(tmpdir(), name) : `\0${name}`;
}

function isAnswered(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(name, () => resolve((socket.destroy(), true)));
    socket.on('error', () => resolve(false));
  });
}

/** Null when the name is taken. */
function listen(name: string): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(null));
    // It holds a name, not the process.
    server.listen(name, () => resolve(server.unref()));
  });
}
