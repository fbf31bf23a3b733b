// The panel's token: it comes once in the URL's fragment, is taken out of the address bar at once, and is
// kept in localStorage, which is separate for every port (cookies are not). Any page of the web can open the
// panel with a made-up fragment: so a new token replaces the known one only when the panel has taken it.
const KNOWN = 'pi-panel.token';
/** Survives a reload of this tab, for a token that could not be tried yet. */
const GIVEN = 'pi-panel.token.given';

/** What to try, the newest first; empty when the page was opened without a token and none is known. */
export function takeTokens(): string[] {
  const given = new URLSearchParams(location.hash.slice(1)).get('t');
  if (given) {
    sessionStorage.setItem(GIVEN, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  const tokens = [sessionStorage.getItem(GIVEN), localStorage.getItem(KNOWN)];
  return [...new Set(tokens.filter((token) => token !== null))];
}

/** The panel has taken this one. */
export function keepToken(token: string): void {
  localStorage.setItem(KNOWN, token);
  sessionStorage.removeItem(GIVEN);
}

/** The panel has refused this one. */
export function forgetToken(token: string): void {
  if (localStorage.getItem(KNOWN) === token) localStorage.removeItem(KNOWN);
  if (sessionStorage.getItem(GIVEN) === token) sessionStorage.removeItem(GIVEN);
}
