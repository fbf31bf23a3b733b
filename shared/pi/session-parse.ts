// Parses the text of a session file of any version into its header and entries. Does not read files itself.
import { migrateEntry, type LinePlace } from './session-migration.ts';
import type { Session, SessionEntry, SessionHeader } from './session.ts';
import { isRecord } from './is-record.ts';

/**
 * The version that every supported pi writes. A file may claim any other version (pi opens version 99 without
 * complaint).
 */
const CURRENT: LinePlace = { version: 3, position: 0, parentPosition: 0 };

/**
 * Parses a whole session. Like pi, it skips lines that are not JSON and reads the first JSON line as the header.
 * Returns undefined if that line is not a session header, which means that the text is not a session.
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
 * Parses the header line. Returns undefined for a line that is not a JSON object (pi then tries the next one), and null
 * for any other object, which means that the file is not a session.
 */
export function parseHeader(line: string): SessionHeader | null | undefined {
  const value = parseObject(line);
  return value && (toHeader(value) ?? null);
}

/**
 * Parses one entry line. `place` is needed if the file may be older than version 3. Returns undefined for a line that
 * is not a JSON object, has no `type`, has no id, or is a header.
 */
export function parseEntry(line: string, place: LinePlace = CURRENT): SessionEntry | undefined {
  const value = parseObject(line);
  return value && toEntry(value, place);
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    // Session files contain half-written and foreign lines; pi skips them, too.
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
 * Files that were edited by hand, forked or partly migrated contain messages without content (0.87.1 handles them,
 * too). A message that is not an object would break code that reads its role, so its entry gets an unknown type.
 */
function withSafeContent(entry: Record<string, unknown>): Record<string, unknown> {
  if (entry.type === 'custom_message') return { ...entry, content: entry.content ?? [] };
  if (entry.type !== 'message') return entry;
  const { message } = entry;
  if (!isRecord(message) || typeof message.role !== 'string') return { ...entry, type: 'unreadable_message' };
  const hasContent = ['user', 'assistant', 'toolResult', 'custom'].includes(message.role);
  if (!hasContent || message.content != null) return entry;
  return { ...entry, message: { ...message, content: [] } };
}
