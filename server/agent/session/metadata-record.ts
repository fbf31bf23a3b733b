// One record of the file of entry metadata: its schema, its key, and its line.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { LANE_NAMES, laneNamed } from '../../../shared/view/queue.ts';

/**
 * A long text is identified by its start, which is shorter than the part that a view keeps, so a shortened text is
 * found as well.
 */
export const MAX_TEXT = 64 * 1024;

const recordSchema = v.object({
  /** Identifies the entry, together with `at`. */
  row: v.string(),
  /** ms since 1970 */
  at: v.number(),
  said: v.optional(
    v.object({
      id: v.string(),
      text: v.optional(v.string()),
      lane: v.optional(v.pipe(v.picklist(LANE_NAMES), v.transform(laneNamed))),
    }),
  ),
  call: v.optional(v.string()),
  /** ms that a run lasted. */
  took: v.optional(v.number()),
  /** Bytes that a user bash command printed: pi's file has only the end of a long output. */
  bytes: v.optional(v.number()),
});
export type MetadataRecord = v.InferOutput<typeof recordSchema>;

/** The key under which an entry is found, besides its time. */
export function keyOf(role: 'user' | 'bash' | 'tool', text: string): string {
  const hash = createHash('sha256').update(`${role}\n${text.slice(0, MAX_TEXT)}`);
  return hash.digest('base64url').slice(0, 22);
}

/** The record starts with a line end, so that it is separate from a previous line that was cut off. */
export function lineOf(record: MetadataRecord): string {
  return `\n${JSON.stringify(record)}`;
}

export function sizeOf(record: MetadataRecord): number {
  return lineOf(record).length;
}

/** Null for a line that is not a record, such as one that was cut off. */
export function parseLine(line: string): MetadataRecord | null {
  try {
    const result = v.safeParse(recordSchema, JSON.parse(line));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
