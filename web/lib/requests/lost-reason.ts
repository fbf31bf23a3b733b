// Finds out why code of the page could not be fetched.
import { errorText } from '../../../shared/error-text.ts';
import { t } from '../../language/text.ts';

/** The panel sends its files at once. */
const ANSWER_MS = 5000;

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
  if (!response) return t("The panel can't be reached.");
  if (response.ok) return t('The connection was lost while it was being fetched. Reload the page.');
  if (response.status !== 404) return message;
  return t(
    "The panel was updated, and this page is an older one. If a reload doesn't help, restart the panel.",
  );
}
