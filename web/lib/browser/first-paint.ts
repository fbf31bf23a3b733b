// Delays fetching until after the first paint, so that the composer can be used before that.
import { allTexts } from '../../language/text.ts';

let painted: Promise<void> | undefined;

/** Calls `load` after the first paint, which shows what is on the page when the frame is mounted. */
export function afterFirstPaint<T>(load: () => Promise<T>): Promise<T> {
  painted ??= firstPaint();
  return painted.then(() => withTexts(load));
}

/** Resolves to the code, once the texts that it may show are there as well. */
export async function withTexts<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), allTexts()]);
  return loaded;
}

/**
 * Resolves once the browser has shown the first paint, or at once on a hidden page, which paints nothing. A timer after
 * the first frame would be too early: the code that it fetches delays that frame by up to 60 ms on two cores.
 */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}
