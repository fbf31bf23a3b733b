// How the text of a session file becomes its header and entries, whatever its version and whoever wrote it.
// Nothing here touches a disk.
import { migrateEntry, type LinePlace } from './session-migration.ts';
import type { Session, SessionEntry, SessionHeader } from './session.ts';

/** What every supported pi writes; a file may claim any (pi opens version 99 without complaint). */
const CURRENT: LinePlace = { version: 3, position: 0, parentPosition: 0 };

/**
 * Reads a whole session. Like pi it skips what is no JSON, and takes the first line that is JSON as the header.
 * Returns undefined when that line is no session header: the text is something else.
 */
export function parseSession(text: string): Session | undefined {
  let header: SessionHeader | undefined;
  const entries: SessionEntry[] = [];
  let position = 0;
  let parentPosition = 0;
  for (const line of text.split('\n')) {
    const value = parseObject(line);
    if (!value) continue;
    if (!header) {
      header = toHeader(value);
      if (!header) return undefined;
    } else {
      const entry = toEntry(value, { version: header.version ?? 1, position, parentPosition });
      if (entry) {
        entries.push(entry);
        parentPosition = position;
      }
    }
    position++;
  }
  return header && { header, entries };
}

/**
 * Reads the header line. Undefined for a line that is no JSON object (pi then tries the next one),
 * null for one that is something else, which means that the file is no session.
 */
export function parseHeader(line: string): SessionHeader | null | undefined {
  const value = parseObject(line);
  return value && (toHeader(value) ?? null);
}

/**
 * Reads one entry line. `place` says what stands around it, where the file may be older than version 3.
 * Undefined for a line that is no JSON object, has no `type`, no id, or is a header.
 */
export function parseEntry(line: string, place: LinePlace = CURRENT): SessionEntry | undefined {
  const value = parseObject(line);
  return value && toEntry(value, place);
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    // Half-written and foreign lines are expected in a session file (pi skips them, too).
    return undefined;
  }
}

function toHeader(value: Record<string, unknown>): SessionHeader | undefined {
  if (value.type !== 'session' || typeof value.id !== 'string') return undefined;
  const { timestamp, cwd } = value;
  return {
    ...value,
    type: 'session',
    id: value.id,
    timestamp: typeof timestamp === 'string' ? timestamp : '',
    cwd: typeof cwd === 'string' ? cwd : '',
  };
}

function toEntry(value: Record<string, unknown>, place: LinePlace): SessionEntry | undefined {
  if (typeof value.type !== 'string' || value.type === 'session') return undefined;
  const entry = withSafeContent(migrateEntry(value, place));
  if (typeof entry.id !== 'string' || entry.id === '') return undefined;
  return {
    ...entry,
    parentId: typeof entry.parentId === 'string' ? entry.parentId : null,
    timestamp: typeof entry.timestamp === 'string' ? entry.timestamp : '',
  } as SessionEntry;
}

/**
 * Files that were edited by hand, forked or half migrated hold messages without content (0.87.1 allows for
 * them, too), and one that is no object would break whoever looks at its role: it becomes a type nobody knows.
 */
function withSafeContent(entry: Record<string, unknown>): Record<string, unknown> {
  if (entry.type === 'custom_message') return { ...entry, content: entry.content ?? [] };
  if (entry.type !== 'message') return entry;
  const { message } = entry;
  if (!isObject(message) || typeof message.role !== 'string') return { ...entry, type: 'unreadable_message' };
  const hasContent = ['user', 'assistant', 'toolResult', 'custom'].includes(message.role);
  if (!hasContent || message.content != null) return entry;
  return { ...entry, message: { ...message, content: [] } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
