/** Bytes that never change and can be read at any offset, wherever they are kept. */
export interface ByteSource {
  /**
   * From 1 to `max` bytes from `from` on; both are within what the source holds. The bytes are not to be changed.
   * Rejects with a Refusal (410) when they are no longer there.
   */
  read(from: number, max: number): Promise<Uint8Array> | Uint8Array;
}

/** A few bytes in memory. */
export function constantBytes(bytes: Uint8Array): ByteSource {
  return { read: (from, max) => bytes.subarray(from, from + max) };
}
