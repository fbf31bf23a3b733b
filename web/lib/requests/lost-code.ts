// Handles code of the page that could not be fetched. A browser keeps a failed import for as long as the page lives
// (Chromium 153), so another attempt would fail as well. Only a reload fetches the code.
import { backOff, pause } from './pause.ts';

/** How long after its start a page counts as just opened. Later, a reload could disturb the reader. */
const YOUNG_MS = 10_000;
/** How long the user must have left the page alone. Keys that are pressed while a page reloads are lost. */
const QUIET_MS = 2000;
const USE = ['keydown', 'input', 'pointerdown'] as const;

/**
 * Reloads a page that has just been opened, as soon as the panel answers and the user pauses with
 * no dialog open. A page that was already
 * reloaded is left as it is, because a reload did not help.
 */
export async function reloadYoungPage(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (performance.now() > YOUNG_MS || navigation?.type === 'reload') return;
  let usedAt = navigator.userActivation.hasBeenActive ? performance.now() : -QUIET_MS;
  for (const kind of USE) addEventListener(kind, () => (usedAt = performance.now()), { capture: true });
  for (let failures = 1; !(await isReachable()); failures++) await pause(backOff(failures));
  while (performance.now() - usedAt < QUIET_MS || document.querySelector('dialog[open]'))
    await pause(QUIET_MS);
  location.reload();
}

/** See `lost-reason.ts`, which the page fetches with its first parts. Without it the reason is not known. */
export const lostReason = (error: unknown): Promise<string | null> =>
  import('./lost-reason.ts').then(
    (module) => module.lostReason(error),
    () => null,
  );

function isReachable(): Promise<boolean> {
  return fetch(document.baseURI, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
