// The address book of panels elsewhere: on another machine behind its own address, or a forward on this one. It keeps
// addresses, names, and status tokens, which only tell how the agents are. A token that opens a panel is passed on to the
// page it belongs to, in the fragment of a new tab, and never stored here: otherwise this panel's server, which serves
// this code, could use every other panel.
import { asArray, asObject, isText, Persisted } from '../../lib/storage/persisted.ts';

export interface OtherPanel {
  name: string;
  /** The folder of its page, without a token. */
  address: string;
  /** From its status link. */
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

/** False when the browser has no room for them. */
export const keepOtherPanels = (panels: readonly OtherPanel[]): boolean =>
  stored.set(panels.slice(0, MAX_PANELS));

/** For the page of another panel. */
export function statusLink(page: string, token: string): string {
  return `${new URL('.', page).href}#${new URLSearchParams({ s: token }).toString()}`;
}

/**
 * Reads the pasted text: the link that another panel printed, its status link, or only its address. `link` opens it, with
 * its token if it had one. Null for what is not such an address, also for one with a password, which this page would store.
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

/** The same address is the same panel, in its place; a new status token replaces the one before. */
export function addOtherPanel(panels: readonly OtherPanel[], added: OtherPanel): OtherPanel[] {
  if (!panels.some(({ address }) => address === added.address)) return [...panels, added];
  return panels.map((one) => (one.address === added.address ? withStatus(one, added.statusToken) : one));
}

function withStatus(panel: OtherPanel, statusToken: unknown): OtherPanel {
  return isText(statusToken) && /^[\w-]{1,200}$/.test(statusToken) ? { ...panel, statusToken } : panel;
}

/** Stored values can be anything; only an address that the form would take becomes a link. */
function isOtherPanel(value: unknown): value is OtherPanel {
  const { name, address } = asObject(value);
  return isText(name) && isText(address) && parseOtherPanel(address)?.panel.address === address;
}
