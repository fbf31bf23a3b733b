// One record of the entry metadata as a line of its file.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { LANE_NAMES, laneNamed } from '../../../shared/view/queue.ts';

/** Only this much of a long text identifies it. A view keeps more, so a text that it cut can still be found. */
export const MAX_HASHED = 64 * 1024;

/** The names are those in the file. */
const recordSchema = v.object({
  /** The key of the entry, see `keyOf`. Together with `at` it identifies the entry. */
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
  /** The call id of a user bash command. */
  call: v.optional(v.string()),
  /** The duration of a run in ms. */
  took: v.optional(v.number()),
  /** The bytes that a user bash command printed, because pi's file has only the end of a long output. */
  bytes: v.optional(v.number()),
});
export type MetadataRecord = v.InferOutput<typeof recordSchema>;

export function keyOf(role: 'user' | 'bash' | 'tool', text: string): string {
  const hash = createHash('sha256').update(`${role}\n${text.slice(0, MAX_HASHED)}`);
  return hash.digest('base64url').slice(0, 22);
}

/** Returns the line with a leading newline, so that a line that was cut off before it damages only itself. */
export function lineOf(record: MetadataRecord): string {
  return `\n${JSON.stringify(record)}`;
}

/** Returns the number of bytes. */
export function sizeOf(record: MetadataRecord): number {
  return Buffer.byteLength(lineOf(record));
}

/** Returns null for a line that is not a record, such as one that was cut off. */
export function parseLine(line: string): MetadataRecord | null {
  try {
    const result = v.safeParse(recordSchema, JSON.parse(line));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
