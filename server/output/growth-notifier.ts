// How a run tells that it grew: at once after a pause, then at most 20 times a second, and never with much text.
// Every page gets this, also those that do not look at the run: a flood is told of more rarely.

/** Characters that are told at most: what a closed card can show of the end. */
export const TOLD_CHARS = 4096;
const INTERVAL_MS = 50;
const CHARS_PER_SECOND = 12_000;

export class GrowthNotifier {
  readonly #tell: (delta: string) => void;
  #waiting = '';
  #timer?: NodeJS.Timeout;
  #isClosed = false;

  /** `tell` gets what was added since the last time, or the end of it. */
  constructor(tell: (delta: string) => void) {
    this.#tell = tell;
  }

  /** Bytes are whole UTF-8 characters. */
  add(added: string | Uint8Array): void {
    if (this.#isClosed) return;
    this.#waiting = lastChars(
      this.#waiting + (typeof added === 'string' ? lastChars(added) : lastText(added)),
    );
    if (!this.#timer) this.#tellAndWait();
  }

  /** Tells what waits. */
  flush(): void {
    const delta = this.#waiting;
    this.#waiting = '';
    if (delta !== '' && !this.#isClosed) this.#tell(delta);
  }

  /** Nothing is told after that. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #tellAndWait(): void {
    const pause = Math.max(INTERVAL_MS, (this.#waiting.length * 1000) / CHARS_PER_SECOND);
    this.flush();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting !== '') this.#tellAndWait();
    }, pause).unref();
  }
}

function lastText(bytes: Uint8Array): string {
  // A character takes up to four bytes, and the first of them must not be cut.
  let start = Math.max(0, bytes.length - TOLD_CHARS * 4);
  while (start > 0 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return lastChars(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start)));
}

function lastChars(text: string): string {
  if (text.length <= TOLD_CHARS) return text;
  const end = text.slice(-TOLD_CHARS);
  const first = end.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? end.slice(1) : end;
}
