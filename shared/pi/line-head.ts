// The beginning of a session line, read without parsing the line. It also tells what a damaged line was.
import { isRecord } from './is-record.ts';

export interface LineHead {
  type: string;
  /** Absent in version 1, and if the line has none that can be used. */
  id?: string | undefined;
  /** Null for the first entry; empty if the line does not say, so that no entry has this id. */
  parentId: string | null;
  /** ISO 8601. */
  timestamp?: string | undefined;
  /** The role of a message. */
  role?: string | undefined;
}

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

/** Reads the first characters of a line. Returns undefined if pi did not write them. */
export function readHead(beginning: string): LineHead | undefined {
  const head = HEAD.exec(beginning);
  if (head?.[1] === undefined) return undefined;
  const [, type, written, parent = null, timestamp, role] = head;
  const id = toId(written);
  return { type, id, parentId: id === undefined ? '' : toParentId(parent), timestamp, role };
}

/** Reads the ids and the time in the last characters of a line. */
export function readTail(end: string): Omit<LineHead, 'type'> | undefined {
  const tail = TAIL.exec(end);
  const id = toId(tail?.[1]);
  return tail && id !== undefined
    ? { id, parentId: toParentId(tail[2] ?? null), timestamp: tail[3] }
    : undefined;
}

/** Reads the same from a parsed line. */
export function headOf(value: Record<string, unknown>): LineHead {
  const { type, id, parentId, timestamp, message } = value;
  const role = isRecord(message) ? message.role : undefined;
  return {
    type: typeof type === 'string' ? type : 'unreadable',
    id: toId(id),
    parentId: toParentId(parentId),
    timestamp: typeof timestamp === 'string' ? timestamp : undefined,
    role: typeof role === 'string' ? role : undefined,
  };
}

/** pi finds the parents of entries whose ids are numbers, too. */
function toId(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value !== '__proto__' ? value : undefined;
}

/** pi takes every value that is false in JavaScript as the beginning of a conversation, but writes only null. */
function toParentId(value: unknown): string | null {
  return value === null ? null : (toId(value) ?? '');
}
