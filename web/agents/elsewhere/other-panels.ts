// The address book of other panels: on another machine at its own address, or at a forwarded port of this machine. It
// stores addresses, names and status tokens, which can only read the status of the agents. A token that opens a panel
// is passed to that panel's page in the fragment of a new tab and never stored here. Otherwise this panel's server,
// which serves this code, could control every other panel.
import { asArray, asObject, isText, Persisted } from '../../lib/storage/persisted.ts';

export interface OtherPanel {
  name: string;
  /** The base address of its page, without a token. */
  address: string;
  /** The token from its status link. */
  statusToken?: string;
}

const MAX_PANELS = 50;

const stored = new Persisted<OtherPanel[]>({
  area: 'browser',
  key: 'pi-panel.other-panels',
  parse: (value) =>
    asArray(value, isOtherPanel)
      .map(({ name, address, statusToken }) => withStatus({ name, address }, statusToken))
      .slice(0, MAX_PANELS),
});

export const readOtherPanels = (): OtherPanel[] => stored.get();

/** Stores the panels. Returns false if the browser has no room. */
export const storeOtherPanels = (panels: readonly OtherPanel[]): boolean =>
  stored.set(panels.slice(0, MAX_PANELS));

/** Returns the link that lets the page of another panel read the status of this panel's agents. */
export function statusLink(page: string, token: string): string {
  return `${new URL('.', page).href}#${new URLSearchParams({ s: token }).toString()}`;
}

/**
 * Parses the pasted text: the link that another panel printed, its status link, or only its address. `link` opens the
 * panel, with the token if there is one. Returns null for any other text, and for an address with a password, because
 * the address is stored.
 */
export function parseOtherPanel(text: string): { panel: OtherPanel; link: string } | null {
  const trimmed = text.trim();
  const full = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (trimmed === '' || !URL.canParse(full)) return null;
  const url = new URL(full);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const address = new URL('.', `${url.origin}${url.pathname}`).href;
  const fragment = new URLSearchParams(url.hash.slice(1));
  const token = fragment.get('t');
  return {
    panel: withStatus({ name: url.host, address }, fragment.get('s')),
    link: token ? `${address}#${new URLSearchParams({ t: token }).toString()}` : address,
  };
}

/** Adds a panel. If the list contains its address, only that panel's status token is replaced. */
export function addOtherPanel(panels: readonly OtherPanel[], added: OtherPanel): OtherPanel[] {
  if (!panels.some(({ address }) => address === added.address)) return [...panels, added];
  return panels.map((one) => (one.address === added.address ? withStatus(one, added.statusToken) : one));
}

function withStatus(panel: OtherPanel, statusToken: unknown): OtherPanel {
  return isText(statusToken) && /^[\w-]{1,200}$/.test(statusToken) ? { ...panel, statusToken } : panel;
}

/**
 * Whether a stored value is a panel. Stored values can be anything, and only an address that the form would accept may
 * become a link.
 */
function isOtherPanel(value: unknown): value is OtherPanel {
  const { name, address } = asObject(value);
  return isText(name) && isText(address) && parseOtherPanel(address)?.panel.address === address;
}
