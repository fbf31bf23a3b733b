// What one page has not been sent yet about the language servers of its workspace. A newer frame about the same thing
// replaces the older one, so a server that floods its pages with problems costs no memory.
import type {
  FileProblems,
  LanguageAnswer,
  LanguageGreeting,
  LanguageServerRow,
} from '../../shared/languages.ts';
import type { Follower } from '../agent/feed/fan-out.ts';

/** Bytes in one write. */
const MAX_WRITE = 256 * 1024;
/** How long a page without a connection keeps its documents, in ms. */
const ABSENCE_MS = 30_000;

export interface LanguagePageOptions {
  folder: string;
  /** Called once the page has been away for too long. */
  onGone: () => void;
}

export class LanguagePage {
  /** The number of the last messages that have arrived. */
  last = 0;
  /** What ends each request of the page that has no answer yet. */
  readonly asked = new Map<number, AbortController>();
  readonly #options: LanguagePageOptions;
  readonly #frames = new Map<string, string>();
  #follower: Follower | null = null;
  #absence: NodeJS.Timeout | undefined;

  constructor(options: LanguagePageOptions) {
    this.#options = options;
    this.#startAbsence();
  }

  /** A page has one connection: an earlier one gets nothing more. */
  follow(): Follower {
    clearTimeout(this.#absence);
    let greeting: string | null = frameOf('greeting', { folder: this.#options.folder, last: this.last });
    const follower: Follower = {
      onReady: null,
      takeUnsent: () => {
        if (follower !== this.#follower) return null;
        const frames = greeting === null ? [] : [greeting];
        greeting = null;
        return this.#take(frames);
      },
      close: () => {
        if (follower !== this.#follower) return;
        this.#follower = null;
        this.#startAbsence();
      },
    };
    this.#follower = follower;
    return follower;
  }

  /** Asks the page to open its documents again. */
  sendAgain(): void {
    this.#send('again', frameOf('again', {}));
  }

  sendServers(servers: readonly LanguageServerRow[]): void {
    this.#send('servers', frameOf('servers', { servers }));
  }

  sendProblems(problems: FileProblems): void {
    this.#send(`problems ${problems.server} ${problems.path}`, frameOf('problems', problems));
  }

  sendAnswer(answer: LanguageAnswer): void {
    this.#send(`answer ${answer.id}`, frameOf('answer', answer));
  }

  close(): void {
    clearTimeout(this.#absence);
    for (const request of this.asked.values()) request.abort();
  }

  #send(key: string, text: string): void {
    this.#frames.delete(key);
    this.#frames.set(key, text);
    this.#follower?.onReady?.();
  }

  #take(frames: string[]): Buffer | null {
    let size = 0;
    for (const [key, text] of this.#frames) {
      if (size > MAX_WRITE) break;
      frames.push(text);
      size += text.length;
      this.#frames.delete(key);
    }
    return frames.length === 0 ? null : Buffer.from(frames.join(''));
  }

  #startAbsence(): void {
    clearTimeout(this.#absence);
    this.#absence = setTimeout(() => this.#options.onGone(), ABSENCE_MS);
    this.#absence.unref();
  }
}

function frameOf(
  event: string,
  data:
    | LanguageGreeting
    | FileProblems
    | LanguageAnswer
    | { servers: readonly LanguageServerRow[] }
    | Record<string, never>,
): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
