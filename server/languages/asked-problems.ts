// Asks a server for the problems of the open documents, as editors do with those that do not send them by themselves: the
// server of TypeScript 7 is one. A document of which a server has sent problems is not asked about.

export interface AskedProblemsOptions {
  /** Rejects if there is no answer. */
  ask: (params: object, signal: AbortSignal) => Promise<unknown>;
  /** Called with parameters as those of `textDocument/publishDiagnostics`. */
  onProblems: (params: { uri: string; diagnostics: unknown[] }) => void;
  /** How long after an edit it is asked, in ms. */
  delay: number;
}

/** After these it may find other problems, also in files that depend on the one that has changed. */
const CHANGES = ['didOpen', 'didChange', 'didChangeWatchedFiles'];

export class AskedProblems {
  readonly #options: AskedProblemsOptions;
  /** The addresses of the open documents, the one that was used last at the end. */
  readonly #open = new Set<string>();
  readonly #sent = new Set<string>();
  #isOffered = false;
  #timer: NodeJS.Timeout | undefined;
  #round: AbortController | null = null;

  constructor(options: AskedProblemsOptions) {
    this.#options = options;
  }

  /** Whether it waits for answers, or is about to ask. */
  get isAsking(): boolean {
    return this.#round !== null;
  }

  /** `offered`: as in the capabilities of the server. */
  start(offered: unknown): void {
    this.#isOffered = Boolean(offered);
  }

  /** Must be called with what the server is told. */
  onTold(method: string, params: unknown): void {
    const uri = uriIn(params);
    const name = method.split('/')[1] ?? '';
    if (uri !== undefined) this.#open.delete(uri);
    if (uri !== undefined && name !== 'didClose') this.#open.add(uri);
    // Other servers say that a closed document has no problems.
    if (uri !== undefined && name === 'didClose' && this.#isOffered && !this.#sent.delete(uri))
      this.#options.onProblems({ uri, diagnostics: [] });
    if (CHANGES.includes(name)) this.askLater();
  }

  /** Must be called with the parameters of each `textDocument/publishDiagnostics`. */
  onSent(params: unknown): void {
    const { uri } = (params ?? {}) as { uri?: unknown };
    if (typeof uri === 'string' && this.#open.has(uri)) this.#sent.add(uri);
  }

  askLater(): void {
    this.stop();
    if (!this.#isOffered) return;
    const round = new AbortController();
    this.#round = round;
    this.#timer = setTimeout(() => void this.#ask(round), this.#options.delay);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#round?.abort();
    this.#round = null;
  }

  async #ask(round: AbortController): Promise<void> {
    for (const uri of [...this.#open].reverse()) {
      if (this.#sent.has(uri)) continue;
      const answer = await this.#options.ask({ textDocument: { uri } }, round.signal).catch(() => null);
      if (round.signal.aborted) return;
      const { items } = (answer ?? {}) as { items?: unknown };
      if (Array.isArray(items) && !this.#sent.has(uri)) this.#options.onProblems({ uri, diagnostics: items });
    }
    this.#round = null;
  }
}

function uriIn(params: unknown): string | undefined {
  const { textDocument } = (params ?? {}) as { textDocument?: { uri?: unknown } };
  return typeof textDocument?.uri === 'string' ? textDocument.uri : undefined;
}
