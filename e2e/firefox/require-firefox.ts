// Playwright's global setup of the specs in Firefox: ends the run with advice where there is none.
import { findFirefox } from './find-firefox.mjs';

export default function requireFirefox(): void {
  findFirefox();
}
