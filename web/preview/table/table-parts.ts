// The parts of a file of values: its text as it is on the page, or its bytes on disk, up to a bound.
import { readParts, type FileSource } from '../read-whole.ts';

/** In bytes. */
const MOST = 100_000_000;

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
  for await (const { body, size } of readParts(source, path, signal)) {
    yield new Uint8Array(await body.arrayBuffer());
    read += body.size;
    if (read >= MOST && read < size) return { isCut: true };
  }
  return { isCut: false };
}
