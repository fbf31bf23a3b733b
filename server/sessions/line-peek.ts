// Reads what an index needs from the beginning or the end of a session line. A line is parsed only if its members are
// in an order that pi does not write, and never if it is longer than a chunk of the scan.
import type { ScannedLine } from './line-scan.ts';

export interface Peek {
  type: string;
  /** Absent in version 1. */
  id?: string;
  parentId?: string | null;
  /** ms since 1970; NaN if the line has none. */
  time: number;
  /** The role of a message. */
  role?: string;
}

const HEAD_BYTES = 256;
const TAIL_BYTES = 256;

const text = String.raw`"([ !#-\[\]-~]*)"`;
const textOrNull = String.raw`(?:null|${text})`;
const member = (name: string, value: string): string => String.raw`\s*"${name}"\s*:\s*${value}`;

/** pi >= 0.73.1 writes type, id, parentId, and timestamp first; version 1 had no ids. */
const HEAD = new RegExp(
  String.raw`^\s*\{${member('type', text)}` +
    String.raw`(?:,${member('id', text)},${member('parentId', textOrNull)})?` +
    String.raw`(?:,${member('timestamp', text)})?` +
    String.raw`(?:,${member('message', String.raw`\{${member('role', text)}`)})?`,
);

/**
 * In `custom` and `custom_message` the content comes first. In entries that pi migrated from version 1, everything else
 * does, so the ids are the last members of the line.
 */
const TAIL = new RegExp(
  String.raw`,${member('id', text)},${member('parentId', textOrNull)}(?:,${member('timestamp', text)})?\s*\}\s*$`,
);

/**
 * Returns undefined for a line that is not an entry, or cannot be read cheaply. `needsId` is false for files of version
 * 1.
 */
export function peekLine(line: ScannedLine, needsId = true): Peek | undefined {
  const head = HEAD.exec(line.head.toString('latin1', 0, HEAD_BYTES));
  if (head?.[1] === undefined) return isWhole(line) ? parsePeek(line.head) : undefined;
  const peek: Peek = {
    type: intern(head[1]),
    id: head[2],
    parentId: head[3] ?? null,
    time: Date.parse(head[4] ?? ''),
    role: head[5] === undefined ? undefined : intern(head[5]),
  };
  if (peek.id !== undefined || !needsId) return peek;
  const tail = TAIL.exec(line.tail.toString('latin1', Math.max(0, line.tail.length - TAIL_BYTES)));
  if (!tail) return isWhole(line) ? parsePeek(line.head) : undefined;
  const time = head[4] ?? tail[3] ?? '';
  return { ...peek, id: tail[1], parentId: tail[2] ?? null, time: Date.parse(time) };
}

function isWhole(line: ScannedLine): boolean {
  return line.head.length === line.length;
}

function parsePeek(bytes: Buffer): Peek | undefined {
  let value: Record<string, unknown> | null;
  try {
    value = JSON.parse(bytes.toString()) as Record<string, unknown> | null;
  } catch {
    // The line is blank, half-written, or foreign, so it is not an entry for pi either.
    return undefined;
  }
  if (typeof value?.type !== 'string') return undefined;
  const message = value.message as { role?: unknown } | null | undefined;
  return {
    type: value.type,
    id: typeof value.id === 'string' ? value.id : undefined,
    parentId: typeof value.parentId === 'string' ? value.parentId : null,
    time: typeof value.timestamp === 'string' ? Date.parse(value.timestamp) : Number.NaN,
    role: typeof message?.role === 'string' ? message.role : undefined,
  };
}

const words = new Map<string, string>();

/** Returns the one string that all lines share for this type or role. */
function intern(word: string): string {
  const known = words.get(word);
  if (known !== undefined) return known;
  if (words.size < 200) words.set(word, word);
  return word;
}
