// Makes the server listen, and names the address as a browser would.
import { once } from 'node:events';
import { lstat, rm, stat } from 'node:fs/promises';
import { connect, isIPv6, type Server } from 'node:net';
import path from 'node:path';

/** With a socket, the other options are ignored. */
export interface Place {
  /** Absolute path of a Unix socket. */
  socket?: string | null;

  host: string;
  port: number;
  /** Whether the user chose the port, so that no other one is tried. */
  isPortFixed: boolean;
}

/** How many ports are tried. Windows reserves ports in ranges of hundreds, and refuses them with EACCES. */
const TRIES = 1000;
/**
 * How many connections may wait to be accepted. While none fits, a connection to a port is tried again only after a
 * second, and one to a socket fails. Linux allows 4096 unless it is set up otherwise, and lowers a higher number.
 */
const BACKLOG = 4096;
const MAX_PORT = 65_535;

/** Resolves once the server listens. If a default port is taken or reserved, the next free one is used. */
export async function listen(server: Server, place: Place): Promise<void> {
  const { host, port, isPortFixed, socket } = place;
  if (socket) return listenOnSocket(server, socket);
  for (let next = port; ; next++) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(next, host, BACKLOG, () => {
          server.off('error', reject);
          resolve();
        });
      });
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isOccupied = code === 'EADDRINUSE' || code === 'EACCES';
      if (isOccupied && !isPortFixed && next < Math.min(port + TRIES, MAX_PORT)) continue;
      throw new Error(explain(error as NodeJS.ErrnoException, host, next), { cause: error });
    }
  }
}

/** Listens on a socket. The mask is set while the socket is created, so that it is never open to others. */
async function listenOnSocket(server: Server, file: string): Promise<void> {
  await removeStale(file);
  const mask = process.umask(0o177);
  try {
    const listening = once(server, 'listening');
    server.listen(file, BACKLOG);
    process.umask(mask);
    await listening;
  } catch (error) {
    const folder = path.dirname(file);
    // For a missing folder, the system reports a missing permission.
    const isMissing = (await stat(folder).catch(() => null)) === null;
    const why = isMissing ? `there is no folder ${folder}.` : (error as Error).message;
    throw new Error(`--socket ${file}: ${why}`, { cause: error });
  } finally {
    process.umask(mask);
  }
}

/** Removes the socket that a killed panel has left behind. Throws an Error for the user if the path is in use. */
async function removeStale(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => null);
  if (!stats) return;
  if (!stats.isSocket())
    throw new Error(`--socket ${file}: another file has this name; choose another path.`);
  const isAnswered = await new Promise<boolean>((resolve) => {
    const probe = connect(file, () => resolve((probe.destroy(), true)));
    probe.on('error', () => resolve(false));
  });
  if (isAnswered) throw new Error(`--socket ${file}: another panel listens there.`);
  await rm(file, { force: true });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `port ${port} is taken; give another one with --port, or --port 0 for any.`;
  if (error.code === 'EACCES')
    return `you have no permission to use port ${port}; give another one with --port.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `${host} is not an address of this machine; see --host.`;
  return error.message;
}

/** The addresses that mean "every address of this machine", as a URL spells them. */
const EVERYWHERE = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]', '*']);

/**
 * Returns the host part of the URL under which a browser reaches a server that listens on `host`, or undefined if that
 * is every address. `0`, `0x0` and `0.0` also mean every address. None of these may ever be allowed as a Host, because
 * browsers let foreign pages send requests to 0.0.0.0.
 */
export function listeningName(host: string): string | undefined {
  const url = `http://${isIPv6(host) ? `[${host}]` : host}/`;
  const name = URL.canParse(url) ? new URL(url).hostname : '';
  return name === '' || EVERYWHERE.has(name) ? undefined : name;
}
