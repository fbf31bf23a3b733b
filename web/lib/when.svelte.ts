// Waits for a state of the page.

/** Resolves as soon as `test`, which reads reactive state, returns true. */
export function when(test: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (!test()) return;
        resolve();
        stop();
      });
    });
  });
}
