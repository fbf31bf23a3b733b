// A program for an agent's bash tool: `BYTES RATE` writes BYTES in lines of 100 bytes, RATE bytes a second (0: as fast
// as they are read). A line is its number and the time of its writing, in microseconds by the clock of `timing.ts`,
// padded with dots. `stamped-lines.ts` reads it.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const LINE = 100;
/** If paced, it writes what is due every 5 ms; otherwise as much as a pipe holds. */
const TICK_MS = 5;
const BATCH = 64 * 1024;

const [bytes = 0, rate = 0] = process.argv.slice(2).map(Number);
const lines = bytes / LINE;
const perBatch = Math.floor((rate > 0 ? (rate * TICK_MS) / 1000 : BATCH) / LINE);
const start = performance.now();

for (let first = 0; first < lines; first += perBatch) {
  const due = rate > 0 ? start + (first * LINE * 1000) / rate : 0;
  const rest = due - performance.now();
  if (rest > 0) await sleep(rest);
  const batch = batchOf(first, Math.min(perBatch, lines - first));
  if (!process.stdout.write(batch)) await once(process.stdout, 'drain');
}

/**
 * @param {number} first
 * @param {number} count
 */
function batchOf(first, count) {
  const stamp = String(process.hrtime.bigint() / 1000n).padStart(16, '0');
  let text = '';
  for (let number = first; number < first + count; number++) {
    text += `${String(number).padStart(8, '0')} ${stamp} ${'.'.repeat(73)}\n`;
  }
  return text;
}
