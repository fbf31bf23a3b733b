// Checks what the browser reports about the origin of a request (Sec-Fetch-Site and related headers).
import type { Denial } from './denial.ts';
import type { RawRequest } from './raw-request.ts';

/**
 * Complements the check of the Origin. curl does not send these headers, nor does a browser on a rebound plain-http
 * name, so they can only lead to a refusal. Admission depends on the Host and the token.
 */
export function checkFetchSite(
  request: RawRequest,
  { isShell, isFramed }: { isShell: boolean; isFramed: boolean },
): Denial | undefined {
  // Browsers send a CORS preflight only for another origin. The page's own requests need none.
  if (request.all('access-control-request-method').length > 0) return foreign;
  const isOurs = request.all('sec-fetch-site').every((site) => site === 'same-origin');
  return isOurs || (isShell && isOpening(request, isFramed)) ? undefined : foreign;
}

/**
 * Whether a tab is being opened at the page: by typing, by another program (`none`), or by a link on another site, such
 * as a link in a web terminal or the file from `open-browser.ts` (for Chromium a file is `cross-site`). The page holds
 * no secret. Still, other sites cannot load it as a script or an image, nor as a frame unless it is `isFramed`; then
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
