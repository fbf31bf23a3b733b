// The short sequences of characters in a text, and a filter that finds them in a few bytes. Every sequence of
// a query occurs in each text that contains the query, so a filter may let too much pass but never misses anything.

/** A gram is a number below this: three ASCII characters exactly, and any other sequence by its hash. */
const GRAMS = 2 ** 21;
const ASCII = 0x80;
const BITS_PER_GRAM = 8;
/**
 * Bytes of a filter for each byte of text. Text with hardly any repeated sequence, such as random digits, gets a filter
 * that lets more pass.
 */
const MAX_SHARE = 0.12;

/**
 * Visits three ASCII characters in a row, and other characters alone and with each neighbor, because one of them can be
 * a word.
 */
function visitGrams(folded: string, visit: (gram: number) => void): void {
  let before = -1;
  let last = -1;
  for (let at = 0; at < folded.length; at++) {
    const unit = folded.charCodeAt(at);
    if (unit < ASCII && last < ASCII) {
      if (before >= 0 && before < ASCII) visit(before | (last << 7) | (unit << 14));
    } else {
      if (unit >= ASCII) visit(spread(unit));
      if (last >= 0) visit(spread(last * 0x10000 + unit));
    }
    before = last;
    last = unit;
  }
}

function spread(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 11;
}

/** The grams of all texts that were added since it was last emptied. */
export class GramSet {
  readonly #seen = new Uint32Array(GRAMS / 32);
  #count = 0;
  #bytes = 0;

  /** `folded`: by `foldText`. */
  add(folded: string): void {
    this.#bytes += Buffer.byteLength(folded);
    visitGrams(folded, (gram) => {
      const bit = 1 << (gram & 31);
      const at = gram >>> 5;
      if (this.#seen[at]! & bit) return;
      this.#seen[at]! |= bit;
      this.#count += 1;
    });
  }

  /** Returns the filter of what was added, and starts over. */
  takeFilter(): Buffer {
    const size = Math.ceil(Math.min((this.#count * BITS_PER_GRAM) / 8, this.#bytes * MAX_SHARE));
    const filter = Buffer.alloc(size);
    if (size > 0) this.#fill(filter);
    this.#seen.fill(0);
    this.#count = 0;
    this.#bytes = 0;
    return filter;
  }

  #fill(filter: Buffer): void {
    for (const [at, word] of this.#seen.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) {
        const gram = at * 32 + 31 - Math.clz32(rest & -rest);
        for (const place of placesOf(gram, filter.length)) filter[place >>> 3]! |= 1 << (place & 7);
      }
    }
  }
}

/** Returns the grams of a folded query. Empty for one that is too short to exclude any text. */
export function gramsOf(folded: string): number[] {
  const grams = new Set<number>();
  visitGrams(folded, (gram) => void grams.add(gram));
  return [...grams];
}

/** Returns false if none of this filter's texts contains the query with these grams. */
export function mayContain(filter: Uint8Array, grams: readonly number[]): boolean {
  if (filter.length === 0) return grams.length === 0;
  return grams.every((gram) =>
    placesOf(gram, filter.length).every((place) => (filter[place >>> 3]! & (1 << (place & 7))) !== 0),
  );
}

function placesOf(gram: number, bytes: number): [number, number] {
  const first = Math.imul(gram + 1, 0x9e3779b1) >>> 0;
  const second = Math.imul(first ^ (first >>> 15), 0x2c1b3c6d) >>> 0;
  return [first % (bytes * 8), ((second ^ (second >>> 13)) >>> 0) % (bytes * 8)];
}
