// Reports to the panel that the user is at this page, so that the panel does not notify the user's other devices.
import type { Api } from '../../lib/requests/api.ts';
import { PersistedText } from '../../lib/storage/persisted.ts';
import { randomId } from '../../lib/browser/random-id.ts';

/**
 * The id of this tab. A reloaded page keeps it and thus replaces its predecessor, even if the last report of that page
 * was lost.
 */
const tab = new PersistedText('tab', 'pi-panel.tab');

/** How often the report is repeated. The panel considers a page as visible for three minutes after its last report. */
const REPEAT_MS = 60_000;
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

/** Starts the reports. Returns a function that stops them. */
export function reportPresence(api: Api): () => void {
  const stored = tab.get();
  const page = stored && /^[0-9a-f]{32}$/.test(stored) ? stored : randomId();
  tab.set(page);
  let reportedAt: number | null = null;

  function report(visible: boolean): void {
    reportedAt = visible ? performance.now() : null;
    // A failure is not reported, because at worst a phone rings.
    api
      .fetch('api/presence', { method: 'POST', body: { page, visible, at: Date.now() }, keepalive: !visible })
      .catch(() => undefined);
  }

  function onActivity(): void {
    if (!document.hidden && (reportedAt === null || performance.now() - reportedAt > REPEAT_MS)) report(true);
  }

  function onVisibility(): void {
    if (document.hidden) report(false);
    else onActivity();
  }

  const leave = (): void => report(false);
  onActivity();
  for (const type of ACTIVITY_EVENTS) addEventListener(type, onActivity, { passive: true });
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pagehide', leave);
  return () => {
    for (const type of ACTIVITY_EVENTS) removeEventListener(type, onActivity);
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('pagehide', leave);
  };
}
