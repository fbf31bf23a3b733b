// The panel's token. It arrives once in the URL's fragment, is removed from the address bar immediately, and is stored
// in localStorage, which is separate for every port (cookies are not). Any website can open the panel with a made-up
// fragment, so a new token replaces the stored one only after the panel has accepted it.
import { PersistedText } from './persisted.ts';

/**
 * The token that the panel has accepted, by the panel's path. Two panels behind one proxy share an origin, and each has
 * its own path.
 */
const accepted = (): PersistedText =>
  new PersistedText('browser', `pi-panel.token${location.pathname.replace(/^\/$/, '')}`);
/** A token that the panel has not accepted yet. It survives a reload of this tab. */
const untested = new PersistedText('tab', 'pi-panel.token.given');

/**
 * Returns the tokens to try, newest first, and removes the token from the address. Empty if there is no token at all.
 */
export function readTokens(): string[] {
  const fromAddress = new URLSearchParams(location.hash.slice(1)).get('t') || null;
  if (fromAddress) {
    untested.set(fromAddress);
    history.replaceState(null, '', location.pathname + location.search);
  }
  const tokens = [fromAddress, untested.get(), accepted().get()];
  return [...new Set(tokens.filter((token) => token !== null))];
}

/** Returns the stored token, which another tab of this browser may have replaced. */
export function storedToken(): string | null {
  return accepted().get();
}

/** Must be called with a token that the panel has accepted. */
export function storeToken(token: string): void {
  if (token) accepted().set(token);
  untested.set(null);
}

/** Must be called with a token that the panel has refused. */
export function forgetToken(token: string): void {
  for (const stored of [accepted(), untested]) if (stored.get() === token) stored.set(null);
}
