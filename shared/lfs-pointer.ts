// The pointers that git-lfs stores in git in place of files (its specification, version 1).

export interface LfsPointer {
  /** The SHA-256 of the file's content, in hex. */
  oid: string;
  /** In bytes. */
  size: number;
}

/** A longer text is not a pointer. */
export const MAX_POINTER = 1024;
const VERSION =
  /^version (?:https:\/\/git-lfs\.github\.com\/spec\/v1|https:\/\/hawser\.github\.com\/spec\/v1|http:\/\/git-media\.io\/v\/2)\n/;

/** Returns null for every other text, and for a pointer whose content an extension of git-lfs has changed. */
export function parsePointer(text: string): LfsPointer | null {
  if (text.length > MAX_POINTER || !VERSION.test(text) || /^ext-/m.test(text)) return null;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d{1,15})$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? null : { oid, size: Number(size) };
}
