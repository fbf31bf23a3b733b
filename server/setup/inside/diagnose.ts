// Finds out why a model's server cannot be reached: its name, the connection, or its certificate. The libraries of the
// providers only say "Connection error."
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const TIMEOUT_MS = 8000;

/** Returns a sentence for the user, or null if the server can be reached. */
export async function diagnose(address: string): Promise<string | null> {
  if (!URL.canParse(address))
    return `“${address}” is not an address: it has to begin with https:// or http://.`;
  const { hostname, protocol, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'https:';
  const number = Number(port) || (isTls ? 443 : 80);
  try {
    await lookup(host);
  } catch {
    return `DNS: there is no server with the name ${host}. Check the address, or the network.`;
  }
  const tcp = await failureOf(connectTcp({ host, port: number }), 'connect');
  if (tcp) return `Connection: nothing answers at ${host}, port ${number} (${tcp}).`;
  if (!isTls) return null;
  const tls = await failureOf(connectTls({ host, port: number, servername: host }), 'secureConnect');
  return tls && `TLS: the certificate of ${host} is not accepted (${tls}).`;
}

/** Resolves to null when `event` comes. */
function failureOf(socket: Socket, event: string): Promise<string | null> {
  return new Promise<string | null>((resolve) => {
    socket.setTimeout(TIMEOUT_MS, () => resolve('no answer in time'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once(event, () => resolve(null));
  }).finally(() => socket.destroy());
}
