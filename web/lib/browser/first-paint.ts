// Delays fetching until after the first paint, so that the composer can be used before.
import { allTexts } from '../../language/text.ts';

let painted: Promise<void> | undefined;

/** The frame calls it when it is mounted: what is then on the page is the first paint. */
export function afterFirstPaint<T>(load: () => Promise<T>): Promise<T> {
  painted ??= nextPaint();
  return painted.then(() => withTexts(load));
}

/** The code, when the texts that it may show are there as well. */
export async function withTexts<T>(load: () => Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([load(), allTexts()]);
  return loaded;
}

/** A hidden page paints nothing: nothing waits for it. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
