// Code of the page that could not be fetched. A browser keeps a failed import for as long as the page lives (Chromium
// 153), so trying again is of no use: only a reload fetches it.
import { backOff, pause } from './pause.ts';

/** How long after its start a page counts as just opened, in ms. Later, a reload could disturb the user's work. */
const YOUNG_MS = 10_000;

/**
 * Reloads a page that has just been opened as soon as the panel answers. A page that was reloaded already is left as it
 * is: then a reload does not help.
 */
export async function reloadYoungPage(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (performance.now() > YOUNG_MS || navigation?.type === 'reload') return;
  for (let failures = 1; !(await isReachable()); failures++) await pause(backOff(failures));
  location.reload();
}

function isReachable(): Promise<boolean> {
  return fetch(document.baseURI, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
