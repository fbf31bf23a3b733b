import { isIPv6 } from 'node:net';

/** As a URL spells the addresses that mean "every address of this machine". */
const EVERYWHERE = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]', '*']);

/**
 * The name under which a browser reaches what listens on `host`, as it stands in a URL; undefined when that is
 * every address. `0`, `0x0` and `0.0` are spellings of it, too; as a Host none of them may ever count, since
 * browsers let pages of others ask for 0.0.0.0.
 */
export function listeningName(host: string): string | undefined {
  const url = `http://${isIPv6(host) ? `[${host}]` : host}/`;
  const name = URL.canParse(url) ? new URL(url).hostname : '';
  return name === '' || EVERYWHERE.has(name) ? undefined : name;
}
