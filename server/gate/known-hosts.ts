// By which names the panel may be called. Exact strings: a prefix, a suffix or a parsed URL is how others
// were rebound (a page on evil.test:P whose name suddenly points to 127.0.0.1 sends no Origin on GET, so
// only the Host tells).
import type { Denial } from './denial.ts';
import type { RawRequest } from './raw-request.ts';

export interface HostOptions {
  /** The port that the server listens on; asked for each request, as it is known only after listening. */
  port: () => number;
  /** Further names, as a browser sends them: `panel.example` (any of the ports below) or `panel.example:8443`. */
  allowedHosts?: readonly string[];
  /** `tls`: the server speaks https itself. `proxy`: something before it does, for `allowedHosts`. */
  transport?: 'plain' | 'tls' | 'proxy';
}

export interface KnownHosts {
  checkHost: (request: RawRequest) => Denial | undefined;
  checkOrigin: (request: RawRequest) => Denial | undefined;
}

/** Gates 2 and 3 for the loopback names at the server's port and for `allowedHosts`. */
export function knownHosts(options: HostOptions): KnownHosts {
  let known = listKnown(options, 0);
  const current = () => {
    const port = options.port();
    if (known.port !== port) known = listKnown(options, port);
    return known;
  };
  return {
    checkHost: (request) => {
      if (current().hosts.has(request.all('host')[0]?.toLowerCase() ?? '')) return undefined;
      return {
        status: 403,
        code: 'host_not_allowed',
        message:
          'The panel is not called by this name. Open it as printed at its start, or start it with --allowed-host.',
      };
    },
    checkOrigin: (request) => {
      if (request.all('origin').every((origin) => current().origins.has(origin))) return undefined;
      return {
        status: 403,
        code: 'origin_not_allowed',
        message: 'Requests of other sites are not answered.',
      };
    },
  };
}

function listKnown(options: HostOptions, port: number) {
  const transport = options.transport ?? 'plain';
  const own = transport === 'tls' ? 'https' : 'http';
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].flatMap((name) => atPort(name, port, own));
  const named = (options.allowedHosts ?? []).flatMap((name) => {
    const host = name.toLowerCase();
    return /:\d+$/.test(host) ? [host] : [host, `${host}:${port}`];
  });
  const schemes = transport === 'proxy' ? ['https', 'http'] : [own];
  return {
    port,
    hosts: new Set([...loopback, ...named]),
    origins: new Set([
      ...loopback.map((host) => `${own}://${host}`),
      ...named.flatMap((host) => schemes.map((scheme) => `${scheme}://${host}`)),
    ]),
  };
}

/** Browsers leave the scheme's default port out of Host and Origin. */
function atPort(name: string, port: number, scheme: string): string[] {
  const isDefault = port === (scheme === 'https' ? 443 : 80);
  return isDefault ? [name, `${name}:${port}`] : [`${name}:${port}`];
}
