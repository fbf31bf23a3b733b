// Reads entries of older session files as version 3, in memory only. When pi loads an old file it rewrites the file
// itself, with ids that differ from these.
import { isRecord } from './is-record.ts';

/** The position of a line in its file. Only lines of JSON count; the header is at position 0. */
export interface LinePlace {
  /** The version of the file. */
  version: number;
  position: number;
  /** The entry before this one; 0 when there is none. */
  parentPosition: number;
  /** Distinguishes the line from all others of the file, also from those that are not JSON. */
  line: number;
}

/**
 * Version 1 -> 2 adds ids and a chain of parents, and replaces `firstKeptEntryIndex` with an id. Version 2 -> 3 renames
 * the role `hookMessage` to `custom`. Returns the same object if nothing changes.
 */
export function migrateEntry(entry: Record<string, unknown>, place: LinePlace): Record<string, unknown> {
  let migrated = entry;
  if (place.version < 2) migrated = withPlaceAsId(migrated, place);
  if (place.version < 3) migrated = withCustomRole(migrated);
  return migrated;
}

/** The id of a version 1 entry. Made from its position, so that every reader gets the same id. */
export function idAtPosition(position: number): string {
  return position.toString(16).padStart(8, '0');
}

function withPlaceAsId(entry: Record<string, unknown>, place: LinePlace): Record<string, unknown> {
  const { firstKeptEntryIndex, ...rest } = entry;
  const migrated: Record<string, unknown> = {
    ...rest,
    id: idAtPosition(place.position),
    parentId: place.parentPosition > 0 ? idAtPosition(place.parentPosition) : null,
  };
  // The index counts every line, with the header at 0. pi treats 0 as no entry.
  if (typeof firstKeptEntryIndex === 'number' && firstKeptEntryIndex > 0) {
    migrated.firstKeptEntryId = idAtPosition(firstKeptEntryIndex);
  }
  return migrated;
}

function withCustomRole(entry: Record<string, unknown>): Record<string, unknown> {
  const { message } = entry;
  if (entry.type !== 'message' || !isRecord(message) || message.role !== 'hookMessage') return entry;
  return { ...entry, message: { ...message, role: 'custom' } };
}
