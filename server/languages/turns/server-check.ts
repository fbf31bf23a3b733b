// Reads which problems a language server finds in files with other texts than pages show, such as those before a turn
// of the agent. For that time the server knows these texts. The user has priority: a check stops when a page uses the
// server.
import type { FileProblems } from '../../../shared/languages.ts';
import type { Documents } from '../documents.ts';

export interface CheckedText {
  /** Relative to the workspace. */
  path: string;
  text: string;
}

/** In ms. */
export interface CheckLimits {
  /** For the first problems of all files: a server reads the project before it finds any. */
  first: number;
  /** How long a server that has sent problems is given to send more. */
  quiet: number;
  /** How long a server waits after an edit before it looks at the file. typescript-language-server waits for 200 ms. */
  edited: number;
  /** A server that answers more slowly is still busy. */
  ping: number;
}

const LIMITS: CheckLimits = { first: 60_000, quiet: 400, edited: 1000, ping: 250 };

/** As the name of a page. A page cannot have it, because the ids of pages are not empty. */
export const CHECK = '';

/** The check has no result. */
export class CheckStopped extends Error {
  /** Whether it gave way to a page, so that it may be tried again. */
  readonly hasYielded: boolean;

  constructor(reason: string, hasYielded = false) {
    super(reason);
    this.hasYielded = hasYielded;
  }
}

export interface CheckedServer {
  documents: Documents;
  /** The problems that it found last, before this check. */
  known: (path: string) => FileProblems | undefined;
  open: (path: string, text: string) => void;
  /** Whether it says that it still reads the project: until then what it sends may lack what needs the project. */
  isLoading: () => boolean;
  /**
   * Resolves once the server has answered a request about the file, or has not answered for a long time. Rejects with a
   * CheckStopped if the server has ended.
   */
  ping: (path: string) => Promise<unknown>;
}

export class ServerCheck {
  readonly #server: CheckedServer;
  readonly #limits: CheckLimits;
  readonly #stopped = Promise.withResolvers<never>();
  /** The newest problems of each file since the check began. */
  readonly #problems = new Map<string, FileProblems>();
  /** The files of which the server has sent problems since they were opened with their present texts. */
  readonly #sent = new Set<string>();
  /** How often it has sent problems. */
  #count = 0;
  #onNext: (() => void) | null = null;
  #open: readonly string[] = [];
  /** The last text of each file that the server was given here. */
  readonly #given = new Map<string, string>();

  constructor(server: CheckedServer, limits: CheckLimits = LIMITS) {
    this.#server = server;
    this.#limits = limits;
    this.#stopped.promise.catch(() => undefined);
  }

  onProblems(found: FileProblems): void {
    this.#problems.set(found.path, found);
    this.#sent.add(found.path);
    this.#count += 1;
    this.#onNext?.();
  }

  /** A page uses the server. */
  yield(): void {
    this.#stopped.reject(new CheckStopped('a page uses the server', true));
  }

  /** The server has ended. */
  stop(reason: string): void {
    this.#stopped.reject(new CheckStopped(reason));
  }

  /**
   * Gives the server these texts, and returns the problems of each file once it is done. A file of which it sends
   * nothing is missing. Rejects with a CheckStopped.
   */
  async read(texts: readonly CheckedText[]): Promise<Map<string, FileProblems>> {
    const [first] = texts;
    if (!first) return new Map();
    const { documents } = this.#server;
    for (const path of this.#open) if (!documents.isShared(CHECK, path)) documents.close(CHECK, path);
    // A server says that a closed file has no problems. That must not count as its answer about the new text.
    await this.#unlessStopped(this.#server.ping(first.path));
    this.#sent.clear();
    const edited = texts.filter(({ path }) => documents.isShared(CHECK, path));
    for (const { path, text } of texts) {
      this.#server.open(path, text);
      this.#given.set(path, text);
    }
    this.#open = texts.map(({ path }) => path);
    const opened = this.#open.filter((path) => !edited.some((one) => one.path === path));
    await this.#settle(first.path, opened, edited.length > 0);
    const found = this.#open.map((path) => {
      const problems = this.#problems.get(path) ?? this.#server.known(path);
      if (opened.includes(path) && !this.#sent.has(path)) return null;
      return problems ?? { server: '', path, problems: [], more: 0 };
    });
    return new Map(found.flatMap((one) => (one ? [[one.path, one]] : [])));
  }

  /**
   * Gives the texts of pages back. Returns the problems that pages have not got, without those of texts that they do not
   * have: of theirs, the server will say more.
   */
  leave(): FileProblems[] {
    const { documents } = this.#server;
    documents.closeAll(CHECK);
    return [...this.#problems.values()].filter(({ path }) => {
      const given = this.#given.get(path);
      return given === undefined || given === documents.find(path)?.text;
    });
  }

  async #settle(pinged: string, opened: readonly string[], isEdited: boolean): Promise<void> {
    const { first, quiet, edited, ping } = this.#limits;
    const end = Date.now() + first;
    while (opened.some((path) => !this.#sent.has(path)) && Date.now() < end)
      await this.#next(end - Date.now());
    if (isEdited) await this.#pause(edited);
    let isAtRest: boolean;
    do {
      const count = this.#count;
      await this.#pause(quiet);
      const asked = Date.now();
      await this.#unlessStopped(this.#server.ping(pinged));
      // While it looks at a file it answers nothing, but while it reads the project some answer without it.
      isAtRest = count === this.#count && Date.now() - asked < ping;
      if (isAtRest && !this.#server.isLoading()) return;
    } while (Date.now() < end);
    // Some read for many minutes, and find problems meanwhile.
    if (!isAtRest) throw new CheckStopped('it is busy');
  }

  /** Resolves when the server sends problems, or after `wait` ms. */
  async #next(wait: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onNext = resolve;
    const timer = setTimeout(resolve, wait);
    try {
      await this.#unlessStopped(promise);
    } finally {
      clearTimeout(timer);
      this.#onNext = null;
    }
  }

  #pause(time: number): Promise<void> {
    return this.#unlessStopped(new Promise<void>((resolve) => setTimeout(resolve, time)));
  }

  #unlessStopped<T>(act: Promise<T>): Promise<T> {
    return Promise.race([act, this.#stopped.promise]);
  }
}
