// The link that opens this panel elsewhere.

/** Returns the link for the page at `page`. Without a token, as on a socket, the link is the address alone. */
export function linkTo(page: string, token: string): string {
  const folder = new URL('.', page).href;
  return token ? `${folder}#t=${token}` : folder;
}

/** Whether the link has a loopback address, which no other device can reach. */
export function isOnlyThisMachine(link: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(link).hostname);
}
