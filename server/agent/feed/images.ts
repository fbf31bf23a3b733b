import { createHash } from 'node:crypto';

const MAX_BYTES = 64 * 1024 * 1024;
/** What every browser shows and what cannot carry script. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface StoredImage {
  mimeType: string;
  bytes: Buffer;
}

/** The pictures of one agent's conversation, so that events and views carry a short reference instead of base64. */
export class ImageStore {
  readonly #images = new Map<string, StoredImage>();
  readonly #maxBytes: number;
  #size = 0;

  /** `maxBytes`: when there are more, those put in longest ago go. */
  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** The reference of the picture: the same for the same picture. Null when it is of no kind that is shown, or too big. */
  put(mimeType: string, base64: string): string | null {
    if (!SHOWN.has(mimeType)) return null;
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length === 0 || bytes.length > this.#maxBytes) return null;
    const ref = createHash('sha256').update(mimeType).update(bytes).digest('hex').slice(0, 32);
    this.#drop(ref);
    this.#images.set(ref, { mimeType, bytes });
    this.#size += bytes.length;
    for (const oldest of this.#images.keys()) {
      if (this.#size <= this.#maxBytes) break;
      this.#drop(oldest);
    }
    return ref;
  }

  get(ref: string): StoredImage | undefined {
    return this.#images.get(ref);
  }

  #drop(ref: string): void {
    this.#size -= this.#images.get(ref)?.bytes.length ?? 0;
    this.#images.delete(ref);
  }
}
