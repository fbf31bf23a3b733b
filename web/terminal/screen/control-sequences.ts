// How control sequences of terminals are built, and what some of them do.

const ESC = 0x1b;
const BEL = 0x07;
const LF = 0x0a;
const CAN = 0x18;
const SUB = 0x1a;

/** A longer sequence of parameters is not one. */
const MAX_SEQUENCE = 256;
/** A step upwards by so many rows is a way to go to the top. */
const TO_THE_TOP = 100;

export function isC1(byte: number): boolean {
  return byte >= 0x80 && byte <= 0x9f;
}

export function isEndOfString(byte: number): boolean {
  return byte === ESC || byte === BEL || byte === LF || byte === CAN || byte === SUB;
}

/** Whether a sequence places the cursor in the first row. */
export function goesToTop(final: string, row: number): boolean {
  if (/[Hfd]/.test(final)) return row <= 1;
  return /[AF]/.test(final) && row >= TO_THE_TOP;
}

export interface SequenceEnd {
  /** The position after the last byte, or of the first one that does not belong to the sequence. */
  at: number;
  /** Whether another byte came before the last one, so that nothing was said. */
  isBroken: boolean;
}

/** Returns where a sequence ends, or null if the end is not there yet. `kind`: the letter after ESC. */
export function endOfSequence(
  input: Uint8Array,
  { kind, bodyAt, isC1Pair }: { kind: string; bodyAt: number; isC1Pair: boolean },
): SequenceEnd | null {
  if (kind === '[') return endOf(input, { from: bodyAt, middle: [0x20, 0x3f], last: [0x40, 0x7e] });
  if (isC1Pair) return { at: bodyAt, isBroken: false };
  return endOf(input, { from: bodyAt - 1, middle: [0x20, 0x2f], last: [0x30, 0x7e] });
}

interface Bytes {
  from: number;
  middle: readonly [number, number];
  last: readonly [number, number];
}

function endOf(input: Uint8Array, { from, middle, last }: Bytes): SequenceEnd | null {
  let at = from;
  while (at < input.length && input[at]! >= middle[0] && input[at]! <= middle[1]) at += 1;
  if (at - from > MAX_SEQUENCE) return { at, isBroken: true };
  const byte = input[at];
  if (byte === undefined) return null;
  const isBroken = byte < last[0] || byte > last[1];
  return { at: isBroken ? at : at + 1, isBroken };
}

/** Returns the parameters of a style without the one that makes text invisible. */
export function withoutConcealment(parameters: string): string {
  if (!/(?:^|;)0*8(?:[;:]|$)/.test(parameters)) return parameters;
  const kept: string[] = [];
  const values = parameters.split(';');
  for (let at = 0; at < values.length; at++) {
    const value = Number(values[at]!.split(':')[0]);
    const isWhole = values[at]!.includes(':');
    // 38;5;n, 38;2;r;g;b and the same for other colors: what follows is not a style.
    if (!isWhole && (value === 38 || value === 48 || value === 58) && /^0*[25]$/.test(values[at + 1] ?? '')) {
      const length = Number(values[at + 1]) === 5 ? 3 : 5;
      kept.push(...values.slice(at, at + length));
      at += length - 1;
    } else if (value !== 8) kept.push(values[at]!);
  }
  return kept.join(';');
}
