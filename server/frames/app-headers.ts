// The headers between a browser and an app: each side sees its own address. Lists alternate names and values, as Node
// has them.
import type { Frame } from './frames.ts';

export interface AppPlace {
  frame: Frame;
  port: number;
  /** The Host header of the request to the frame. */
  host: string;
}

/** They belong to one connection, and Node writes its own. */
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|x-forwarded-.*)$/i;
/** What an app may not say of the panel's own address, or of an address that ends. */
const NOT_PASSED =
  /^(?:x-frame-options|cross-origin-(?:opener|resource)-policy|strict-transport-security|alt-svc|nel|report-to|reporting-endpoints|referrer-policy|origin-agent-cluster|x-dns-prefetch-control|content-security-policy.*)$/i;
/** All that an app may say at the panel's own address. */
const PASSED_BELOW =
  /^(?:content-(?:type|encoding|language|length|range|disposition)|cache-control|etag|last-modified|vary|accept-ranges|location|date|retry-after)$/i;
/** The values of `Sec-Fetch-Site` for a request that another site has caused. */
const FOREIGN = /^(?:cross|same)-site$/;
/** The names of this machine. */
const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d+)(?=[/?#]|$)/i;

const appHost = (port: number): string => `localhost:${port}`;

/** Returns the headers of a request for the app. */
export function toApp(headers: readonly string[], { frame, port, host }: AppPlace): string[] {
  const isForeign = pairs(headers).some(
    ([name, value]) => /^sec-fetch-site$/i.test(name) && FOREIGN.test(value),
  );
  const passed = pairs(headers).flatMap(([name, value]) => {
    if (OF_CONNECTION.test(name) || /^host$/i.test(name)) return [];
    // At the panel's own address, these are for the panel, or for what is in front of it.
    if (frame.way === 'path' && /^(?:cookie|authorization)$/i.test(name)) return [];
    if (/^origin$/i.test(name) && (value === `http://${host}` || value === 'null'))
      return [name, `http://${appHost(port)}`];
    if (/^referer$/i.test(name))
      return value.startsWith(`http://${host}/`)
        ? [name, value.replace(`http://${host}`, `http://${appHost(port)}`)]
        : [];
    // Only the page, which shows it, leads to it from elsewhere; below the page's address, all of it is foreign to itself.
    if (/^sec-fetch-site$/i.test(name))
      return [name, frame.way === 'path' ? 'same-origin' : isForeign ? 'none' : value];
    if (/^sec-fetch-dest$/i.test(name) && isForeign && /^i?frame$/.test(value)) return [name, 'document'];
    return [name, value];
  });
  return ['Host', appHost(port), ...passed];
}

/** Returns the headers of an answer for the browser, without those of `frameHeaders`, which come beside them. */
export function toBrowser(headers: readonly string[], place: AppPlace): string[] {
  const { way } = place.frame;
  return pairs(headers).flatMap(([name, value]) => {
    if (OF_CONNECTION.test(name) || (way === 'path' && !PASSED_BELOW.test(name))) return [];
    if (/^location$/i.test(name)) return [name, rewriteLocation(value, place)];
    if (/^set-cookie$/i.test(name)) return [name, rewriteCookie(value)];
    return NOT_PASSED.test(name) ? [] : [name, value];
  });
}

/** A redirect to the app itself stays in the frame. */
function rewriteLocation(location: string, { frame, port }: AppPlace): string {
  const local = LOCAL.exec(location);
  const own = local && Number(local[1]) === port ? location.slice(local[0].length) || '/' : location;
  const isPath = /^\/(?!\/)/.test(own);
  return frame.way === 'path' && isPath ? `${frame.base}/frames/${frame.name}${own}` : own;
}

/**
 * The page around the frame has another site, so browsers drop a cookie unless it says that this is meant. Their own
 * store for each page keeps it apart.
 */
function rewriteCookie(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const kept = attributes.filter((each) => !/^\s*(?:domain|samesite|secure|partitioned)\b/i.test(each));
  return [pair, ...kept, ' SameSite=None', ' Secure', ' Partitioned'].join(';');
}

function pairs(list: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: list.length / 2 }, (_, n) => [list[2 * n]!, list[2 * n + 1]!]);
}
