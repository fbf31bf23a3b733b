// The clock that all processes of a measurement share, durations, and deadlines.

/**
 * Returns microseconds on a clock that all processes of this machine share and that never jumps. Linux, macOS and
 * Windows count it from one moment (libuv `uv_hrtime`), while `performance.timeOrigin` of two processes may differ by a
 * correction of the wall clock.
 */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/**
 * Rejects after `ms` with a sentence that names what was awaited. The deadline only keeps the bench from hanging: it
 * is far longer than anything takes.
 */
export function withDeadline<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Waited ${ms / 1000} s for ${what}.`)), ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Resolves to how long this takes, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
