// Rewrites output so that the screen keeps what it got. A run has no person at its terminal: a program that clears the
// screen, scrolls a part of it or forgets to end a title would only hide lines from the reader. Text and colors pass
// unchanged, and so does what redraws a progress bar: carriage returns, erased lines, and steps upwards.

const ESC = 0x1b;
const BEL = 0x07;
const LF = 0x0a;
const CAN = 0x18;
const SUB = 0x1a;
/** In UTF-8 the controls U+0080 to U+009F, which xterm reads like `ESC @` to `ESC _`, begin with this byte. */
const C1_LEAD = 0xc2;

/** The most bytes of a title or another string that is not shown. After them, or at a line feed, text begins again. */
const MAX_STRING = 16_384;
/** A longer sequence of parameters is not one. */
const MAX_SEQUENCE = 256;
/** A step upwards by so many rows is a way to go to the top. */
const TO_THE_TOP = 100;

/** Pushes the rows above the cursor out of the screen, and goes to the top of what is then an empty screen. */
const NEW_PAGE = '\x1b[2J\x1b[H';
const STRING_END = '\x1b\\';

/** Sequences of the form `ESC x` that hide lines: the top line scrolls down, and the test pattern. */
const HIDING_ESCAPES = /^(?:M|#8)$/;
/** Regions, scrolling, inserted and deleted lines, shifted columns, and the mode in which text moves other text. */
const HIDING_CSI = /^\[(?:[\d;]*[rSTLM^]|[\d;]*\x20[@A]|[\d;]*(?<!\d)4[hl])$/;

export class KeptLines {
  readonly #mark: string;
  /** The beginning of a sequence whose end has not arrived. */
  #held = new Uint8Array(0);
  /** How many bytes of a string have passed; null outside of strings. */
  #stringBytes: number | null = null;
  /** Whether letters are shown as lines. */
  #isGraphics = false;
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
    const input = this.#held.length > 0 ? join([this.#held, bytes]) : bytes;
    this.#held = new Uint8Array(0);
    this.#parts = [];
    let at = 0;
    while (at < input.length)
      at = this.#stringBytes === null ? this.#readText(input, at) : this.#readString(input, at);
    return this.#parts.length === 1 ? this.#parts[0]! : join(this.#parts);
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
      this.#emit('\x1b(B');
      this.#passText(input.subarray(from, from + 1));
      return from + 1;
    }
    return this.#readSequence(input, from);
  }

  /** Returns the position of the next sequence, or of a line feed that ends a line of graphics. */
  #endOfText(input: Uint8Array, from: number): number {
    let end = input.indexOf(ESC, from);
    if (end === -1) end = input.length;
    for (let at = input.indexOf(C1_LEAD, from); at !== -1 && at < end; at = input.indexOf(C1_LEAD, at + 1))
      if (at + 1 === input.length || isC1(input[at + 1]!)) end = at;
    if (!this.#isGraphics) return end;
    const line = input.indexOf(LF, from);
    return line === -1 ? end : Math.min(line, end);
  }

  #readSequence(input: Uint8Array, from: number): number {
    const isC1Pair = input[from] === C1_LEAD;
    const start = from + (isC1Pair ? 2 : 1);
    // The letter after ESC. Controls in the middle of a sequence are rare; xterm is left to deal with them.
    const letter = isC1Pair ? input[from + 1]! - 0x40 : input[from + 1];
    if (isC1Pair ? from + 1 >= input.length : letter === undefined) return this.#hold(input, from);
    const bodyAt = isC1Pair ? start : start + 1;
    if (letter! < 0x20) {
      this.#pass(input.subarray(from, from + 1));
      return from + 1;
    }
    const kind = String.fromCharCode(letter!);
    if ('PX]^_'.includes(kind)) {
      this.#stringBytes = 0;
      this.#pass(input.subarray(from, bodyAt));
      return bodyAt;
    }
    const end = kind === '[' ? endOfCsi(input, bodyAt) : endOfEscape(input, bodyAt - 1, isC1Pair);
    if (end === -1 && input.length - from < MAX_SEQUENCE) return this.#hold(input, from);
    if (end === -1) {
      this.#pass(input.subarray(from, bodyAt));
      return bodyAt;
    }
    const body = String.fromCharCode(...input.subarray(bodyAt, end));
    this.#handle(`${kind}${body}`, input.subarray(from, end));
    return end;
  }

  /** `sequence`: what follows ESC. `raw`: all of it as bytes, perhaps with an 8-bit control in place of ESC. */
  #handle(sequence: string, raw: Uint8Array): void {
    if (sequence === 'c') return this.#clear('\x1b[!p\x1b(B');
    if (HIDING_ESCAPES.test(sequence) || HIDING_CSI.test(sequence)) return;
    const [, charset] = /^[()*+](.)$/.exec(sequence) ?? [];
    if (charset !== undefined) this.#isGraphics = charset === '0';
    const [, parameters = '', final = ''] = /^\[([\d;?]*)([A-Za-z])$/.exec(sequence) ?? [];
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
    this.#isMoved ||= /[ABEFHdfu]/.test(final) || sequence === '8';
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
    this.#endsLine = true;
  }

  #passText(text: Uint8Array): void {
    this.#place();
    this.#hasText = true;
    this.#endsLine = text.at(-1) === LF;
    this.#hasLines ||= text.includes(LF);
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

function isC1(byte: number): boolean {
  return byte >= 0x80 && byte <= 0x9f;
}

function isEndOfString(byte: number): boolean {
  return byte === ESC || byte === BEL || byte === LF || byte === CAN || byte === SUB;
}

/** Whether a sequence places the cursor in the first row. */
function goesToTop(final: string, row: number): boolean {
  if (/[Hfd]/.test(final)) return row <= 1;
  return /[AF]/.test(final) && row >= TO_THE_TOP;
}

/** Returns the position after the last byte of `ESC [ ...`, or -1 if it is not there yet. */
function endOfCsi(input: Uint8Array, from: number): number {
  const most = Math.min(input.length, from + MAX_SEQUENCE);
  for (let at = from; at < most; at++) if (input[at]! >= 0x40 && input[at]! <= 0x7e) return at + 1;
  return -1;
}

/** Returns the position after the last byte of `ESC ( B` or `ESC 7`, or -1 if it is not there yet. */
function endOfEscape(input: Uint8Array, letterAt: number, isC1Pair: boolean): number {
  if (isC1Pair) return letterAt + 1;
  let at = letterAt;
  while (at < input.length && input[at]! >= 0x20 && input[at]! <= 0x2f) at += 1;
  return at < input.length ? at + 1 : -1;
}

/** Returns the parameters of a style without the one that makes text invisible. */
function withoutConcealment(parameters: string): string {
  if (!/(?:^|;)0*8(?:;|$)/.test(parameters)) return parameters;
  const kept: string[] = [];
  const values = parameters.split(';');
  for (let at = 0; at < values.length; at++) {
    const value = Number(values[at]);
    // 38;5;n, 38;2;r;g;b and the same for other colors: what follows is not a style.
    if ((value === 38 || value === 48 || value === 58) && /^0*[25]$/.test(values[at + 1] ?? '')) {
      const length = Number(values[at + 1]) === 5 ? 3 : 5;
      kept.push(...values.slice(at, at + length));
      at += length - 1;
    } else if (value !== 8) kept.push(values[at]!);
  }
  return kept.join(';');
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
