// The parts of a file of values: its text as it is on the page, or its bytes on disk, up to a bound.
import { readParts, type FileSource } from '../read-whole.ts';

/** In bytes. */
const MOST = 100_000_000;
/** In bytes: more than fits on a screen, which is then there before the rest is read. */
const FIRST = 128 * 1024;

/** `text`: null to read the file from disk. */
export async function* tableParts(
  { path, text }: { path: string; text: string | null },
  source: FileSource,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer> | string, { isCut: boolean }, undefined> {
  if (text !== null) {
    yield text;
    return { isCut: false };
  }
  let read = 0;
  for await (const { response, size } of readParts(source, path, { signal, first: FIRST })) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    // The receiver takes over the bytes.
    read += bytes.length;
    yield bytes;
    if (read >= MOST && read < size) return { isCut: true };
  }
  return { isCut: false };
}
