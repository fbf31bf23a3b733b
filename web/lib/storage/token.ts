// The panel's token. It comes once in the URL's fragment, is removed from the address bar at once, and is kept in
// localStorage, which is separate for every port (cookies are not). Any page of the web can open the panel with a
// made-up fragment, so a new token replaces the known one only when the panel has accepted it.
import { PersistedText } from './persisted.ts';

const known = new PersistedText('browser', 'pi-panel.token');
/** Survives a reload of this tab, for a token that could not be tried yet. */
const given = new PersistedText('tab', 'pi-panel.token.given');

/** The tokens to try, newest first; empty when the page was opened without a token and none is known. */
export function takeTokens(): string[] {
  const fromAddress = new URLSearchParams(location.hash.slice(1)).get('t') || null;
  if (fromAddress) {
    given.set(fromAddress);
    history.replaceState(null, '', location.pathname + location.search);
  }
  const tokens = [fromAddress, given.get(), known.get()];
  return [...new Set(tokens.filter((token) => token !== null))];
}

/** The token that another tab of this browser may have replaced. */
export function keptToken(): string | null {
  return known.get();
}

/** The panel has accepted this one. */
export function keepToken(token: string): void {
  if (token) known.set(token);
  given.set(null);
}

/** The panel has refused this one. */
export function forgetToken(token: string): void {
  for (const place of [known, given]) if (place.get() === token) place.set(null);
}
