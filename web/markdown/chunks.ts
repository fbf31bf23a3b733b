// Divides a growing list into chunks. A chunk whose elements are the same stays the same array, so that an update of
// the page looks only at the last chunk instead of at thousands of elements.

const CHUNK = 50;

export class Chunks<T> {
  #chunks: readonly (readonly T[])[] = [];

  of(all: readonly T[]): readonly (readonly T[])[] {
    const before = this.#chunks;
    this.#chunks = Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, at) => {
      const known = before[at];
      const from = at * CHUNK;
      const length = Math.min(CHUNK, all.length - from);
      const isSame = known?.length === length && known.every((element, i) => element === all[from + i]);
      return isSame ? known : all.slice(from, from + length);
    });
    return this.#chunks;
  }
}
