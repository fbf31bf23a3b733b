// The marks with which a shell tells where a prompt, a command and its output begin and end: `ESC ] 133 ; A` and so on.

const ESC = 0x1b;
/** `]133;` */
const REST = [0x5d, 0x31, 0x33, 0x33, 0x3b];

/** Divides output before each mark, so that its place is known when a terminal reads it. Nothing is copied. */
export function splitAtMarks(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(ESC, 1); at !== -1; at = bytes.indexOf(ESC, at + 1)) {
    if (!REST.every((byte, n) => bytes[at + 1 + n] === byte)) continue;
    parts.push(bytes.subarray(from, at));
    from = at;
  }
  return [...parts, bytes.subarray(from)];
}
