// Converts a file's bytes to text for the editor and back. Unedited parts are written back byte for byte, including a
// BOM and mixed line endings. The text itself has only "\n", because Monaco would unify mixed line endings.
import { diffArrays } from 'diff';

export type Eol = '\n' | '\r\n' | '\r';

export interface FormattedText {
  /** The text without a BOM. Every line ending is "\n". */
  text: string;
  format: TextFormat;
}

export interface TextFormat {
  hasBom: boolean;
  /** The most frequent line ending. */
  eol: Eol;
  /** The ending of each line except the last one. Set only if the line endings are mixed. */
  eols?: Eol[];
}

const BOM = '\ufeff';
const ANY_EOL = /\r\n|\n|\r/g;

/** Returns null if the bytes are not valid UTF-8. */
export function decodeText(bytes: Uint8Array): FormattedText | null {
  let whole: string;
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  return splitFormat(whole);
}

/** Returns the text as `decodeText` would: without a BOM, and with "\n" line endings. */
export function plainText(whole: string): string {
  return splitFormat(whole).text;
}

/** Makes bytes in an unknown encoding readable. The result must never be saved. */
export function decodeLatin1(bytes: Uint8Array): FormattedText {
  return splitFormat(new TextDecoder('windows-1252').decode(bytes));
}

/** Encodes an edited text. `base` is the text before the edits. */
export function encodeText(text: string, base: FormattedText): Uint8Array {
  const { hasBom, eol, eols } = base.format;
  const body = eols ? withOldEols(text, base.text, eols) : text.replaceAll('\n', eol);
  return new TextEncoder().encode((hasBom ? BOM : '') + body);

  function withOldEols(edited: string, old: string, ends: Eol[]): string {
    const lines = edited.split('\n');
    const kept = eolsOfKeptLines(old.split('\n'), lines, ends);
    return lines.map((line, at) => (at < lines.length - 1 ? line + (kept[at] ?? eol) : line)).join('');
  }
}

function splitFormat(whole: string): FormattedText {
  const hasBom = whole.startsWith(BOM);
  const body = hasBom ? whole.slice(1) : whole;
  const eols = body.match(ANY_EOL) as Eol[] | null;
  const eol = mostFrequent(eols ?? []);
  const isMixed = eols?.some((each) => each !== eol) ?? false;
  return {
    text: eol === '\n' && !isMixed ? body : body.replace(ANY_EOL, '\n'),
    format: { hasBom, eol, ...(isMixed && eols && { eols }) },
  };
}

function mostFrequent(eols: Eol[]): Eol {
  const counts: Record<Eol, number> = { '\n': 0, '\r\n': 0, '\r': 0 };
  for (const each of eols) counts[each] += 1;
  const order: Eol[] = ['\n', '\r\n', '\r'];
  return order.sort((a, b) => counts[b] - counts[a])[0]!;
}

/**
 * Returns the line ending that each line had before the edits, and undefined for an added line. A line that was changed
 * in place keeps its line ending.
 */
function eolsOfKeptLines(old: string[], lines: string[], ends: Eol[]): (Eol | undefined)[] {
  const kept: (Eol | undefined)[] = [];
  let from = 0;
  for (const { added, removed, count } of diffArrays(old, lines)) {
    if (removed) from += count;
    else if (added) for (let n = 0; n < count; n++) kept.push(undefined);
    else for (let n = 0; n < count; n++) kept.push(ends[from++]);
  }
  if (old.length === lines.length) return kept.map((end, at) => end ?? ends[at]);
  return kept;
}
