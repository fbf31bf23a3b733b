// Inserts the script that talks to the page into HTML, without waiting for all of it.
import { Transform, type TransformCallback } from 'node:stream';

/** How far the head is looked for, in bytes. Later, the script comes first in what is there. */
const LOOKED_AT = 64 * 1024;

/** Before the end of these, a script would change how the browser reads the page (no doctype: quirks mode). */
const BEFORE = /^(?:\s|<!--[^]*?-->)*(?:<!doctype[^>]*>)?(?:\s|<!--[^]*?-->)*(?:<html(?:\s[^>]*)?>)?/i;
const HEAD = /^(?:\s|<!--[^]*?-->)*<head(?:\s[^>]*)?>/i;
/** The beginning of one of these, or of a comment, which the next bytes may complete. */
const UNFINISHED =
  /^(?:\s|<!--[^]*?-->)*(?:<(?:!(?:-(?:-[^]*)?|[a-z][^>]*)?|h(?:e(?:a(?:d(?:\s[^>]*)?)?)?|t(?:m(?:l(?:\s[^>]*)?)?)?)?)?)?$/i;

export class ScriptInserter extends Transform {
  readonly #tag: string;
  #held: Buffer | null = Buffer.alloc(0);

  /** `address`: of the script. `nonce`: by which the policy of the document allows it, if it needs one. */
  constructor(address: string, nonce: string | null = null) {
    super();
    const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const allowed = nonce === null ? '' : ` nonce="${attribute(nonce)}"`;
    this.#tag = `<script${allowed} src="${attribute(address)}"></script>`;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#held === null) return done(null, chunk);
    this.#held = Buffer.concat([this.#held, chunk]);
    const isFound = this.#held.length >= LOOKED_AT || placeIn(this.#held.toString('latin1')).isFinal;
    done(null, isFound ? this.#release() : undefined);
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
    const { at } = placeIn(held.toString('latin1'));
    return Buffer.concat([held.subarray(0, at), Buffer.from(this.#tag), held.subarray(at)]);
  }
}

interface Place {
  at: number;
  /** Whether more of the document could lead to another place. */
  isFinal: boolean;
}

/** Returns the offset for a script: at the start of the head, or before everything that may have none. `html`: Latin-1. */
export function placeIn(html: string): Place {
  // The mark of UTF-8 is three characters here.
  const mark = html.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
  const looked = html.slice(mark, LOOKED_AT);
  const before = BEFORE.exec(looked)![0].length;
  const rest = looked.slice(before);
  const head = HEAD.exec(rest);
  return { at: mark + before + (head?.[0].length ?? 0), isFinal: head !== null || !UNFINISHED.test(rest) };
}
