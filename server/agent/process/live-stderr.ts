// Reports the text that a running pi writes to stderr: warnings about models, patterns, extensions and packages (pi
// 1.5.2). Each text is reported once. The text that pi writes before it exits is reported with its exit.
import { stripVTControlCharacters } from 'node:util';
import { cutText } from '../../../shared/view/cut-text.ts';

/** Lines that come together belong together, and a pi that fails to start exits within this time. In ms. */
const QUIET_MS = 500;
/** In characters. */
const MAX_TEXT = 4000;
/** Programs that extensions start may write without end. */
const MAX_TEXTS = 20;

export class LiveStderr {
  readonly #onText: (text: string) => void;
  readonly #decoder = new TextDecoder();
  readonly #reported = new Set<string>();
  #pending = '';
  #timer: NodeJS.Timeout | undefined;

  /** `onText` is called once for each text. */
  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  push(chunk: Buffer): void {
    const text = this.#decoder.decode(chunk, { stream: true });
    if (this.#reported.size < MAX_TEXTS) this.#pending = cutText(this.#pending + text, MAX_TEXT);
    // Not started again with each chunk: a flood must not put off the report.
    this.#timer ??= setTimeout(() => this.#report(), QUIET_MS);
  }

  /** Call this when pi has exited. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #report(): void {
    this.#timer = undefined;
    const text = stripVTControlCharacters(this.#pending).trim();
    this.#pending = '';
    if (text === '' || this.#reported.has(text)) return;
    this.#reported.add(text);
    this.#onText(text);
  }
}

/** The notice for a text of pi. Its own `Warning:` or `Error:` becomes the kind, which the page says anyway. */
export function stderrNotice(text: string): { kind: 'warning' | 'error'; message: string } {
  const [word = '', kind] = /^(Warning|Error): */.exec(text) ?? [];
  return { kind: kind === 'Error' ? 'error' : 'warning', message: `pi: ${text.slice(word.length)}` };
}
