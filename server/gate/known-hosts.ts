// The host names under which the panel may be opened. They are compared as exact strings. Other programs compared
// prefixes, suffixes, or parsed URLs and were open to DNS rebinding. (A page on evil.test:P whose name suddenly
// resolves to 127.0.0.1 sends no Origin on GET, so only the Host reveals it.)
import type { Denial } from './denial.ts';
import type { RawRequest } from './raw-request.ts';

export interface HostOptions {
  /**
   * The port that the server listens on. It is called for each request, because the port is known only after listening.
   */
  port: () => number;
  /**
   * Other names, as a browser sends them: `panel.example:8443`, or `panel.example` for the panel's and the default port
   * (on a socket: every port).
   */
  allowedHosts?: readonly string[];
  /**
   * `tls`: the server itself speaks https. `proxy`: a proxy in front of it does, for `allowedHosts`. `socket`: the
   * server has no port of its own, and a port forward may give it any.
   */
  transport?: 'plain' | 'tls' | 'proxy' | 'socket';
}

export interface KnownHosts {
  checkHost: (request: RawRequest) => Denial | undefined;
  checkOrigin: (request: RawRequest) => Denial | undefined;
}

/** Returns the checks of Host and Origin. They admit the loopback names at the server's port, and `allowedHosts`. */
export function knownHosts(options: HostOptions): KnownHosts {
  if (options.transport === 'socket') return forwardedHosts(options.allowedHosts ?? []);
  let known = listKnown(options, 0);
  const current = () => {
    const port = options.port();
    if (known.port !== port) known = listKnown(options, port);
    return known;
  };
  return {
    checkHost: (request) => (current().hosts.has(hostOf(request)) ? undefined : unknownHost),
    checkOrigin: (request) =>
      request.all('origin').every((origin) => current().origins.has(origin)) ? undefined : foreignOrigin,
  };
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

/**
 * Returns the checks for a socket. They admit known names at any port, but only an Origin that equals the Host, because
 * no token keeps out the pages of other local servers.
 */
function forwardedHosts(allowedHosts: readonly string[]): KnownHosts {
  const named = new Set(allowedHosts.map((name) => name.toLowerCase()));
  return {
    checkHost: (request) => {
      const host = hostOf(request);
      const isNamed = named.has(host) || named.has(host.replace(/:\d{1,5}$/, ''));
      return LOOPBACK.test(host) || isNamed ? undefined : unknownHost;
    },
    checkOrigin: (request) => {
      const own = [`http://${hostOf(request)}`, `https://${hostOf(request)}`];
      return request.all('origin').every((origin) => own.includes(origin)) ? undefined : foreignOrigin;
    },
  };
}

/** Returns the only Host header, because `checkForm` has refused every other request. */
function hostOf(request: RawRequest): string {
  return request.all('host')[0]?.toLowerCase() ?? '';
}

const unknownHost: Denial = {
  status: 403,
  code: 'host_not_allowed',
  message:
    'The panel does not accept this host name. Open the printed link, or start the panel with --allowed-host.',
};

const foreignOrigin: Denial = {
  status: 403,
  code: 'origin_not_allowed',
  message: 'Requests from other sites are not allowed.',
};

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

/**
 * Returns the name with its port, without the scheme's default port, because browsers leave that out of Host and
 * Origin.
 */
function atPort(name: string, port: number, scheme: string): string[] {
  const isDefault = port === (scheme === 'https' ? 443 : 80);
  return isDefault ? [name, `${name}:${port}`] : [`${name}:${port}`];
}
