// Writes to files that stay the same files.
import type { FileHandle } from 'node:fs/promises';

/** Makes this the whole content, on disk. A crash meanwhile leaves a mixture of the old and the new content. */
export async function setContent(file: FileHandle, bytes: Uint8Array): Promise<void> {
  await writeAt(file, 0, bytes);
  await file.truncate(bytes.length);
  await file.sync();
}

/** Writes all bytes. If the disk takes only a part, the next write throws the reason, such as a full disk. */
export async function writeAt(file: Pick<FileHandle, 'write'>, at: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}
