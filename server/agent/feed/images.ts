// The images of one agent's conversation, so that events and views contain a short reference instead of base64.
import { imageRef } from '../../lib/image-ref.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** Types that every browser shows and that cannot contain scripts. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface StoredImage {
  mimeType: string;
  bytes: Buffer;
}

export class ImageStore {
  readonly #images = new Map<string, StoredImage>();
  readonly #maxBytes: number;
  #size = 0;

  /** With more bytes than `maxBytes`, the images that were added longest ago are dropped. */
  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Adds an image and returns its reference, the same for equal images. Null for a type that is not shown, or if it is
   * too big.
   */
  add(mimeType: string, base64: string): string | null {
    if (!SHOWN.has(mimeType)) return null;
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.length === 0 || bytes.length > this.#maxBytes) return null;
    const ref = imageRef(mimeType, bytes);
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
