// Decodes text without loss, so that two different contents never become the same text.
import { isUtf8 } from 'node:buffer';

/** Added to a byte that is not UTF-8. The result is a lone surrogate, which no valid text contains. */
const LONE_SURROGATE = 0xdc00;

/** Decodes UTF-8. A byte 0xNN that is not UTF-8 becomes the lone surrogate U+DCNN. */
export function losslessText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0a, at) + 1 || bytes.length;
    const line = bytes.subarray(at, end);
    text += isUtf8(line) ? line.toString('utf8') : decodeLine(line);
    at = end;
  }
  return text;
}

function decodeLine(line: Buffer): string {
  let text = '';
  for (let at = 0; at < line.length;) {
    const character = line.subarray(at, at + lengthFrom(line[at]!));
    const isValid = isUtf8(character);
    text += isValid ? character.toString('utf8') : String.fromCharCode(LONE_SURROGATE | line[at]!);
    at += isValid ? character.length : 1;
  }
  return text;
}

/** Returns the number of bytes of a character that begins with this byte. */
function lengthFrom(byte: number): number {
  if (byte < 0xc0) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
