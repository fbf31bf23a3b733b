// The open documents of one language server. Several pages may have the same file open with different unsaved edits; the
// server knows one text, that of the page that used the file last.
import { Refusal } from '../../shared/refusal.ts';
import type { DocumentEdit, LspPosition } from '../../shared/languages.ts';

interface Document {
  language: string;
  uri: string;
  version: number;
  /** The text that the server has. */
  text: string;
  /** The page whose text that is. */
  owner: string;
  copies: Map<string, string>;
}

export type Notify = (method: string, params: Record<string, unknown>) => void;

export class Documents {
  readonly #documents = new Map<string, Document>();
  readonly #notify: Notify;
  /** Whether the server takes edits, and not only whole texts. */
  isIncremental = false;

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  get size(): number {
    return this.#documents.size;
  }

  find(path: string): Pick<Document, 'uri' | 'text'> | undefined {
    return this.#documents.get(path);
  }

  get uris(): string[] {
    return [...this.#documents.values()].map(({ uri }) => uri);
  }

  /** Whether anybody but this page has the document open. */
  isShared(page: string, path: string): boolean {
    return [...(this.#documents.get(path)?.copies.keys() ?? [])].some((other) => other !== page);
  }

  open(
    page: string,
    path: string,
    { uri, language, text }: Pick<Document, 'uri' | 'language' | 'text'>,
  ): void {
    const known = this.#documents.get(path);
    if (known) {
      known.copies.set(page, text);
      return this.use(page, path);
    }
    const document = { uri, language, text, version: 1, owner: page, copies: new Map([[page, text]]) };
    this.#documents.set(path, document);
    this.#open(document);
  }

  /** Does nothing unless the page has opened the document. Throws a Refusal 409 if the edits do not fit its text. */
  edit(page: string, path: string, edits: readonly DocumentEdit[]): void {
    const document = this.#documents.get(path);
    const before = document?.copies.get(page);
    if (!document || before === undefined) return;
    let text = before;
    const changes = [];
    for (const { offset, length, text: added } of edits) {
      if (offset + length > text.length)
        throw new Refusal(409, 'bad_edit', `edits: they do not fit the text of ${path}. Open it again.`);
      const range = { start: positionAt(text, offset), end: positionAt(text, offset + length) };
      changes.push({ range, text: added });
      text = text.slice(0, offset) + added + text.slice(offset + length);
    }
    document.copies.set(page, text);
    const isSame = document.owner === page && document.text === before;
    if (!isSame || !this.isIncremental) this.use(page, path);
    else this.#change(document, text, changes);
  }

  /** Makes the text of this page the one that the server has. */
  use(page: string, path: string): void {
    const document = this.#documents.get(path);
    const text = document?.copies.get(page);
    if (!document || text === undefined) return;
    document.owner = page;
    if (text !== document.text) this.#change(document, text, [{ text }]);
  }

  close(page: string, path: string): void {
    const document = this.#documents.get(path);
    if (!document?.copies.delete(page)) return;
    const [next] = document.copies.keys();
    if (next !== undefined) {
      if (document.owner === page) this.use(next, path);
      return;
    }
    this.#documents.delete(path);
    this.#notify('textDocument/didClose', { textDocument: { uri: document.uri } });
  }

  closeAll(page: string): void {
    for (const path of [...this.#documents.keys()]) this.close(page, path);
  }

  /** Tells a server that has just started about everything. */
  openAgain(): void {
    for (const document of this.#documents.values()) this.#open(document);
  }

  #open({ uri, language: languageId, version, text }: Document): void {
    this.#notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
  }

  #change(document: Document, text: string, contentChanges: object[]): void {
    document.text = text;
    document.version += 1;
    const { uri, version } = document;
    this.#notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
  }
}

/** The lines of a page end with "\n". */
function positionAt(text: string, offset: number): LspPosition {
  let line = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, character: offset - start };
}
