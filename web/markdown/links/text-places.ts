// Finds places in files in plain text, such as `src/app.ts:12` in a sentence, and mentions of files, such as `@src/app.ts`
// or `@"my notes.md"`. Without the `@`, a line number is required, because a name alone is more often an ordinary word.
import { parseFilePlace, type FilePlace } from './file-place.ts';

export type TextPart = { text: string; place?: undefined } | { text: string; place: FilePlace };

const CANDIDATE =
  /(?<![^\s(])@(?:"(?<quoted>[^"\n]+)"|(?<mention>[^\s"@,;()<>]*[^\s"@,;()<>.:!?]))|[^\s()<>[\]{}"'`,;|]+\.[A-Za-z]\w{0,9}(?::\d{1,6}(?:[:-]\d{1,6})?|#L\d{1,6})/g;

export function textParts(text: string, workspace: string): TextPart[] {
  if (!/[:@]|#L/.test(text)) return [{ text }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of text.matchAll(CANDIDATE)) {
    const place = groups?.quoted
      ? quotedPlace(groups.quoted, workspace)
      : parseFilePlace(groups?.mention ?? found, workspace);
    if (!place) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: found, place });
    end = index + found.length;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) });
  return parts;
}

/** Only a quoted path may contain spaces. */
function quotedPlace(quoted: string, workspace: string): FilePlace | null {
  const place = parseFilePlace(quoted.replaceAll(' ', '\0'), workspace);
  return place && { ...place, path: place.path.replaceAll('\0', ' ') };
}
