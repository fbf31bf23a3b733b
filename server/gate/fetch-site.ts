import type { Denial } from './denial.ts';
import type { RawRequest } from './raw-request.ts';

/**
 * The other half of gate 3: what the browser itself says about where a request comes from. Absent in curl
 * and on a rebound plain-http name, so it can only refuse; the Host and the token are what lets in.
 */
export function checkFetchSite(request: RawRequest, isShell: boolean): Denial | undefined {
  // A CORS preflight asks on behalf of another origin by definition: the page's own requests need none.
  if (request.all('access-control-request-method').length > 0) return foreign;
  for (const site of request.all('sec-fetch-site')) {
    if (site === 'same-origin') continue;
    // `none`: typed, bookmarked or opened by another program. That may load the page, and nothing else.
    const isOpening = site === 'none' && request.all('sec-fetch-mode').join() === 'navigate';
    if (!isOpening || !isShell || request.method !== 'GET') return foreign;
  }
  return undefined;
}

const foreign: Denial = {
  status: 403,
  code: 'site_not_allowed',
  message: 'Only the page of the panel itself may ask for this. Open the link that was printed at its start.',
};
