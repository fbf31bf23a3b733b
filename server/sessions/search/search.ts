// Searches the content of all stored sessions, newest first: answers, commands, paths, output. It reads the files
// themselves, without blocking, and parses only the lines that can match. An index says which parts need not be read.
import { idAtPosition } from '../../../shared/pi/session-migration.ts';
import { parseEntry, parseHeader } from '../../../shared/pi/session-parse.ts';
import type { SearchHit, SearchKind, SearchResults } from '../../../shared/searches.ts';
import type { SessionPlace } from '../agent-dir.ts';
import { scanLines, type ScannedLine } from '../line-scan.ts';
import { openSession } from '../open-session.ts';
import { belongsTo, findSessionFiles, namesOfAll, type SessionFile } from '../list.ts';
import { textsOf } from './entry-texts.ts';
import { foldText } from '../../../shared/folded.ts';
import { excerpt, lineTest } from './fold-text.ts';

/** Lines longer than this hold images, in which no search finds anything. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

export interface SearchRequest {
  /** Must occur in one text of an entry (see `foldText`). Not empty. */
  query: string;
  workspace?: string | undefined;
  /** Folders that are searched with `workspace`. */
  related?: readonly string[];
  /** Find only entries since this time, in ms since 1970. */
  since?: number | undefined;
  kind?: SearchKind | undefined;
  limit: number;
}

export interface SearchQuery extends SearchRequest, SessionPlace {
  /** Ends the search early. */
  signal?: AbortSignal | undefined;
}

/** The facts from the header of a session that a search needs. */
export interface SearchedHeader {
  id: string;
  cwd: string;
  version: number;
}

/** The lines of a file that may contain the query. */
export interface FileParts {
  /** Null if it is the first line of the first part. */
  header: SearchedHeader | null;
  /** `position`: the number of the lines before it, without the header. */
  parts: { from: number; to: number; position: number }[];
}

/** The parts of a file to read for a folded query. */
export type FindParts = (file: SessionFile, query: string) => Promise<FileParts>;

const wholeFile: FindParts = ({ stats }) =>
  Promise.resolve({ header: null, parts: [{ from: 0, to: stats.size, position: 0 }] });

export async function searchSessions(
  wanted: SearchQuery,
  findParts: FindParts = wholeFile,
): Promise<SearchResults> {
  const { since = -Infinity, limit, signal } = wanted;
  const workspaces = await namesOfAll(wanted);
  const query = foldText(wanted.query);
  const hits: SearchHit[] = [];
  let unread = 0;
  for (const file of await findSessionFiles(wanted)) {
    // A file was modified after its last entry was written.
    if (signal?.aborted || hits.length > limit || file.stats.mtimeMs < since) break;
    const parts = await findParts(file, query);
    if (parts.parts.length === 0) continue;
    const found = await searchFile(file.path, parts, { ...wanted, query, workspaces });
    if (found) hits.push(...found);
    else unread += 1;
  }
  return { hits: hits.slice(0, limit), more: hits.length > limit, ...(unread > 0 && { unread }) };
}

interface FileQuery extends SearchQuery {
  workspaces: ReadonlySet<string> | undefined;
}

/** Searches one file, the newest entry first. Resolves to null if it cannot be read. */
async function searchFile(
  file: string,
  { header, parts }: FileParts,
  wanted: FileQuery,
): Promise<SearchHit[] | null> {
  const search = new FileSearch(wanted, header);
  if (search.isElsewhere) return [];
  const handle = await openSession(file);
  // The file was deleted in the meantime.
  if (handle === undefined) return [];
  if (handle === null) return null;
  try {
    for (const { from, to, position } of parts) {
      search.position = position;
      await scanLines(handle, { from, to, chunkBytes: MAX_LINE_BYTES }, (line) => search.visit(line));
    }
  } finally {
    await handle.close();
  }
  return search.hits.reverse();
}

class FileSearch {
  readonly hits: SearchHit[] = [];
  /** The position of the line in the file, from which the ids of version 1 are made. */
  position = 0;
  readonly #wanted: FileQuery;
  readonly #canMatch: (line: Buffer) => boolean;
  #header: SearchedHeader | null;

  constructor(wanted: FileQuery, header: SearchedHeader | null) {
    this.#wanted = wanted;
    this.#header = header;
    this.#canMatch = lineTest(wanted.query);
  }

  /** Whether the session belongs to a different workspace from the requested one. */
  get isElsewhere(): boolean {
    const { workspaces } = this.#wanted;
    return this.#header !== null && workspaces !== undefined && !belongsTo(this.#header.cwd, workspaces);
  }

  /** Returns false if the rest of the file need not be read. */
  visit(line: ScannedLine): boolean {
    if (!this.#header) return this.#readHeader(line);
    this.position += 1;
    if (line.head.length === line.length && this.#canMatch(line.head)) this.#readEntry(line.head.toString());
    return !this.#wanted.signal?.aborted;
  }

  #readHeader(line: ScannedLine): boolean {
    const header = parseHeader(line.head.toString());
    if (header) this.#header = { version: 1, ...header };
    return header !== null && !this.isElsewhere;
  }

  #readEntry(text: string): void {
    const { query, kind, since = -Infinity } = this.#wanted;
    const { id: session, version } = this.#header!;
    const entry = parseEntry(text, { version, position: this.position, parentPosition: 0, line: 0 });
    if (!entry) return;
    const at = Date.parse(entry.timestamp);
    if (at < since) return;
    const seen = new Set<SearchKind>();
    for (const found of textsOf(entry)) {
      if ((kind && found.kind !== kind) || seen.has(found.kind)) continue;
      const shown = excerpt(found.text, query);
      if (shown === null) continue;
      seen.add(found.kind);
      const id = version < 2 ? idAtPosition(this.position) : entry.id;
      const { call } = found;
      const facts = { session, entry: id, kind: found.kind, text: shown, at: Number.isNaN(at) ? 0 : at };
      this.hits.push({ ...facts, ...(call !== undefined && { call }) });
    }
  }
}
