// Leads to a row of a settings page as soon as the page has it: scrolls there, marks it, and focuses its control.

const WAIT_MS = 20_000;
const MARK_MS = 1600;
/**
 * The order in which to look for controls. The control that changes the setting comes before buttons such as "Reset".
 */
const CONTROLS = ['input, select, [role="switch"], [aria-pressed="true"]', 'button, a[href]'];

/** Waits for the row and shows it. Returns the function that gives up. */
export function showTarget(page: HTMLElement, name: string): () => void {
  let shown: HTMLElement | null = null;
  const observer = new MutationObserver(showOrWait);
  const timer = setTimeout(stop, WAIT_MS);
  observer.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  // The page has the focus until then, because keys would otherwise be lost with the list of results.
  page.focus({ preventScroll: true });
  showOrWait();
  return () => {
    stop();
    shown?.classList.remove('found');
  };

  function showOrWait(): void {
    const row = findRow(page, name);
    if (!row) return;
    if (row !== shown) {
      shown = row;
      row.scrollIntoView({ block: 'center' });
      row.classList.add('found');
      setTimeout(() => row.classList.remove('found'), MARK_MS);
    }
    // A control is disabled until pi's file has been read. The user may have moved the focus in the meantime.
    const control = CONTROLS.flatMap((kind) => [...row.querySelectorAll<HTMLElement>(kind)]).find(
      (one) => !one.matches(':disabled'),
    );
    if (document.activeElement !== page) stop();
    else if (control) control.focus({ preventScroll: true });
  }

  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
  }
}

/** A row's accessible name can end with its state, as in `Anthropic, Signed in`. */
function findRow(page: HTMLElement, name: string): HTMLElement | undefined {
  const named = [...page.querySelectorAll<HTMLElement>('[aria-label]')];
  const labelOf = (element: HTMLElement): string => element.getAttribute('aria-label') ?? '';
  return (
    named.find((element) => labelOf(element) === name) ??
    named.find((element) => labelOf(element).startsWith(`${name}, `)) ??
    [...page.querySelectorAll<HTMLElement>('h3, h4')].find(({ textContent }) => textContent.trim() === name)
  );
}
