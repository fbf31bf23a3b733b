// Makes the index of one session file while its lines are scanned: a filter for each block of lines.
import { parseEntry, parseHeader } from '../../../shared/pi/session-parse.ts';
import type { ScannedLine } from '../line-scan.ts';
import { textsOf } from './entry-texts.ts';
import { foldText } from '../../../shared/folded.ts';
import { GramSet } from './grams.ts';
import type { SearchedHeader } from './search.ts';

export interface Block {
  from: number;
  to: number;
  /** The number of the lines before it, without the header. */
  position: number;
  filter: Buffer;
}

export interface FileIndex {
  /** Null until the file has one. */
  header: SearchedHeader | null;
  /** Whether the file is not a session. */
  isForeign: boolean;
  /** The blocks, which cover the lines after the header without gaps. */
  blocks: Block[];
  /** The end of the last whole line, and the number of lines before it, not counting the header. */
  to: number;
  position: number;
}

export const NO_INDEX: FileIndex = { header: null, isForeign: false, blocks: [], to: 0, position: 0 };

/** Shared by all files, because it is large, and empty between two files. */
const grams = new GramSet();

export class IndexDraft {
  readonly #blocks: Block[];
  #header: SearchedHeader | null;
  #isForeign = false;
  #from: number;
  #to: number;
  #start: number;
  #position: number;
  readonly #blockBytes: number;

  /** Continues an index of the same file, whose last block may not be full. */
  constructor({ header, blocks, to, position }: FileIndex, blockBytes: number) {
    this.#blockBytes = blockBytes;
    const last = blocks.at(-1);
    this.#header = header;
    this.#blocks = blocks.slice(0, -1);
    this.#from = this.#to = last?.from ?? to;
    this.#start = this.#position = last?.position ?? position;
  }

  /** The byte to scan from. */
  get from(): number {
    return this.#from;
  }

  /** Returns false if the rest of the file need not be read. */
  add(line: ScannedLine): boolean {
    if (!line.isTerminated) return false;
    this.#to = line.offset + line.length + 1;
    if (!this.#header) return this.#addHeader(line);
    this.#addEntry(line, this.#header);
    if (this.#to - this.#from >= this.#blockBytes) this.#endBlock();
    return true;
  }

  finish(): FileIndex {
    if (this.#to > this.#from) this.#endBlock();
    return {
      header: this.#header,
      isForeign: this.#isForeign,
      blocks: this.#blocks,
      to: this.#to,
      position: this.#position,
    };
  }

  #addHeader(line: ScannedLine): boolean {
    const header = parseHeader(line.head.toString());
    this.#isForeign = header === null;
    if (header) this.#header = { id: header.id, cwd: header.cwd, version: header.version ?? 1 };
    this.#from = this.#to;
    return !this.#isForeign;
  }

  #addEntry(line: ScannedLine, { version }: SearchedHeader): void {
    this.#position += 1;
    // A search does not look into a line that is longer than a chunk.
    if (line.head.length < line.length) return;
    const place = { version, position: this.#position, parentPosition: 0, line: 0 };
    const entry = parseEntry(line.head.toString(), place);
    if (entry) for (const { text } of textsOf(entry)) grams.add(foldText(text));
  }

  #endBlock(): void {
    this.#blocks.push({
      from: this.#from,
      to: this.#to,
      position: this.#start,
      filter: grams.takeFilter(),
    });
    this.#from = this.#to;
    this.#start = this.#position;
  }
}
