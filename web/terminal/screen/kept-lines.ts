// Rewrites output so that the screen keeps what it got. A run has no person at its terminal: a program that clears the
// screen, scrolls a part of it or forgets to end a title would only hide lines from the reader. Text and colors pass
// unchanged, and so does what redraws a progress bar: carriage returns, erased lines, and steps upwards.

import { joinedBytes } from '../../lib/joined-bytes.ts';
import { endOfSequence, goesToTop, isC1, isEndOfString, withoutConcealment } from './control-sequences.ts';

const ESC = 0x1b;
const LF = 0x0a;
/** Shifts in the charset G1. */
const SO = 0x0e;
/** In UTF-8 the controls U+0080 to U+009F, which xterm reads like `ESC @` to `ESC _`, begin with this byte. */
const C1_LEAD = 0xc2;

/** The most bytes of a title or another string that is not shown. After them, or at a line feed, text begins again. */
const MAX_STRING = 16_384;

/** Pushes the rows above the cursor out of the screen, and goes to the top of what is then an empty screen. */
const NEW_PAGE = '\x1b[2J\x1b[H';
const STRING_END = '\x1b\\';

/** Sequences of the form `ESC x` that hide lines: the top line scrolls down, and the test pattern. */
const HIDING_ESCAPES = /^(?:M|#8)$/;
/** Regions, scrolling, inserted and deleted lines and columns, and the mode in which text moves other text. */
const HIDING_CSI = /^\[(?:[\d;]*[rSTLM^]|[\d;]*(?:\x20[@A]|'[}~])|[\d;]*(?<!\d)4[hl])$/;
const SAVE_CURSOR = /^(?:7|\[s|\[\?(?:\d+;)*1048(?:;\d+)*h)$/;
const RESTORE_CURSOR = /^(?:8|\[u|\[\?(?:\d+;)*1048(?:;\d+)*l)$/;
/** G0, or another charset in its place. */
const LOCKING_SHIFTS = /^[no]$/;
/** Back to G0, with the letters of ASCII. */
const PLAIN_LETTERS = '\x0f\x1b(B';

export class KeptLines {
  readonly #mark: string;
  /** The beginning of a sequence whose end has not arrived. */
  #held = new Uint8Array(0);
  /** How many bytes of a string have passed; null outside of strings. */
  #stringBytes: number | null = null;
  /** Whether letters are shown as other signs. */
  #isGraphics = false;
  /** Whether a line has ended since the cursor was saved, or it was never saved. */
  #hasLinesSinceSave = true;
  /** Whether there has been text since the screen was last empty. */
  #hasText = false;
  #endsLine = true;
  /** Whether the cursor may be above the last line of text. */
  #isMoved = false;
  /** Whether a line has ended since the cursor was last placed. */
  #hasLines = false;
  /** Places the cursor where it could hide text. It waits until it is known whether the screen is also cleared. */
  #placing: Uint8Array | null = null;
  #parts: Uint8Array[] = [];

  /** `mark`: the line that takes the place of a cleared screen. */
  constructor(mark: string) {
    this.#mark = mark;
  }

  /** Returns what the terminal gets for the next bytes of the output. */
  rewrite(bytes: Uint8Array): Uint8Array {
    const input = this.#held.length > 0 ? joinedBytes([this.#held, bytes]) : bytes;
    this.#held = new Uint8Array(0);
    this.#parts = [];
    let at = 0;
    while (at < input.length)
      at = this.#stringBytes === null ? this.#readText(input, at) : this.#readString(input, at);
    return this.#parts.length === 1 ? this.#parts[0]! : joinedBytes(this.#parts);
  }

  /** Returns where to continue. */
  #readText(input: Uint8Array, from: number): number {
    const end = this.#endOfText(input, from);
    if (end > from) {
      this.#passText(input.subarray(from, end));
      return end;
    }
    if (input[from] === LF) {
      this.#isGraphics = false;
      this.#emit(PLAIN_LETTERS);
      this.#passText(input.subarray(from, from + 1));
      return from + 1;
    }
    if (input[from] === SO) {
      this.#isGraphics = true;
      this.#pass(input.subarray(from, from + 1));
      return from + 1;
    }
    return this.#readSequence(input, from);
  }

  /** Returns the position of the next sequence or shift, or of a line feed that ends a line of graphics. */
  #endOfText(input: Uint8Array, from: number): number {
    let end = input.indexOf(ESC, from);
    if (end === -1) end = input.length;
    for (let at = input.indexOf(C1_LEAD, from); at !== -1 && at < end; at = input.indexOf(C1_LEAD, at + 1))
      if (at + 1 === input.length || isC1(input[at + 1]!)) end = at;
    const stops = this.#isGraphics ? [SO, LF] : [SO];
    const text = input.subarray(from, end);
    return from + Math.min(text.length, ...stops.map((stop) => text.indexOf(stop)).filter((at) => at !== -1));
  }

  #readSequence(input: Uint8Array, from: number): number {
    const isC1Pair = input[from] === C1_LEAD;
    const start = from + (isC1Pair ? 2 : 1);
    // The letter after ESC.
    const letter = isC1Pair ? input[from + 1]! - 0x40 : input[from + 1];
    if (isC1Pair ? from + 1 >= input.length : letter === undefined) return this.#hold(input, from);
    const bodyAt = isC1Pair ? start : start + 1;
    // xterm would take the next letter of the text instead.
    if (letter! < 0x20 || letter! > 0x7e) return from + 1;
    const kind = String.fromCharCode(letter!);
    if ('PX]^_'.includes(kind)) {
      this.#stringBytes = 0;
      this.#pass(input.subarray(from, bodyAt));
      return bodyAt;
    }
    const end = endOfSequence(input, { kind, bodyAt, isC1Pair });
    if (end === null) return this.#hold(input, from);
    if (end.isBroken) return end.at;
    const body = String.fromCharCode(...input.subarray(bodyAt, end.at));
    this.#handle(`${kind}${body}`, input.subarray(from, end.at));
    return end.at;
  }

  /** `sequence`: what follows ESC. `raw`: all of it as bytes, perhaps with an 8-bit control in place of ESC. */
  #handle(sequence: string, raw: Uint8Array): void {
    if (sequence === 'c') return this.#clear('\x1b[!p\x1b(B');
    if (HIDING_ESCAPES.test(sequence) || HIDING_CSI.test(sequence)) return;
    const isRestore = RESTORE_CURSOR.test(sequence);
    if (isRestore && this.#hasLinesSinceSave) return;
    // A soft reset forgets the place.
    if (SAVE_CURSOR.test(sequence) || sequence === '[!p') this.#hasLinesSinceSave = sequence === '[!p';
    if (/^\([^B]$/.test(sequence) || LOCKING_SHIFTS.test(sequence)) this.#isGraphics = true;
    const [, parameters = '', final = ''] = /^\[([\d;:?]*)([A-Za-z])$/.exec(sequence) ?? [];
    if (final === 'J') return this.#erase(parameters.replace('?', ''), raw);
    const [row = 0] = parameters.split(';').map(Number);
    const isAtTop = goesToTop(final, row);
    if (isAtTop ? this.#hasText : /[Hfd]/.test(final) && this.#hasLines) {
      this.#placing = raw.slice();
      return;
    }
    this.#place();
    if (final === 'm') {
      const visible = withoutConcealment(parameters);
      if (visible === parameters) this.#pass(raw);
      else if (visible !== '') this.#emit(`\x1b[${visible}m`);
      return;
    }
    this.#isMoved ||= /[ABEFHdfu]/.test(final) || isRestore;
    this.#pass(raw);
  }

  #erase(what: string, raw: Uint8Array): void {
    // 2: the screen, 3: what has left it. `ESC [ J` behind a new place for the cursor is a way to clear it, too.
    const isBelow = /^0?$/.test(what);
    if (what === '2' || (isBelow && this.#placing)) this.#clear();
    else if (isBelow) this.#pass(raw);
    // Erasing what is above the cursor only hides lines, and so does forgetting the lines that have left the screen.
  }

  /** Says that the screen was cleared, and continues below what it showed. `reset`: sequences that come with it. */
  #clear(reset = ''): void {
    this.#placing = null;
    if (this.#hasText) {
      // Below the last line, or in the last row if the cursor may be anywhere.
      const place = this.#isMoved ? '\x1b[999;1H\r\n' : this.#endsLine ? '\r' : '\r\n';
      this.#emit(`${place}\x1b[0;2m${this.#mark}\x1b[0m\r\n${NEW_PAGE}`);
    }
    if (reset) this.#emit(reset);
    this.#startPage();
  }

  /** Places the cursor, on a new page, if that is still to be done. */
  #place(): void {
    const placing = this.#placing;
    if (!placing) return;
    this.#placing = null;
    this.#emit(NEW_PAGE);
    this.#startPage();
    this.#pass(placing);
    this.#isMoved = true;
  }

  #startPage(): void {
    this.#hasText = this.#hasLines = this.#isMoved = false;
    this.#endsLine = this.#hasLinesSinceSave = true;
  }

  #passText(text: Uint8Array): void {
    this.#place();
    this.#hasText = true;
    this.#endsLine = text.at(-1) === LF;
    const hasLine = text.includes(LF);
    this.#hasLines ||= hasLine;
    this.#hasLinesSinceSave ||= hasLine;
    this.#pass(text);
  }

  #readString(input: Uint8Array, from: number): number {
    const room = MAX_STRING - this.#stringBytes!;
    const most = Math.min(input.length, from + room);
    let at = from;
    while (at < most && !isEndOfString(input[at]!)) at += 1;
    const end = input[at];
    this.#pass(input.subarray(from, at));
    this.#stringBytes! += at - from;
    if (at === input.length && at < from + room) return at;
    this.#stringBytes = null;
    // ESC begins the end, or another sequence; xterm ends the string there, too.
    if (end === ESC && at < most) return at;
    if (at < most && end !== LF) {
      this.#pass(input.subarray(at, at + 1));
      return at + 1;
    }
    this.#emit(STRING_END);
    return at;
  }

  #hold(input: Uint8Array, from: number): number {
    this.#held = input.slice(from);
    return input.length;
  }

  #pass(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#parts.push(bytes);
  }

  #emit(text: string): void {
    this.#parts.push(new TextEncoder().encode(text));
  }
}
