// Finds links whose text looks like another address than the one that they lead to. Answers are not trusted, and what
// the text names is what people believe.
import type { Token } from 'marked';
import { INVISIBLE } from '../../lib/format/visible-text.ts';
import { FILE_ENDING } from './file-place.ts';
import { resolveReferences } from './plain-text.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** A longer address is cut: its host is at its beginning. */
const MAX_SHOWN = 100;
/** Longer texts are no addresses, and would take long to search. */
const MAX_READ = 2000;

const PLACE =
  /(?<scheme>[a-z][a-z\d+.-]*:\/*|\/\/|www\.)?(?:(?<user>[^\s/@]*)@)?(?<host>(?:[\p{L}\p{N}\p{M}-]+\.)+[\p{L}\p{M}][\p{L}\p{N}\p{M}-]*|(?:\d+\.){3}\d+|localhost|\[[\da-f:.]+\])\.?(?<port>:\d+)?(?<path>\/[^\s<>"]*)?/giu;
/** The last names of hosts that are not also the names of members in code, such as `Array.map`. */
const HOST_ENDING =
  /(?:\.(?:[a-z]{2}|com|net|org|info|biz|edu|gov|mil|int|dev|app|cloud|online|site|shop|store|xyz|tech|page|live|top|club|bank)|[^\x20-\x7e][^.]*|\.\d+|localhost)$/i;

/**
 * Returns the address to show beside the link, or null if its text does not look like another one. `address`: a result
 * of `safeAddress`.
 */
export function realAddress(text: string, address: string): string | null {
  const plain = normalize(text.slice(0, MAX_READ));
  const isHonest = [...plain.matchAll(PLACE)].every(({ groups }) => isSamePlace(groups!, address));
  if (isHonest) return null;
  return address.length > MAX_SHOWN ? `${cutText(address, MAX_SHOWN)}…` : address;
}

/** Returns the text that people see of these tokens. */
export function visibleTextOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const { tokens: inner, text, raw } = token as { tokens?: Token[]; text?: string; raw: string };
      return inner ? visibleTextOf(inner) : resolveReferences(text ?? raw);
    })
    .join('');
}

/** Replaces characters that look like those of an address, and removes those that nobody sees. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/[\u3002\u2024\u0701\u0702\ua4f8]/g, '.')
    .replace(/[\u2215\u2044\u29f8\u2571\u3033]/g, '/')
    .replace(/[\u2236\ua789\u0589\u02d0]/g, ':');
}

function isSamePlace(named: Record<string, string | undefined>, address: string): boolean {
  const { scheme, user, host = '', port = '', path = '' } = named;
  // `README.md`, `Node.js` and `Array.map` are no hosts.
  const isBare = scheme === undefined && path === '' && port === '';
  if (isBare && (FILE_ENDING.test(host) || !HOST_ENDING.test(host))) return true;
  if (scheme === undefined && path !== '' && !HOST_ENDING.test(host)) return true;
  const url = new URL(address);
  // `https://github.com@evil.example` looks like an address of GitHub.
  if (user !== undefined && scheme !== undefined) return false;
  if (user !== undefined && url.protocol === 'mailto:' && !url.pathname.startsWith(`${user}@`)) return false;
  // A name with other letters than an address has, such as a Cyrillic а, is never the same.
  const isSameHost = withoutWww(host.toLowerCase()) === withoutWww(hostOf(url));
  if (!isSameHost || (port !== '' && port !== `:${portOf(url)}`)) return false;
  const start = path.replace(/[.…,;:!?)\]'/]+$/, '');
  return start === '' || decoded(`${url.pathname}${url.search}${url.hash}`).startsWith(decoded(start));
}

function hostOf({ protocol, hostname, pathname }: URL): string {
  return protocol === 'mailto:' ? (pathname.split('@').pop() ?? '').toLowerCase() : hostname;
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'http:' ? '80' : '443');
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
