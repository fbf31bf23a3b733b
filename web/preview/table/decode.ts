// Decodes text of unknown encoding that arrives in parts. Pure.

/** An encoding as TextDecoder names it. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Returns the encoding of a file that begins with these bytes: by its mark, its zero bytes, or as valid UTF-8. */
export function guessEncoding(start: Uint8Array): Encoding {
  const [a, b] = start;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const head = start.subarray(0, 4000);
  // Most letters in a table are Latin, which have a zero byte in UTF-16.
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1;
  if (zeros[1]! > head.length / 5) return 'utf-16le';
  if (zeros[0]! > head.length / 5) return 'utf-16be';
  return isUtf8(start) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // With `stream`, a letter may go on in the next part.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

export class PartDecoder {
  #decoder: TextDecoder | null = null;
  /** Whether there were only letters of ASCII, which are the same in UTF-8 and in Windows-1252. */
  #isPlain = true;
  /** Null until the first part. */
  encoding: Encoding | null = null;

  /** Returns the text without a byte order mark. */
  decode(bytes: Uint8Array): string {
    if (!this.#decoder) this.#start(guessEncoding(bytes));
    else if (this.#isPlain && this.encoding === 'utf-8' && !isUtf8(bytes)) this.#start('windows-1252');
    const text = this.#decoder!.decode(bytes, { stream: true });
    this.#isPlain &&= text.length === bytes.length;
    return text;
  }

  #start(encoding: Encoding): void {
    this.#decoder = new TextDecoder((this.encoding = encoding));
  }

  /** Returns what is left of a letter that was cut off. */
  end(): string {
    return this.#decoder?.decode() ?? '';
  }
}
