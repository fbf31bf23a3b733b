// Reads the text of a user's message from a line of a session file, however long its images make the line.
import { parseEntry } from '../../shared/pi/session-parse.ts';
import type { ScannedLine } from './line-scan.ts';

/** A user message longer than this contains images, and is not parsed for its text. */
const MAX_PARSED_BYTES = 256 * 1024;

/** Returns the text of a line with a message of the user; empty for any other line. */
export function userTextOf(line: ScannedLine): string {
  if (line.length > MAX_PARSED_BYTES || line.head.length < line.length) return leadingText(line.head);
  // Only the text is needed, so for version 1 the position does not matter.
  const entry = parseEntry(line.head.toString(), { version: 1, position: 1, parentPosition: 0, line: 0 });
  if (entry?.type !== 'message' || entry.message.role !== 'user') return '';
  const { content } = entry.message;
  if (typeof content === 'string') return content;
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join(' ');
}

/** Returns the first text of a message that is too large to parse, because pi writes the text before the images. */
function leadingText(head: Buffer): string {
  const start = head.toString('utf8', 0, 4096);
  const text =
    /"content":(?:\[\{"type":"text","text":)?"((?:[^"\\\p{Cc}]|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt])*)/u.exec(
      start,
    )?.[1];
  return text === undefined ? '' : (JSON.parse(`"${text}"`) as string);
}
