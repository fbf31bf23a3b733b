// A row of the session list: a summary of one file from a scan that parses only its header, its names, and the user's
// messages. Cached by path, size, and modification time.
import { open } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import type { SessionHeader } from '../../shared/pi/session.ts';
import { parseEntry, parseHeader } from '../../shared/pi/session-parse.ts';
import { peekLine, type Peek } from './line-peek.ts';
import { scanLines, type ScannedLine } from './line-scan.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { userTextOf } from './user-text.ts';

export interface SessionSummary {
  header: SessionHeader;
  name?: string;
  /** The number of messages on all branches, as pi counts them. */
  messageCount: number;
  /** The beginning of the user's first text; empty if there is none. */
  firstMessage: string;
  /** When the last user or assistant message was written, else when the session began; in ms since 1970. */
  modified: number;
  /** The user's messages in lower case, up to a limit, for searching. */
  userText: string;
  /**
   * Set if only the two ends of the file were read, so that there are more messages, and an earlier name may be
   * missing.
   */
  isPartial?: true;
}

/** A summary as stored in the index on disk, without the text that only a search needs. */
export type StoredSummary = [file: string, size: number, mtimeMs: number, summary: SessionSummary | null];

const MAX_FIRST_MESSAGE = 500;
const MAX_USER_TEXT = 16 * 1024;
/** UTF-16 units for all summaries together. A text that does not fit is read again for the next search. */
const MAX_KEPT_TEXT = 32 * 1024 * 1024;
const MAX_KEPT = 20_000;

interface Kept {
  size: number;
  mtimeMs: number;
  summary: SessionSummary | undefined;
  hasText: boolean;
}

/** If the list must not wait, only this much is read at each end of a larger file. */
const END_BYTES = 64 * 1024;

const kept = new Map<string, Kept>();
let keptText = 0;
/** Rises with every change of the cache. */
let revision = 0;

export function exportSummaries(): { summaries: StoredSummary[]; revision: number } {
  const summaries = [...kept]
    .filter(([, { summary }]) => !summary?.isPartial)
    .map(([file, { size, mtimeMs, summary }]): StoredSummary => [
      file,
      size,
      mtimeMs,
      summary ? { ...summary, userText: '' } : null,
    ]);
  return { summaries, revision };
}

/** Adds stored summaries. Those that are already known are newer, and stay. */
export function importSummaries(summaries: readonly StoredSummary[]): void {
  for (const [file, size, mtimeMs, summary] of summaries)
    if (!kept.has(file)) kept.set(file, { size, mtimeMs, summary: summary ?? undefined, hasText: false });
}

/**
 * Returns undefined if the file is not a session or cannot be read. Without `withText`, `userText` may be empty
 * although the user wrote something.
 */
export async function summarize(
  file: string,
  stats: Stats,
  { withText, isQuick = false }: { withText: boolean; isQuick?: boolean },
): Promise<SessionSummary | undefined> {
  const known = kept.get(file);
  const isCurrent = known?.size === stats.size && known.mtimeMs === stats.mtimeMs;
  // The text between the two ends of a file may have the words of a search.
  const isEnough = ({ summary, hasText }: Kept): boolean =>
    summary?.isPartial ? isQuick && !withText : hasText || !withText;
  if (known && isCurrent && isEnough(known)) return known.summary;
  const summary = await readSummary(file, stats, isQuick && !withText);
  remember(file, stats, summary);
  return summary;
}

function remember(file: string, stats: Stats, summary: SessionSummary | undefined): void {
  revision += 1;
  forget(file);
  const text = summary?.userText.length ?? 0;
  const hasText = keptText + text <= MAX_KEPT_TEXT;
  if (hasText) keptText += text;
  const lean = summary && !hasText ? { ...summary, userText: '' } : summary;
  kept.set(file, { size: stats.size, mtimeMs: stats.mtimeMs, summary: lean, hasText });
  if (kept.size <= MAX_KEPT) return;
  const oldest = kept.keys().next().value;
  if (oldest !== undefined) forget(oldest);
}

function forget(file: string): void {
  keptText -= kept.get(file)?.summary?.userText.length ?? 0;
  kept.delete(file);
}

async function readSummary(
  file: string,
  stats: Stats,
  isQuick: boolean,
): Promise<SessionSummary | undefined> {
  let handle;
  try {
    handle = await open(file, 'r');
  } catch {
    // The file was deleted in the meantime, or may not be read, and is not listed.
    return undefined;
  }
  const draft = new SummaryDraft();
  try {
    if (isQuick && stats.size > 4 * END_BYTES) {
      await scanLines(handle, { from: 0, to: END_BYTES }, (line) => draft.add(line));
      let isWhole = false;
      await scanLines(handle, { from: stats.size - END_BYTES, to: stats.size }, (line) => {
        // The first line most likely begins before the part that was read.
        if (isWhole) draft.add(line);
        isWhole = true;
      });
      const summary = draft.finish(stats);
      return summary && { ...summary, isPartial: true };
    }
    await scanLines(handle, { from: 0, to: stats.size }, (line) => draft.add(line));
  } finally {
    await handle.close();
  }
  return draft.finish(stats);
}

class SummaryDraft {
  #header: SessionHeader | null | undefined;
  #name: string | undefined;
  #messageCount = 0;
  readonly #texts: string[] = [];
  #textLength = 0;
  #modified = Number.NaN;

  /** Returns false if the file is not a session. */
  add(line: ScannedLine): boolean {
    if (!this.#header) {
      this.#header = parseHeader(line.head.toString());
      return this.#header !== null;
    }
    const peek = peekLine(line, (this.#header.version ?? 1) >= 2);
    if (peek?.type === 'session_info') this.#addName(line);
    if (peek?.type === 'message') this.#addMessage(line, peek);
    return true;
  }

  finish(stats: Stats): SessionSummary | undefined {
    if (!this.#header) return undefined;
    const began = Date.parse(this.#header.timestamp);
    return {
      header: this.#header,
      name: this.#name,
      messageCount: this.#messageCount,
      firstMessage: copy(this.#texts[0] ?? '', MAX_FIRST_MESSAGE),
      modified: [this.#modified, began].find((time) => !Number.isNaN(time)) ?? stats.mtimeMs,
      userText: copy(this.#texts.join('\n').toLowerCase(), MAX_USER_TEXT),
    };
  }

  #addName(line: ScannedLine): void {
    const entry = parseEntry(line.head.toString());
    // pi itself fails with a name that is not a text, so an earlier one stays.
    if (entry?.type === 'session_info') this.#name = entry.name?.trim() || undefined;
  }

  #addMessage(line: ScannedLine, { role, time }: Peek): void {
    this.#messageCount++;
    if (role !== 'user' && role !== 'assistant') return;
    if (!Number.isNaN(time))
      this.#modified = Math.max(time, Number.isNaN(this.#modified) ? 0 : this.#modified);
    if (role !== 'user' || this.#textLength > MAX_USER_TEXT) return;
    const text = userTextOf(line);
    if (!text) return;
    this.#texts.push(text);
    this.#textLength += text.length;
  }
}

/** Returns the beginning of a text as a new string. A slice would keep the whole text in memory. */
function copy(text: string, length: number): string {
  return Buffer.from(cutText(text, length)).toString();
}
