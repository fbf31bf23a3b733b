// Usage of all session files. The sums for each are kept in one file, so that the next request reads only what has been
// appended since. The file may be deleted at any time.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Usage, UsageRow } from '../../../shared/usage.ts';
import { replaceWholeFile } from '../../lib/replace-whole-file.ts';
import type { SessionFile } from '../list.ts';
import { addRows, keyOf, readUsage, type FileUsage, type TimedUsage } from './file-usage.ts';

/** Raised when the members of the stored sums change, so that older files are not used. */
const VERSION = 5;

export interface UsageQuery {
  /** Only sessions of this folder. */
  workspace?: string;
  /** Whose days, as an IANA name; otherwise those of this machine's clock. */
  zone?: string;
}

export class UsageIndex {
  readonly #file: string;
  #known: Map<string, FileUsage> | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /** Adds up the usage of these files, by day, oldest first. Rejects with a RangeError for a zone that is not known. */
  async sum(files: readonly SessionFile[], { workspace, zone }: UsageQuery = {}): Promise<Usage> {
    const dayOf = daysIn(zone);
    const known = (this.#known ??= await this.#load());
    const now = new Map<string, FileUsage>();
    let hasChanged = known.size !== files.length;
    let unread = 0;
    for (const file of files) {
      const before = known.get(file.path);
      const usage = await readUsage(file, before);
      hasChanged ||= usage !== before;
      if (usage) now.set(file.path, usage);
      else if (usage === null) unread += 1;
    }
    this.#known = now;
    if (hasChanged) await this.#save(now);
    const wanted = onePerSession(files, now).filter(
      (row) => workspace === undefined || row.workspace === workspace,
    );
    return { rows: byDay(wanted, dayOf), ...(unread > 0 && { unread }) };
  }

  async #load(): Promise<Map<string, FileUsage>> {
    try {
      const { version, files } = JSON.parse(await readFile(this.#file, 'utf8')) as {
        version: number;
        files: [string, FileUsage][];
      };
      return new Map(version === VERSION ? files : []);
    } catch {
      // There is no file yet, or it is damaged, so the sessions are read again.
      return new Map();
    }
  }

  async #save(known: ReadonlyMap<string, FileUsage>): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    await replaceWholeFile(this.#file, JSON.stringify({ version: VERSION, files: [...known] }));
  }
}

/**
 * Adds up the usage of one session, by day and prompt. `since`: only what was written since then, in ms since 1970. Rejects with a
 * RangeError for a zone that is not known.
 */
export async function usageOfSession(
  file: SessionFile,
  { zone, since }: { zone?: string; since?: number } = {},
): Promise<Usage> {
  const dayOf = daysIn(zone);
  const usage = await readUsage(file, undefined, { since, byPrompt: true });
  return { rows: byDay(usage?.rows ?? [], dayOf), ...(usage === null && { unread: 1 }) };
}

/** Returns the sums by day, oldest first. */
function byDay(rows: readonly TimedUsage[], dayOf: (at: number | null) => string): UsageRow[] {
  const sums = new Map<string, UsageRow>();
  for (const { at, child: _child, isInPi: _isInPi, ...row } of rows) {
    const day = dayOf(at);
    const key = keyOf(day, row);
    const sum = sums.get(key);
    sums.set(key, sum ? addRows(sum, row) : { day, ...row });
  }
  return [...sums.values()].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : b.cost - a.cost));
}

/**
 * Removes copies. If several files have the same id, the last modified one counts, as in the list of sessions. A sub-agent
 * whose own session is among them counts there.
 */
function onePerSession(
  files: readonly SessionFile[],
  known: ReadonlyMap<string, FileUsage>,
): readonly TimedUsage[] {
  const seen = new Set<string>();
  const rows = files.flatMap(({ path: file }) => {
    const usage = known.get(file);
    if (!usage?.header || seen.has(usage.header.id)) return [];
    seen.add(usage.header.id);
    return usage.rows;
  });
  return rows.filter(({ child }) => child === undefined || !seen.has(child));
}

/** Returns a function that tells the day of a time in this zone, such as `2026-11-22`; empty for null. */
function daysIn(timeZone: string | undefined): (at: number | null) => string {
  // The Swedish form of a date is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const known = new Map<number, string>();
  return (at) => {
    if (at === null) return '';
    const day = known.get(at) ?? format.format(at);
    known.set(at, day);
    return day;
  };
}
