// Finds places in files in plain text, such as `src/app.ts:12` in a sentence. A line number is required, because a name
// alone is more often an ordinary word.
import { parseFilePlace, type FilePlace } from './file-place.ts';

export type TextPart = { text: string; place?: undefined } | { text: string; place: FilePlace };

const CANDIDATE = /[^\s()<>[\]{}"'`,;|]+\.[A-Za-z]\w{0,9}(?::\d{1,6}(?:[:-]\d{1,6})?|#L\d{1,6})/g;

export function textParts(text: string, workspace: string): TextPart[] {
  if (!text.includes(':') && !text.includes('#L')) return [{ text }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const place = parseFilePlace(found, workspace);
    if (!place) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: found, place });
    end = index + found.length;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) });
  return parts;
}
