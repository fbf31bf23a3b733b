import type { Server } from 'node:http';

export interface Place {
  host: string;
  port: number;
  /** The port was asked for: no other one will do. */
  isPortFixed: boolean;
}

const TRIES = 50;

/** Resolves once the server listens. A default port that is taken is passed over for the next free one. */
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
  if (error.code === 'EACCES') return `port ${port} may not be used by you; give another one with --port.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `${host} is no address of this machine; see --host.`;
  return error.message;
}
