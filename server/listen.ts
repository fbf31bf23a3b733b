// Makes the server listen, and names the address as a browser would.
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';

export interface Place {
  host: string;
  port: number;
  /** The user chose the port: do not try others. */
  isPortFixed: boolean;
}

const TRIES = 50;

/** Resolves once the server listens. A default port that is taken is replaced by the next free one. */
export async function listen(server: Server, { host, port, isPortFixed }: Place): Promise<void> {
  for (let next = port; ; next++) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(next, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && !isPortFixed && next < port + TRIES) continue;
      throw new Error(explain(error as NodeJS.ErrnoException, host, next), { cause: error });
    }
  }
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
 * The host part of the URL under which a browser reaches a server listening on `host`; undefined when that is every
 * address. `0`, `0x0` and `0.0` also mean every address; none of these may ever be allowed as a Host, because browsers
 * let foreign pages send requests to 0.0.0.0.
 */
export function listeningName(host: string): string | undefined {
  const url = `http://${isIPv6(host) ? `[${host}]` : host}/`;
  const name = URL.canParse(url) ? new URL(url).hostname : '';
  return name === '' || EVERYWHERE.has(name) ? undefined : name;
}
