// Feeds bytes to xterm in pieces that are small enough for the browser to draw in between, and counts the bytes that
// xterm has not parsed yet.
import type { Terminal } from '@xterm/xterm';
import type { KeptLines } from './kept-lines.ts';

/** How many bytes may wait for xterm's parser. Awaiting every chunk instead is more than ten times slower. */
const HIGH_WATERMARK = 1_000_000;
const LOW_WATERMARK = 500_000;
/**
 * The size of a piece. xterm yields to the browser only between two writes, and the time that a write takes depends on
 * its number of lines: 64 kB of `yes` block a frame for 50 ms or more. The first pieces take ten times as long, until
 * the browser has compiled xterm's parser.
 */
const PIECE_BYTES = 16_384;
const FIRST_PIECE_BYTES = 1024;

export class ScreenWriter {
  readonly #terminal: Pick<Terminal, 'write'>;
  readonly #kept: Pick<KeptLines, 'rewrite'>;
  #pieceBytes = FIRST_PIECE_BYTES;
  #pending = 0;
  readonly #onDrained: (() => void)[] = [];

  /** `kept` decides what the terminal gets. */
  constructor(terminal: Pick<Terminal, 'write'>, kept: Pick<KeptLines, 'rewrite'>) {
    this.#terminal = terminal;
    this.#kept = kept;
  }

  /** The number of bytes that were written but are not on the screen yet. */
  get pending(): number {
    return this.#pending;
  }

  get isFull(): boolean {
    return this.#pending > HIGH_WATERMARK;
  }

  write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += this.#pieceBytes) {
      if (from > 0) this.#pieceBytes = Math.min(PIECE_BYTES, this.#pieceBytes * 2);
      this.#writePiece(bytes.subarray(from, from + this.#pieceBytes));
    }
  }

  whenDrained(): Promise<void> {
    return new Promise((resolve) => this.#onDrained.push(resolve));
  }

  dispose(): void {
    this.#resolveDrained();
  }

  #writePiece(piece: Uint8Array): void {
    this.#pending += piece.length;
    this.#terminal.write(this.#kept.rewrite(piece), () => {
      this.#pending -= piece.length;
      if (this.#pending <= LOW_WATERMARK) this.#resolveDrained();
    });
  }

  #resolveDrained(): void {
    for (const resolve of this.#onDrained.splice(0)) resolve();
  }
}
