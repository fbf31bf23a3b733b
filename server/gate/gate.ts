// Admits or refuses requests before any route, static files included. It checks, in this order, the form of the
// request, its Host, its Origin, its token, the method, and the type and size of its body. The order is part of the
// contract: a stranger must not learn from a 415 that a route exists. The content of bodies is not checked here.
import type { Context, MiddlewareHandler } from 'hono';
import { checkLength, checkType, isUndeclared, limitUndeclared } from './body.ts';
import type { Denial } from './denial.ts';
import { deny } from './denial.ts';
import { checkFetchSite } from './fetch-site.ts';
import type { Links } from './links.ts';
import type { HostOptions } from './known-hosts.ts';
import { knownHosts } from './known-hosts.ts';
import type { RawRequest } from './raw-request.ts';
import { checkForm, rawRequest } from './raw-request.ts';
import { secure } from './security-headers.ts';
import {
  allowReading,
  answerPreflight,
  askingPanel,
  isStatusPreflight,
  STATUS_PATH,
} from './status-access.ts';
import { guessLimit, tokenCheck } from './token.ts';

export interface GateOptions extends HostOptions {
  /** The tokens that open the panel. */
  links: Pick<Links, 'admits' | 'admitsStatus'>;
  /** The origins of other panels whose pages may read the state of the agents. */
  otherPanels?: readonly string[];
  /** The origins that may show the page in a frame. */
  frameAncestors?: readonly string[];
  /** Called when too many wrong tokens were sent, at most once a minute. */
  onGuessLimit?: () => void;
}

/** How the gate tells the server who is on a connection. Requests in tests have none. */
export interface ConnectionBindings {
  /** The request has shown a token that is accepted. */
  admit: () => void;
  /** The request needs a token and has none that is accepted. */
  expel: () => void;
}

/**
 * Creates the middleware that must come first:
 * ```ts
 * app.use(gate({ links, port: () => port, allowedHosts: [] }));
 * ```
 * It refuses with 400, 403, 401, 429, 405, 415, or 413, and sets the security headers on every response: its own, the
 * routes', `onError`'s, and `notFound`'s. It never sends a cookie, and CORS headers only to other panels for the state.
 */
export function gate(options: GateOptions): MiddlewareHandler {
  const { checkHost, checkOrigin } = knownHosts(options);
  const { frameAncestors = [], links, otherPanels = [] } = options;
  const isFramed = frameAncestors.length > 0;
  const countGuess = guessLimit(options.onGuessLimit);
  const checkToken = tokenCheck((token) => links.admits(token), countGuess);
  const checkStatusToken = tokenCheck(
    (token) => otherPanels.length > 0 && links.admitsStatus(token),
    countGuess,
  );

  function checkSite(c: Context, request: RawRequest): Denial | undefined {
    return checkOrigin(request) ?? checkFetchSite(request, { isShell: c.req.path === '/', isFramed });
  }

  function refusal(c: Context, request: RawRequest, asking: string | null): Denial | undefined {
    const { path } = c.req;
    return (
      checkForm(request) ??
      checkHost(request) ??
      (asking === null ? checkSite(c, request) : undefined) ??
      (path === STATUS_PATH ? checkStatusToken(request) : undefined) ??
      (isApi(path) && path !== STATUS_PATH ? checkToken(request) : undefined) ??
      checkMethod(request) ??
      checkType(request, path) ??
      checkLength(request)
    );
  }

  return async (c, next) => {
    const request = rawRequest(c);
    const asking = askingPanel(c.req.path, request, otherPanels);
    const isPreflight = asking !== null && isStatusPreflight(request);
    const denial = isPreflight ? (checkForm(request) ?? checkHost(request)) : refusal(c, request, asking);
    const connection = c.env as Partial<ConnectionBindings> | undefined;
    if (denial?.status === 401 || denial?.status === 429) connection?.expel?.();
    else if (!denial && !isPreflight && isApi(c.req.path)) connection?.admit?.();
    if (isPreflight && !denial) c.res = answerPreflight();
    else if (denial) c.res = deny(c, denial);
    else if (!isUndeclared(request)) await next();
    else {
      const denied = await limitUndeclared(request)(c, next);
      // Unless the limit refuses the body, `denied` is what `next` returned, and that response is already in `c.res`.
      if (denied && !c.finalized) c.res = denied;
    }
    const [host = ''] = request.all('host');
    secure(c.res.headers, { isApi: isApi(c.req.path), host, frameAncestors, otherPanels });
    if (asking !== null) allowReading(c.res.headers, asking);
  };
}

/**
 * Whether a path belongs to the API. It is decoded and without its mount, as the router matches it; otherwise another
 * spelling could reach a route without a token.
 */
function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

function checkMethod(request: RawRequest): Denial | undefined {
  if (request.method !== 'OPTIONS') return undefined;
  return {
    status: 405,
    code: 'method_not_allowed',
    message: 'OPTIONS is not supported: the panel serves no other origins.',
    headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' },
  };
}
