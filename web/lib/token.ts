// The panel's token: it comes once in the URL's fragment, is taken out of the address bar at once, and is
// kept in localStorage, which is separate for every port (cookies are not).
const KEY = 'pi-panel.token';

/** Null when the page was opened without a token and none is known from before. */
export function takeToken(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get('t');
  if (given) {
    localStorage.setItem(KEY, given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return localStorage.getItem(KEY);
}

export function forgetToken(): void {
  localStorage.removeItem(KEY);
}
