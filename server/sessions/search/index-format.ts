// The bytes of one index file: the length of a description in JSON, the description, and the filters one after another.
import type { FileIndex } from './index-draft.ts';

/** Raised when grams, filters or the description change, so that older indexes are not used. */
const VERSION = 1;

/** An index, and the state of the file that it describes. */
export interface StampedIndex extends FileIndex {
  /** Its path. */
  file: string;
  dev: number;
  ino: number;
  size: number;
  mtimeMs: number;
  /** A digest of both ends of the indexed part. */
  mark: string;
}

type Description = Omit<StampedIndex, 'blocks'> & {
  version: number;
  blocks: [from: number, to: number, position: number, filterBytes: number][];
};

export function encodeIndex({ blocks, ...facts }: StampedIndex): Buffer {
  const description: Description = {
    version: VERSION,
    ...facts,
    blocks: blocks.map(({ from, to, position, filter }) => [from, to, position, filter.length]),
  };
  const text = Buffer.from(JSON.stringify(description));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...blocks.map(({ filter }) => filter)]);
}

/** Returns null for an index of another version or another file. Throws for bytes that are not an index. */
export function decodeIndex(bytes: Buffer, file: string): StampedIndex | null {
  let at = 4 + bytes.readUInt32LE();
  const { version, blocks, ...facts } = JSON.parse(bytes.toString('utf8', 4, at)) as Description;
  if (version !== VERSION || facts.file !== file) return null;
  const decoded = blocks.map(([from, to, position, length]) => {
    const filter = bytes.subarray(at, at + length);
    at += length;
    return { from, to, position, filter };
  });
  if (at !== bytes.length) throw new Error('The index is cut short.');
  return { ...facts, blocks: decoded };
}
