import type { Denial } from './denial.ts';
import type { RawRequest } from './raw-request.ts';

/**
 * The other half of gate 3: what the browser itself says about where a request comes from. Absent in curl
 * and on a rebound plain-http name, so it can only refuse; the Host and the token are what lets in.
 */
export function checkFetchSite(request: RawRequest, isShell: boolean): Denial | undefined {
  // A CORS preflight asks on behalf of another origin by definition: the page's own requests need none.
  if (request.all('access-control-request-method').length > 0) return foreign;
  const isOurs = request.all('sec-fetch-site').every((site) => site === 'same-origin');
  return isOurs || (isShell && isOpening(request)) ? undefined : foreign;
}

/**
 * A tab is being opened at the page: typed, by another program (`none`), or by a link of another site. The
 * last is how the file that `open-browser.ts` hands to the browser gets here (Chromium calls a file
 * `cross-site`), and any link in a web terminal. The page is the same for all and holds no secret; as a
 * frame, a script or an image nobody else gets it.
 */
function isOpening(request: RawRequest): boolean {
  if (request.method !== 'GET' || request.all('sec-fetch-mode').join() !== 'navigate') return false;
  return (
    request.all('sec-fetch-site').join() === 'none' || request.all('sec-fetch-dest').join() === 'document'
  );
}

const foreign: Denial = {
  status: 403,
  code: 'site_not_allowed',
  message: 'Only the page of the panel itself may ask for this. Open the link that was printed at its start.',
};
