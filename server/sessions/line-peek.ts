// Reads what an index needs from the beginning or the end of a session line. A line is parsed only if its members are
// in an order that pi does not write, and never if it is longer than a chunk of the scan.
import { isRecord } from '../../shared/pi/is-record.ts';
import { headOf, readHead, readTail, type LineHead } from '../../shared/pi/line-head.ts';
import { HEAD_LENGTH } from '../../shared/pi/session-parse.ts';
import type { ScannedLine } from './line-scan.ts';

export interface Peek extends Omit<LineHead, 'timestamp'> {
  /** ms since 1970; NaN if the line has none. */
  time: number;
}

const TAIL_BYTES = 256;
const PARENT = Buffer.from('"parentId":');

/**
 * Returns undefined for a line that is not an entry, or cannot be read cheaply. `needsId` is false for files of version
 * 1.
 */
export function peekLine(line: ScannedLine, needsId = true): Peek | undefined {
  const head = readHead(line.head.toString('latin1', 0, HEAD_LENGTH));
  if (!head) return isWhole(line) ? parsePeek(line.head) : undefined;
  const { timestamp, ...facts } = head;
  const peek: Peek = {
    ...facts,
    type: intern(head.type),
    time: Date.parse(timestamp ?? ''),
    ...(head.role !== undefined && { role: intern(head.role) }),
  };
  if (peek.id !== undefined || !needsId) return peek;
  const tail = readTail(line.tail.toString('latin1', Math.max(0, line.tail.length - TAIL_BYTES)));
  if (!tail) return isWhole(line) ? parsePeek(line.head) : undefined;
  return {
    ...peek,
    id: tail.id,
    parentId: tail.parentId,
    time: Date.parse(timestamp ?? tail.timestamp ?? ''),
  };
}

/**
 * Whether a line that pi wrote looks damaged: cut off, filled with zeros by the file system, or continued by another
 * entry. It is cheap, and misses damage that only a parser finds.
 */
export function looksDamaged({ head, tail }: ScannedLine): boolean {
  if (
    tail
      .toString('latin1', tail.length - 2)
      .trimEnd()
      .at(-1) !== '}' ||
    head.includes(0)
  )
    return true;
  const first = head.indexOf(PARENT);
  return first !== -1 && head.indexOf(PARENT, first + PARENT.length) !== -1;
}

function isWhole(line: ScannedLine): boolean {
  return line.head.length === line.length;
}

function parsePeek(bytes: Buffer): Peek | undefined {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    // The line is blank, half-written, or foreign, so it is not an entry for pi either.
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { timestamp, ...head } = headOf(value);
  return { ...head, time: Date.parse(timestamp ?? '') };
}

const words = new Map<string, string>();

/** Returns the one string that all lines share for this type or role. */
function intern(word: string): string {
  const known = words.get(word);
  if (known !== undefined) return known;
  if (words.size < 200) words.set(word, word);
  return word;
}
