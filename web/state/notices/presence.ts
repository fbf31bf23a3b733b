// Tells the panel that somebody looks at this page, so that it does not notify their other devices.
import type { Api } from '../../lib/requests/api.ts';
import { PersistedText } from '../../lib/storage/persisted.ts';
import { randomId } from '../../lib/browser/random-id.ts';

/** Of this tab: when a page is reloaded, the next one takes its place, even if its last word was lost. */
const tab = new PersistedText('tab', 'pi-panel.tab');

/** The panel counts a page for three minutes after it last said so. */
const AGAIN_MS = 60_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

/** Returns what ends it. */
export function reportPresence(api: Api): () => void {
  const known = tab.get();
  const page = known && /^[0-9a-f]{32}$/.test(known) ? known : randomId();
  tab.set(page);
  let saidAt: number | null = null;

  function say(visible: boolean): void {
    saidAt = visible ? performance.now() : null;
    // Not worth a word on the page: at worst a phone rings.
    api
      .fetch('api/presence', { method: 'POST', body: { page, visible, at: Date.now() }, keepalive: !visible })
      .catch(() => undefined);
  }

  function onSign(): void {
    if (!document.hidden && (saidAt === null || performance.now() - saidAt > AGAIN_MS)) say(true);
  }

  function onVisibility(): void {
    if (document.hidden) say(false);
    else onSign();
  }

  const leave = (): void => say(false);
  onSign();
  for (const sign of SIGNS) addEventListener(sign, onSign, { passive: true });
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pagehide', leave);
  return () => {
    for (const sign of SIGNS) removeEventListener(sign, onSign);
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('pagehide', leave);
  };
}
