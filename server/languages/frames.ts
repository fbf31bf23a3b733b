// The frames of the Language Server Protocol: headers, an empty line, and a body of so many bytes.

/** No header of a server is nearly as long. */
const MAX_HEADER = 8 * 1024;
/** The completions of a large project have a few megabytes. */
const MAX_BODY = 32 * 1024 * 1024;

/** What a program printed is not a frame. */
export class FrameError extends Error {}

export function frame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  /** The length of the body that follows; null within headers. */
  #length: number | null = null;

  /** Returns the bodies that are complete with this chunk. Throws a FrameError, after which nothing can be read. */
  push(chunk: Buffer): string[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const bodies: string[] = [];
    for (;;) {
      if (this.#length === null && !this.#readHeader()) return bodies;
      if (this.#length === null || this.#size < this.#length) return bodies;
      const all = this.#join();
      bodies.push(all.toString('utf8', 0, this.#length));
      this.#replace(all.subarray(this.#length));
      this.#length = null;
    }
  }

  #readHeader(): boolean {
    if (this.#size === 0) return false;
    const all = this.#join();
    const end = all.subarray(0, MAX_HEADER + 4).indexOf('\r\n\r\n');
    if (end === -1) {
      if (all.length > MAX_HEADER) throw new FrameError('it printed text that is not part of the protocol');
      return false;
    }
    this.#length = lengthIn(all.toString('latin1', 0, end));
    this.#replace(all.subarray(end + 4));
    return true;
  }

  /** A body is joined once, when it is complete. */
  #join(): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  #replace(rest: Buffer): void {
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
  }
}

function lengthIn(header: string): number {
  const lengths = header
    .split('\r\n')
    .flatMap((line) => /^content-length:[ \t]*(\d+)[ \t]*$/i.exec(line)?.[1] ?? []);
  const [length] = lengths;
  if (length === undefined || lengths.some((other) => other !== length))
    throw new FrameError('it printed text that is not part of the protocol');
  if (Number(length) > MAX_BODY) throw new FrameError(`it sent a message of ${length} bytes`);
  return Number(length);
}
