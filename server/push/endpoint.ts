// Decides where notifications may be sent. A page gives the address and the server sends the request, so an address on
// this machine or its network is refused: first as written, and again after its name is resolved.
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const MAX_LENGTH = 2000;

// There are two lists, because in a single one Node treats every IPv4 address as one mapped into IPv6.
const [blocked4, blocked6] = [new BlockList(), new BlockList()];
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  blocked4.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  // With IPv4 addresses as IPv6 had them at first.
  ['::', 96],
  // IPv4 addresses inside IPv6: mapped, translated, 6to4, Teredo.
  ['::ffff:0:0', 96],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  blocked6.addSubnet(network, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked4.check(address, 'ipv4');
    case 6:
      return !blocked6.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * Returns why nothing may be sent there, or null if it may. `toLoopback`: only for tests, whose push service is a local
 * process.
 */
export function endpointProblem(endpoint: string, { toLoopback = false } = {}): string | null {
  if (endpoint.length > MAX_LENGTH || !URL.canParse(endpoint)) return 'is not an address';
  const { protocol, hostname, username, password } = new URL(endpoint);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (toLoopback && protocol === 'http:' && host === '127.0.0.1') return null;
  if (protocol !== 'https:') return 'must begin with https:';
  if (username || password) return 'must not contain a password';
  if (isIP(host) && !isPublicAddress(host)) return 'must not be an address of this machine or its network';
  // Other names are refused when they resolve to this machine.
  return /(?:^|\.)localhost\.?$/.test(host) ? 'must not be an address of this machine or its network' : null;
}

/**
 * Looks up a name for the connection itself, because between a check and a connection the name could lead elsewhere.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const isPublic = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
    if (isPublic) return callback(null, addresses);
    callback(new Error(`${hostname} leads to an address of this machine or its network`), []);
  });
};
