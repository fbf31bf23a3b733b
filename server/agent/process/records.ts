// Parses lines of pi's output as records, and writes commands and answers as lines to its stdin.
import type { Writable } from 'node:stream';
import { CHANNEL } from '../../../shared/companion.ts';
import { Refusal } from '../../../shared/refusal.ts';

/** The longest line for pi, whose own reader is quadratic: 10 MB block it for 1 s, 25 MB for 4 s (in pi 0.87.1). */
const MAX_LINE_BYTES = 10 * 1024 * 1024;
/** How much may wait for a busy pi to read it. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

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

/**
 * Whether the record is a `frame` report of the panel's own extension, whose reports come as statuses with the key
 * CHANNEL. Drawings send up to 30 a second, so the log leaves them out. The extension writes the type first.
 */
export function isFrame(record: PiRecord | null): boolean {
  const { statusKey, statusText } = (record ?? {}) as { statusKey?: unknown; statusText?: unknown };
  return statusKey === CHANNEL && String(statusText).startsWith('{"type":"frame"');
}

/** Writes one line to pi's stdin, or returns why it did not. */
export function writeRecord(stdin: Writable, record: object): Refusal | null {
  if (!stdin.writable) return agentExited();
  const line = `${JSON.stringify(record)}\n`;
  const size = Buffer.byteLength(line);
  if (size > MAX_LINE_BYTES) {
    const [has, most] = [megabytes(size), megabytes(MAX_LINE_BYTES)];
    const message = `This has ${has} MB. The agent takes at most ${most} MB in one message: send less.`;
    return new Refusal(413, 'record_too_large', message);
  }
  // The stream buffers what the pipe does not accept yet. This check bounds that buffer.
  if (stdin.writableLength + size > MAX_UNREAD_BYTES) {
    return new Refusal(503, 'agent_not_reading', 'The agent does not read its input. Wait, or restart it.');
  }
  stdin.write(line);
  return null;
}

export function agentExited(): Refusal {
  return new Refusal(409, 'agent_exited', 'The agent is not running: restart it.');
}

export function agentEnding(): Refusal {
  return new Refusal(409, 'agent_ending', 'An extension is shutting the agent down. Restart it afterwards.');
}

/** Rounded up, so that what is too large never looks like the limit. */
function megabytes(bytes: number): string {
  return (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1).replace('.0', '');
}
