// The link that opens this panel elsewhere.

/** `page`: the address of the page. Without a token, as on a socket, the address alone is the link. */
export function linkTo(page: string, token: string): string {
  const folder = new URL('.', page).href;
  return token ? `${folder}#t=${token}` : folder;
}

/** No other device can reach a loopback address. */
export function isOnlyThisMachine(link: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(link).hostname);
}
