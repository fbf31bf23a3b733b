// Older session files, read as if they were of version 3. In memory only: rewriting the file is pi's own
// affair (it does so when it loads one), and it then makes up ids that differ from ours.

/** Where a line stands in its file. Positions count the lines that are JSON; the header has position 0. */
export interface LinePlace {
  /** Of the file. */
  version: number;
  position: number;
  /** The entry before this one; 0 when there is none. */
  parentPosition: number;
}

/**
 * Version 1 -> 2 gives ids and a straight line of parents, and turns `firstKeptEntryIndex` into an id;
 * 2 -> 3 renames the role `hookMessage` to `custom`. Returns a new object where something changed.
 */
export function migrateEntry(entry: Record<string, unknown>, place: LinePlace): Record<string, unknown> {
  let migrated = entry;
  if (place.version < 2) migrated = withPlaceAsId(migrated, place);
  if (place.version < 3) migrated = withCustomRole(migrated);
  return migrated;
}

/** The id that a version 1 entry gets: its position, so that it is the same whenever and wherever it is read. */
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
  // The index counts every line, the header (0) included; pi points at no entry for 0.
  if (typeof firstKeptEntryIndex === 'number' && firstKeptEntryIndex > 0) {
    migrated.firstKeptEntryId = idAtPosition(firstKeptEntryIndex);
  }
  return migrated;
}

function withCustomRole(entry: Record<string, unknown>): Record<string, unknown> {
  const message = entry.message as { role?: unknown } | null | undefined;
  if (entry.type !== 'message' || message?.role !== 'hookMessage') return entry;
  return { ...entry, message: { ...message, role: 'custom' } };
}
