// Decides where notifications may be sent. A page gives the address and the server sends the request, so an address on
// this machine or its network is refused: first as written, and again after its name is resolved.
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { SPECIAL_IPV4, SPECIAL_IPV6 } from './special-addresses.ts';

const MAX_LENGTH = 2000;
export const NOT_PUBLIC = 'must not be an address of this machine or its network';
/** RFC 5771. Multicast has registries of its own. */
const MULTICAST_IPV4 = '224.0.0.0/4';
/** The only addresses of IPv6 that are assigned to hosts of the internet so far (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = '2000::/3';

// There are two lists, because in a single one Node treats every IPv4 address as one mapped into IPv6.
const special4 = blockList('ipv4', [...Object.keys(SPECIAL_IPV4), MULTICAST_IPV4]);
const special6 = blockList('ipv6', Object.keys(SPECIAL_IPV6));
const global6 = blockList('ipv6', [GLOBAL_IPV6]);

function blockList(family: 'ipv4' | 'ipv6', blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', bits] = block.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/**
 * Whether an address belongs to the internet and has no special purpose. Forms that hold an IPv4 address (mapped,
 * translated, 6to4, Teredo) are not public, whichever address they hold.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special4.check(address, 'ipv4');
    case 6:
      return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
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
  if (toLoopback && protocol === 'http:' && hostname === '127.0.0.1') return null;
  if (protocol !== 'https:') return 'must begin with https:';
  if (username || password) return 'must not contain a password';
  // Other names are refused when they resolve to this machine.
  return isSpecialAddress(hostname) || /(?:^|\.)localhost\.?$/.test(hostname) ? NOT_PUBLIC : null;
}

/** Whether the host of a URL is written as an address, and not a public one. */
export function isSpecialAddress(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) > 0 && !isPublicAddress(host);
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
