// The one door for what a session file contains: parses its lines, of any version, into a header and checked entries. A
// line that does not fit becomes an entry of the type `unreadable`. Does not read files itself.
import { checkEntry } from './entry-checks.ts';
import { isRecord } from './is-record.ts';
import { headOf, readHead } from './line-head.ts';
import { migrateEntry, type LinePlace } from './session-migration.ts';
import type { Flaw, Session, SessionEntry, SessionHeader, UnreadableEntry } from './session.ts';

/**
 * The version that every supported pi writes. A file may claim any other version (pi opens version 99 without
 * complaint).
 */
const CURRENT: LinePlace = { version: 3, position: 0, parentPosition: 0, line: 0 };

/** How much of a line is needed for its head. */
export const HEAD_LENGTH = 256;

/**
 * Parses a whole session. The first line of JSON is the header, as for pi. Returns undefined if that line is not a
 * session header, which means that the text is not a session.
 */
export function parseSession(text: string): Session | undefined {
  let header: SessionHeader | undefined;
  const entries: SessionEntry[] = [];
  let position = 0;
  let parentPosition = 0;
  const lines = text.split('\n');
  for (const [line, words] of lines.entries()) {
    const value = parseObject(words);
    if (!header) {
      if (!value) continue;
      header = toHeader(value);
      if (!header) return undefined;
      position++;
      continue;
    }
    const entry = toEntry(words, value, { version: header.version ?? 1, position, parentPosition, line });
    // The last line is still being written, until a line break ends it.
    if (entry && (value || line < lines.length - 1)) entries.push(entry);
    if (entry && value) parentPosition = position;
    if (value) position++;
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
 * Parses one entry line. `place` is needed if the file may be older than version 3, or if the line may lack an id.
 * Returns undefined for a blank line and for a header.
 */
export function parseEntry(line: string, place: LinePlace = CURRENT): SessionEntry | undefined {
  return toEntry(line, parseObject(line), place);
}

/** Checks an entry that was parsed elsewhere, such as by pi itself. `line` distinguishes it from all others. */
export function toCheckedEntry(value: unknown, line: number): SessionEntry | undefined {
  const place = { ...CURRENT, line };
  return isRecord(value) ? checkValue(value, place, '') : toDamaged(JSON.stringify(value) ?? '', place);
}

/** Whether the line is not an object of JSON, so that pi does not read it at all. */
export function isDamaged(entry: SessionEntry): entry is UnreadableEntry {
  return entry.type === 'unreadable' && entry.panel_flaw.isDamaged === true;
}

/** The id of an entry whose line does not have one. */
export function idOfLine(line: number): string {
  return `line-${line}`;
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
  const { version, timestamp, cwd, parentSession, ...rest } = value;
  return {
    ...rest,
    type: 'session',
    ...(version !== undefined && { version: toVersion(version) }),
    id: value.id,
    timestamp: typeof timestamp === 'string' ? timestamp : '',
    cwd: typeof cwd === 'string' ? cwd : '',
    ...(typeof parentSession === 'string' && { parentSession }),
  };
}

/** pi compares the version as JavaScript does, and migrates nothing that is not less than another version. */
function toVersion(version: unknown): number {
  if (version === null || typeof version === 'boolean') return 1;
  const number = typeof version === 'object' ? Number.NaN : Number(version);
  return Number.isNaN(number) ? 3 : number;
}

function toEntry(
  line: string,
  value: Record<string, unknown> | undefined,
  place: LinePlace,
): SessionEntry | undefined {
  if (!value) return line.trim() === '' ? undefined : toDamaged(line, place);
  return checkValue(value, place, line);
}

function checkValue(value: Record<string, unknown>, place: LinePlace, raw: string): SessionEntry | undefined {
  if (value.type === 'session') return undefined;
  const migrated = migrateEntry(value, place);
  const { id = idOfLine(place.line), parentId, timestamp = '' } = headOf(migrated);
  const at = Date.parse(timestamp);
  const { entry, flaws } = checkEntry(migrated, Number.isNaN(at) ? 0 : at);
  const flaw: Flaw = { fields: flaws, raw };
  if (!entry) return { type: 'unreadable', id, parentId, timestamp, panel_flaw: flaw };
  // Only the panel itself describes flaws.
  const { panel_flaw: _foreign, ...own } = entry;
  return {
    ...own,
    id,
    parentId,
    timestamp,
    ...(flaws.length > 0 && { panel_flaw: flaw }),
  } as unknown as SessionEntry;
}

/** The head of a line often survives, because what damages a line is that pi was killed while it wrote the line. */
function toDamaged(text: string, { line }: LinePlace): UnreadableEntry {
  const head = readHead(text.slice(0, HEAD_LENGTH));
  const { id = idOfLine(line), parentId = '', timestamp = '' } = head ?? {};
  const panel_flaw: Flaw = { fields: [], raw: text, isDamaged: true };
  return { type: 'unreadable', id, parentId, timestamp, panel_flaw };
}
