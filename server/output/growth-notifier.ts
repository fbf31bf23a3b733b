// Announces the growth of a run: at once after a pause, then at most 20 times a second, and always with little text,
// because every page receives the announcements, even one that does not show the run.

/** The most characters in one announcement: as much of the end as a collapsed card can show. */
export const NOTIFIED_CHARS = 4096;
const INTERVAL_MS = 50;
const CHARS_PER_SECOND = 12_000;

export interface Growth {
  /** The text added since the last announcement, or only its end. */
  delta: string;
  /** The length of the output in UTF-8 bytes, up to the end of `delta`. */
  bytes: number;
}

export class GrowthNotifier {
  readonly #notify: (growth: Growth) => void;
  #delta = '';
  #bytes = 0;
  #timer?: NodeJS.Timeout;
  #isClosed = false;

  constructor(notify: (growth: Growth) => void) {
    this.#notify = notify;
  }

  /** `added`: bytes must begin and end at character boundaries. `bytes`: the length of the output with `added`. */
  add(added: string | Uint8Array, bytes: number): void {
    if (this.#isClosed) return;
    const text = typeof added === 'string' ? lastChars(added) : lastText(added);
    this.#delta = lastChars(this.#delta + text);
    this.#bytes = bytes;
    if (!this.#timer) this.#notifyAndWait();
  }

  /** Announces what has not been announced yet. */
  flush(): void {
    const delta = this.#delta;
    this.#delta = '';
    if (delta !== '' && !this.#isClosed) this.#notify({ delta, bytes: this.#bytes });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #notifyAndWait(): void {
    const pause = Math.max(INTERVAL_MS, (this.#delta.length * 1000) / CHARS_PER_SECOND);
    this.flush();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#delta !== '') this.#notifyAndWait();
    }, pause).unref();
  }
}

function lastText(bytes: Uint8Array): string {
  // A unit of UTF-16 has up to three bytes, so what is cut of the first character is left out by `lastChars`.
  const start = Math.max(0, bytes.length - NOTIFIED_CHARS * 4);
  return lastChars(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start)));
}

function lastChars(text: string): string {
  if (text.length <= NOTIFIED_CHARS) return text;
  const end = text.slice(-NOTIFIED_CHARS);
  const first = end.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? end.slice(1) : end;
}
