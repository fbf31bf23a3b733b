// Reads the output of `stamped-output.mjs`: which of its lines arrived, and how long each took.

/** The bytes of a line with its line ending. */
export const LINE_BYTES = 100;
const LINE = /^(\d{8}) (\d{16}) \.{73}$/;

/** The positions that a reader had reached, and when (microseconds, `nowMicros`), oldest first. */
export type Progress = readonly { offset: number; at: number }[];

export interface Line {
  number: number;
  /** When the line was written, in microseconds. */
  stamp: number;
  /** The offset of the end of the line. */
  end: number;
}

/** Returns the complete, undamaged lines in the text, each counted once, in order. */
export function linesIn(bytes: Buffer): Line[] {
  const lines: Line[] = [];
  const seen = new Set<number>();
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const [, number, stamp] = LINE.exec(bytes.toString('latin1', start, end)) ?? [];
    start = end + 1;
    if (number === undefined || seen.has(Number(number))) continue;
    seen.add(Number(number));
    lines.push({ number: Number(number), stamp: Number(stamp), end: start });
  }
  return lines;
}

/**
 * Returns the percentage of `total` bytes that arrived; 100 only if they arrived in order, with nothing between them.
 */
export function completeness(bytes: Buffer, total: number): number {
  const lines = linesIn(bytes);
  const isInOrder = lines.every(({ number }, index) => number === index);
  const arrived = (lines.length * LINE_BYTES * 100) / total;
  if (arrived === 100 && bytes.length === total && isInOrder) return 100;
  // The right lines in a different order, or with anything between them, are not the output.
  return Math.min(arrived, 99.9);
}

/** Returns the time from writing each line until its reader had all of it, in ms. */
export function latencies(lines: readonly Line[], progress: Progress): Float64Array {
  const result = new Float64Array(lines.length);
  let step = 0;
  for (const [index, { stamp, end }] of lines.entries()) {
    while ((progress[step]?.offset ?? Infinity) < end) step += 1;
    result[index] = ((progress[step]?.at ?? NaN) - stamp) / 1000;
  }
  return result;
}
