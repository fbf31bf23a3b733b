// Inserts the script that talks to the page into HTML, without waiting for all of it.
import { Transform, type TransformCallback } from 'node:stream';

/** How far the head is looked for, in bytes. Later, the script comes first in what is there. */
const LOOKED_AT = 64 * 1024;

/** Before these, a script would change how the browser reads the page (no doctype: quirks mode). */
const HEAD = /<head(?:\s[^>]*)?>/i;
const BEFORE = /^\uFEFF?(?:\s|<!--[^]*?-->)*(?:<!doctype[^>]*>)?(?:\s|<!--[^]*?-->)*(?:<html(?:\s[^>]*)?>)?/i;

export class ScriptInserter extends Transform {
  readonly #tag: string;
  #held: Buffer | null = Buffer.alloc(0);

  /** `address`: of the script. */
  constructor(address: string) {
    super();
    this.#tag = `<script src="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></script>`;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#held === null) return done(null, chunk);
    this.#held = Buffer.concat([this.#held, chunk]);
    const isWhole = this.#held.length >= LOOKED_AT || HEAD.test(this.#held.toString('latin1'));
    done(null, isWhole ? this.#release() : undefined);
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#held === null ? undefined : this.#release());
  }

  #release(): Buffer {
    const held = this.#held!;
    this.#held = null;
    // Two bytes for each letter: no tag of one byte each fits in.
    const isUtf16 = (held[0] === 0xfe && held[1] === 0xff) || (held[0] === 0xff && held[1] === 0xfe);
    if (isUtf16) return held;
    const at = placeIn(held.toString('latin1'));
    return Buffer.concat([held.subarray(0, at), Buffer.from(this.#tag), held.subarray(at)]);
  }
}

/** Returns the offset for a script: at the start of the head, or before everything that may have none. `html`: Latin-1. */
export function placeIn(html: string): number {
  const head = HEAD.exec(html.slice(0, LOOKED_AT));
  if (head) return head.index + head[0].length;
  // The mark of UTF-8 is three characters here.
  const mark = html.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
  return mark + (BEFORE.exec(html.slice(mark, LOOKED_AT))?.[0].length ?? 0);
}
