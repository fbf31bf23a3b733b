// Delays fetching until after the first paint, so that the composer can be used before that.
import { allTexts } from '../../language/text.ts';

let painted: Promise<void> | undefined;

/** Calls `load` after the first paint, which shows what is on the page when the frame is mounted. */
export function afterFirstPaint<T>(load: () => Promise<T>): Promise<T> {
  painted ??= nextPaint();
  return painted.then(() => withTexts(load));
}

/** Resolves to the code, once the texts that it may show are there as well. */
export async function withTexts<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), allTexts()]);
  return loaded;
}

/** Resolves at the next paint, or at once on a hidden page, which paints nothing. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
