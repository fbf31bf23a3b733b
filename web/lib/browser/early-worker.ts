// A worker that starts with the code that uses it, while what it works on is still being fetched.
import { workerUrl } from './worker-url.ts';

/** Returns a function that hands out the worker, and starts another one each time after that. `url`: of the build. */
export function startEarly(url: string, name: string): () => Worker {
  const start = (): Worker => new Worker(workerUrl(url), { type: 'module', name });
  let early: Worker | null = start();
  return () => {
    const worker = early ?? start();
    early = null;
    return worker;
  };
}
