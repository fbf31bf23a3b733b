// Loads the document again without losing the place to which it was scrolled. It is kept in the state of the history
// entry, which outlives a reload, also in a sandbox without storage.
const KEY = 'pi-panel-scroll';

export function reloadInPlace(): void {
  const state: unknown = history.state;
  const kept = typeof state === 'object' ? state : {};
  history.replaceState({ ...kept, [KEY]: [scrollX, scrollY] }, '');
  location.reload();
}

/** Call this at the start of the document. */
export function restorePlace(): void {
  const { [KEY]: place, ...state } = (history.state ?? {}) as Record<string, unknown>;
  if (!Array.isArray(place)) return;
  history.replaceState(state, '');
  const [x, y] = place.map(Number);
  const scroll = (): void => scrollTo({ left: x ?? 0, top: y ?? 0, behavior: 'instant' });
  // Images that come later make the document longer.
  addEventListener('DOMContentLoaded', scroll, { once: true });
  addEventListener('load', scroll, { once: true });
}
