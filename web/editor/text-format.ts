// A file's bytes as text to edit, and back: what was not edited comes back byte for byte (BOM, line ends, also
// mixed ones). The text between has "\n" only, because Monaco would make mixed line ends alike.
import { diffArrays } from 'diff';

export type Eol = '\n' | '\r\n' | '\r';

export interface FormattedText {
  /** Without BOM, every line end a "\n". */
  text: string;
  format: TextFormat;
}

export interface TextFormat {
  hasBom: boolean;
  /** The one, or the most frequent. */
  eol: Eol;
  /** Only where they are mixed: the end of every line but the last. */
  eols?: Eol[];
}

const BOM = '\ufeff';
const ANY_EOL = /\r\n|\n|\r/g;

/** Null for what is no UTF-8. */
export function decodeText(bytes: Uint8Array): FormattedText | null {
  let whole: string;
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  return formatted(whole);
}

/** Bytes in an encoding that nobody knows, so that they can be looked at: never to be saved. */
export function decodeLatin1(bytes: Uint8Array): FormattedText {
  return formatted(new TextDecoder('windows-1252').decode(bytes));
}

/** The bytes of an edited text; `base` is what it was made from. */
export function encodeText(text: string, base: FormattedText): Uint8Array {
  const { hasBom, eol, eols } = base.format;
  const ended = eols ? withOldEnds(text, base.text, eols) : text.replaceAll('\n', eol);
  return new TextEncoder().encode((hasBom ? BOM : '') + ended);

  function withOldEnds(edited: string, old: string, ends: Eol[]): string {
    const lines = edited.split('\n');
    const kept = endsOfKeptLines(old.split('\n'), lines, ends);
    return lines.map((line, at) => (at < lines.length - 1 ? line + (kept[at] ?? eol) : line)).join('');
  }
}

function formatted(whole: string): FormattedText {
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

/** For each new line the end it had before; undefined for new ones. A line changed in its place keeps its end. */
function endsOfKeptLines(old: string[], lines: string[], ends: Eol[]): (Eol | undefined)[] {
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
