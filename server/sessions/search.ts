// Searches the content of all stored sessions, newest first: answers, commands, paths, output. It reads the files
// themselves, without blocking, and parses only the lines that can match.
import { isAscii } from 'node:buffer';
import { open } from 'node:fs/promises';
import { idAtPosition } from '../../shared/pi/session-migration.ts';
import { parseEntry, parseHeader } from '../../shared/pi/session-parse.ts';
import type { SessionHeader } from '../../shared/pi/session.ts';
import type { SearchHit, SearchKind, SearchResults } from '../../shared/searches.ts';
import type { SessionPlace } from './agent-dir.ts';
import { textsOf } from './entry-texts.ts';
import { excerpt, foldText, plainestPart } from './fold-text.ts';
import { scanLines, type ScannedLine } from './line-scan.ts';
import { belongsTo, findSessionFiles, namesOf } from './list.ts';

/** Longer lines hold images, which no search finds anything in. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

export interface SearchQuery extends SessionPlace {
  /** Must occur in one text of an entry (see `foldText`). Not empty. */
  query: string;
  workspace?: string | undefined;
  /** Only entries since then, in ms since 1970. */
  since?: number | undefined;
  kind?: SearchKind | undefined;
  limit: number;
  /** Ends the search early. */
  signal?: AbortSignal | undefined;
}

export async function searchSessions(wanted: SearchQuery): Promise<SearchResults> {
  const { workspace, since = -Infinity, limit, signal } = wanted;
  const workspaces = workspace === undefined ? undefined : await namesOf(workspace);
  const query = foldText(wanted.query);
  const hits: SearchHit[] = [];
  for (const { path, stats } of await findSessionFiles(wanted)) {
    // A file was modified after its last entry was written.
    if (signal?.aborted || hits.length > limit || stats.mtimeMs < since) break;
    hits.push(...(await searchFile(path, stats.size, { ...wanted, query, workspaces })));
  }
  return { hits: hits.slice(0, limit), more: hits.length > limit };
}

interface FileQuery extends SearchQuery {
  workspaces: ReadonlySet<string> | undefined;
}

/** The newest entry first. */
async function searchFile(file: string, size: number, wanted: FileQuery): Promise<SearchHit[]> {
  const handle = await open(file, 'r').catch(() => null);
  // Deleted in the meantime, or no permission.
  if (!handle) return [];
  const search = new FileSearch(wanted);
  try {
    await scanLines(handle, { from: 0, to: size, chunkBytes: MAX_LINE_BYTES }, (line) => search.visit(line));
  } finally {
    await handle.close();
  }
  return search.hits.reverse();
}

class FileSearch {
  readonly hits: SearchHit[] = [];
  readonly #wanted: FileQuery;
  readonly #part: string;
  readonly #isPartAscii: boolean;
  #header: SessionHeader | undefined;
  /** Of the line in the file, which makes the ids of version 1. */
  #position = 0;

  constructor(wanted: FileQuery) {
    this.#wanted = wanted;
    this.#part = plainestPart(wanted.query);
    this.#isPartAscii = isAscii(Buffer.from(this.#part));
  }

  /** False: the rest of the file need not be read. */
  visit(line: ScannedLine): boolean {
    if (!this.#header) return this.#readHeader(line);
    this.#position += 1;
    if (line.head.length === line.length && this.#canMatch(line.head)) this.#readEntry(line.head.toString());
    return !this.#wanted.signal?.aborted;
  }

  #readHeader(line: ScannedLine): boolean {
    const header = parseHeader(line.head.toString());
    if (header) this.#header = header;
    const { workspaces } = this.#wanted;
    return header !== null && !(header && workspaces && !belongsTo(header.cwd, workspaces));
  }

  #canMatch(line: Buffer): boolean {
    if (this.#part === '') return true;
    if (!isAscii(line)) return foldText(line.toString()).includes(this.#part);
    return this.#isPartAscii && line.toString('latin1').toLowerCase().includes(this.#part);
  }

  #readEntry(text: string): void {
    const { query, kind, since = -Infinity } = this.#wanted;
    const { id: session, version = 1 } = this.#header!;
    const entry = parseEntry(text, { version, position: this.#position, parentPosition: 0 });
    if (!entry) return;
    const at = Date.parse(entry.timestamp);
    if (at < since) return;
    const seen = new Set<SearchKind>();
    for (const found of textsOf(entry)) {
      if ((kind && found.kind !== kind) || seen.has(found.kind)) continue;
      const shown = excerpt(found.text, query);
      if (shown === null) continue;
      seen.add(found.kind);
      const id = version < 2 ? idAtPosition(this.#position) : entry.id;
      this.hits.push({ session, entry: id, kind: found.kind, text: shown, at: Number.isNaN(at) ? 0 : at });
    }
  }
}
