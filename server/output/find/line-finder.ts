// Finds text in the lines of an output as a terminal shows them, and reports the matching bytes. It receives the output
// in pieces and keeps at most one unfinished line.

import type { Hit } from '../../../shared/searches.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ESCAPE = 0x1b;
/** Lines longer than this are searched in pieces of this size. */
const MAX_LINE_BYTES = 1024 * 1024;
/** Escape sequences, which a terminal does not print: CSI, strings, and those of two characters. */
const SEQUENCE =
  // eslint-disable-next-line no-control-regex
  /\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\x07\x18\x1a\x1b]{0,16384}(?:\x07|\x1b\\)?|[ -/]*[0-~]?)/g;

export class LineFinder {
  readonly #pattern: RegExp;
  #rest = Buffer.alloc(0);
  #next: number;

  /** `pattern` must be global. `from`: the byte of the output at which the first piece, and a line, begins. */
  constructor(pattern: RegExp, from: number) {
    this.#pattern = pattern;
    this.#next = from;
  }

  /** The byte at which the unfinished line begins. */
  get next(): number {
    return this.#next;
  }

  /** Returns the matches in the lines that these bytes complete. */
  add(bytes: Uint8Array): Hit[] {
    const all = Buffer.concat([this.#rest, bytes]);
    const hits: Hit[] = [];
    let from = 0;
    for (;;) {
      const feed = all.indexOf(LINE_FEED, from);
      if (feed === -1 && all.length - from < MAX_LINE_BYTES) break;
      const to = feed === -1 ? all.length : feed;
      this.#findIn(all.subarray(from, to), hits);
      const after = feed === -1 ? to : feed + 1;
      this.#next += after - from;
      from = after;
    }
    this.#rest = all.subarray(from);
    return hits;
  }

  /** Returns the matches in the unfinished line. */
  end(): Hit[] {
    const hits: Hit[] = [];
    this.#findIn(this.#rest, hits);
    return hits;
  }

  #findIn(bytes: Buffer, hits: Hit[]): void {
    const line = bytes.toString();
    const isPlain = !bytes.includes(ESCAPE) && !bytes.includes(CARRIAGE_RETURN);
    const shown = isPlain ? [{ text: line, at: 0 }] : shownParts(line);
    const text = isPlain ? line : shown.map((part) => part.text).join('');
    const isAscii = bytes.length === line.length;
    const byteAt = (index: number): number => (isAscii ? index : Buffer.byteLength(line.slice(0, index)));
    for (const match of text.matchAll(this.#pattern)) {
      // An expression such as `a*` also matches an empty text.
      if (match[0] === '') continue;
      const start = byteAt(indexIn(shown, match.index));
      const end = byteAt(indexIn(shown, match.index + match[0].length - 1) + 1);
      hits.push([this.#next + start, end - start]);
    }
  }
}

/** A visible piece of a line. `at`: its index in the line. */
interface Part {
  text: string;
  at: number;
}

/** Removes escape sequences, and text that the line overwrites after a carriage return. */
function shownParts(line: string): Part[] {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  const start = line.lastIndexOf('\r', end - 1) + 1;
  const parts: Part[] = [];
  let at = start;
  for (const sequence of line.slice(start, end).matchAll(SEQUENCE)) {
    const to = start + sequence.index;
    if (to > at) parts.push({ text: line.slice(at, to), at });
    at = to + sequence[0].length;
  }
  if (end > at) parts.push({ text: line.slice(at, end), at });
  return parts;
}

/** Converts an index in the joined parts to an index in the line. */
function indexIn(parts: readonly Part[], index: number): number {
  let left = index;
  for (const { text, at } of parts) {
    if (left < text.length) return at + left;
    left -= text.length;
  }
  throw new RangeError(`There is no character ${index}.`);
}
