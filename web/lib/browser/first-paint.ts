// What the first paint can do without is fetched after it, so that the composer can be used before.
let painted: Promise<void> | undefined;

/** The frame calls it when it is mounted: what is then on the page is the first paint. */
export function afterFirstPaint<T>(load: () => Promise<T>): Promise<T> {
  painted ??= nextPaint();
  return painted.then(load);
}

/** A hidden page paints nothing: nothing waits for it. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
