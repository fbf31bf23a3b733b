// Handles code of the page that could not be fetched. A browser keeps a failed import for as long as the page lives
// (Chromium 153), so another attempt would fail as well. Only a reload fetches the code.
import { errorText } from '../../../shared/error-text.ts';
import { t } from '../../language/text.ts';
import { backOff, pause } from './pause.ts';

/** How long after its start a page counts as just opened. Later, a reload could disturb the user's work. */
const YOUNG_MS = 10_000;
/** The panel sends its files at once. */
const ANSWER_MS = 5000;

/**
 * Reloads a page that has just been opened, as soon as the panel answers. A page that was already reloaded is left as
 * it is, because a reload did not help.
 */
export async function reloadYoungPage(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (performance.now() > YOUNG_MS || navigation?.type === 'reload') return;
  for (let failures = 1; !(await isReachable()); failures++) await pause(backOff(failures));
  location.reload();
}

/**
 * Returns why the code could not be fetched, or null if the error is about something else. Browsers name the address of
 * the code in the error, but not the reason; Safari names nothing.
 */
export async function lostReason(error: unknown): Promise<string | null> {
  const message = errorText(error);
  if (!/dynamically imported module|Importing a module script|Unable to preload/.test(message)) return null;
  const [address = document.baseURI] = /https?:\S+/.exec(message) ?? [];
  const response = await fetch(address, {
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null);
  if (!response) return t('The panel cannot be reached.');
  if (response.ok) return t('The connection was lost while it was fetched. Reload the page.');
  if (response.status !== 404) return message;
  return t(
    'The panel was updated, and this page is an older one. If a reload does not help, restart the panel.',
  );
}

function isReachable(): Promise<boolean> {
  return fetch(document.baseURI, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
