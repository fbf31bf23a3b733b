// Checks what the browser itself says about where a request comes from.
import type { Denial } from './denial.ts';
import type { RawRequest } from './raw-request.ts';

/**
 * The second half of gate 3. The headers are absent in curl and on a rebound plain-http name, so they can only refuse;
 * admission depends on the Host and the token.
 */
export function checkFetchSite(
  request: RawRequest,
  { isShell, isFramed }: { isShell: boolean; isFramed: boolean },
): Denial | undefined {
  // A CORS preflight is always sent for another origin: the page's own requests need none.
  if (request.all('access-control-request-method').length > 0) return foreign;
  const isOurs = request.all('sec-fetch-site').every((site) => site === 'same-origin');
  return isOurs || (isShell && isOpening(request, isFramed)) ? undefined : foreign;
}

/**
 * A tab is being opened at the page: by typing, by another program (`none`), or by a link of another site, such as a
 * link in a web terminal or the file from `open-browser.ts` (for Chromium a file is `cross-site`). The page holds no
 * secret; other sites still cannot load it as a script or an image, nor as a frame unless it is `isFramed`: then
 * `frame-ancestors` says which of them may.
 */
function isOpening(request: RawRequest, isFramed: boolean): boolean {
  if (request.method !== 'GET' || request.all('sec-fetch-mode').join() !== 'navigate') return false;
  const dest = request.all('sec-fetch-dest').join();
  return (
    request.all('sec-fetch-site').join() === 'none' || dest === 'document' || (isFramed && dest === 'iframe')
  );
}

const foreign: Denial = {
  status: 403,
  code: 'site_not_allowed',
  message: 'Only the panel’s page may request this. Open the link that the panel printed when it started.',
};
