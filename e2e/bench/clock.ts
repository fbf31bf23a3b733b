/**
 * Microseconds by a clock that all processes of this machine share and that never jumps: Linux, macOS and
 * Windows count it from one moment (libuv `uv_hrtime`), while `performance.timeOrigin` of two processes may
 * differ by what the wall clock was corrected by.
 */
export function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
