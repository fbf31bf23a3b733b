// Reads pi's records from lines, and writes commands as lines to its stdin.
import type { Writable } from 'node:stream';
import { CHANNEL } from '../../../shared/companion.ts';
import { Refusal } from '../../../shared/refusal.ts';

/** pi's own reader is quadratic: 10 MB block it for 1 s, 25 MB for 4 s (in pi 0.87.1). */
const MAX_RECORD = 10 * 1024 * 1024;
/** How many bytes may wait for a busy pi to read them. */
const MAX_UNREAD = 32 * 1024 * 1024;

export interface PiRecord {
  type: string;
  id?: unknown;
}

/** Parses a line. Returns null if it is not a JSON object with a type. */
export function parseRecord(line: string): PiRecord | null {
  try {
    const value: unknown = JSON.parse(line);
    const isRecord = typeof value === 'object' && value !== null && 'type' in value;
    return isRecord && typeof value.type === 'string' ? (value as PiRecord) : null;
  } catch {
    return null;
  }
}

/** Whether the record is a frame of something that an extension draws, sent by the panel's own extension. */
export function isFrame(record: PiRecord | null): boolean {
  const { statusKey, statusText } = (record ?? {}) as { statusKey?: unknown; statusText?: unknown };
  return statusKey === CHANNEL && String(statusText).startsWith('{"type":"frame"');
}

/** Writes one line to pi's stdin, or returns why it did not. */
export function writeRecord(stdin: Writable, record: object): Refusal | null {
  if (!stdin.writable) return agentExited();
  const line = `${JSON.stringify(record)}\n`;
  const size = Buffer.byteLength(line);
  if (size > MAX_RECORD) {
    const message = `This is ${megabytes(size)} MB, and the agent takes ${megabytes(MAX_RECORD)} MB at once: send less.`;
    return new Refusal(413, 'record_too_large', message);
  }
  // The stream buffers what the pipe does not accept, and writes it on `drain`. This check bounds that buffer.
  if (stdin.writableLength + size > MAX_UNREAD) {
    return new Refusal(503, 'agent_not_reading', 'The agent does not read its input. Wait, or restart it.');
  }
  stdin.write(line);
  return null;
}

export function agentExited(): Refusal {
  return new Refusal(409, 'agent_exited', 'The agent is not running: restart it.');
}

export function agentEnding(): Refusal {
  return new Refusal(409, 'agent_exited', 'An extension is ending the agent. Restart it afterwards.');
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace('.0', '');
}
