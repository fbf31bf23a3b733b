/**
 * The promise, or a rejection that says what was waited for: a bench that hangs tells nobody why.
 * `ms` is a guard, far beyond what is expected, never a measure.
 */
export function withDeadline<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Waited ${ms / 1000} s for ${what}.`)), ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
