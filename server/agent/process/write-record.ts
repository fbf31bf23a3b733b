import type { Writable } from 'node:stream';
import { Refusal } from '../../../shared/refusal.ts';

/** pi's own reader is quadratic: 10 MB block it for 1 s, 25 MB for 4 s (0.87.1). */
const MAX_RECORD = 10 * 1024 * 1024;
/** What may wait to be read by a pi that is busy, in bytes. */
const MAX_UNREAD = 32 * 1024 * 1024;

/** Writes one line to pi's stdin, or says why it did not. */
export function writeRecord(stdin: Writable, record: object): Refusal | null {
  if (!stdin.writable) return agentExited();
  const line = `${JSON.stringify(record)}\n`;
  const size = Buffer.byteLength(line);
  if (size > MAX_RECORD) {
    const said = `This is ${megabytes(size)} MB, and the agent takes ${megabytes(MAX_RECORD)} MB at once: send less.`;
    return new Refusal(413, 'record_too_large', said);
  }
  // The stream keeps what the pipe does not take and writes it on `drain`; this bounds what it keeps.
  if (stdin.writableLength + size > MAX_UNREAD) {
    return new Refusal(503, 'agent_not_reading', 'The agent does not read its input: wait, or restart it.');
  }
  stdin.write(line);
  return null;
}

export function agentExited(): Refusal {
  return new Refusal(409, 'agent_exited', 'The agent is not running: restart it.');
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace('.0', '');
}
