export interface ChangeBatch {
  add: (path: string) => void;
  close: () => void;
}

/** A change is told at most this late, in ms; a build or a checkout makes thousands within it. */
const delay = 60;
const maxPaths = 200;

/**
 * Gathers changed paths and tells them together, each once. More than 200 become [''], the workspace itself:
 * "anything may have changed".
 */
export function changeBatch(tell: (paths: string[]) => void): ChangeBatch {
  const paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const all = paths.size > maxPaths ? [''] : [...paths].sort();
    paths.clear();
    tell(all);
  }

  return {
    add: (path) => {
      // One past the limit is enough to know that there are too many.
      if (paths.size <= maxPaths) paths.add(path);
      timer ??= setTimeout(flush, delay).unref();
    },
    close: () => clearTimeout(timer),
  };
}
