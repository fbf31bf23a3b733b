// Names of files whose bytes are not UTF-8. In a string, each byte that does not fit is one lone surrogate, as in
// Python's `surrogateescape`, so the string can be turned back into the same bytes.
import { isUtf8 } from 'node:buffer';

const FIRST = 0xdc00;

export function nameFromBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  let name = '';
  for (let at = 0; at < bytes.length;) {
    const length = [1, 2, 3, 4].find(
      (count) => at + count <= bytes.length && isUtf8(bytes.subarray(at, at + count)),
    );
    name += length ? bytes.toString('utf8', at, at + length) : String.fromCharCode(FIRST + bytes[at]!);
    at += length ?? 1;
  }
  return name;
}

/** Returns the bytes of a name or path that `nameFromBytes` made, or of any other. */
export function bytesOfName(name: string): Buffer {
  if (name.isWellFormed()) return Buffer.from(name);
  return Buffer.concat(
    Array.from(name, (char) => (isByte(char) ? Buffer.of(char.charCodeAt(0) - FIRST) : Buffer.from(char))),
  );
}

/** Returns the name for the user: `caf\xe9.txt`. */
export function showName(name: string): string {
  if (name.isWellFormed()) return name;
  return Array.from(name, (char) =>
    isByte(char) ? `\\x${(char.charCodeAt(0) - FIRST).toString(16)}` : char,
  ).join('');
}

/** Whether it is a lone surrogate, since iterating a string yields pairs as one. */
function isByte(char: string): boolean {
  return char.length === 1 && !char.isWellFormed();
}
