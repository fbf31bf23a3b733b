// Deleted sessions, until the user has had time to change their mind. The file is moved, with its original place
// written beside it. The trash may be on another disk.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DeletedSession, DeletedSessions } from '../../shared/stored-sessions.ts';
import { Refusal } from '../../shared/refusal.ts';
import { ifThere } from '../lib/if-there.ts';
import { moveFile } from '../lib/move-file.ts';
import { summarize } from './session-summary.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export class SessionTrash {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds a session. Also removes sessions that have been here for a month. */
  async add(id: string, file: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#removeOld();
    // Several files may have the same id, such as copies that the user made.
    const kept = path.join(this.#folder, `${nameOf(id)}.${randomUUID()}.jsonl`);
    // The original place is written first, so that a session in the trash can always be put back.
    await writeFile(placeOf(kept), JSON.stringify({ file }), { mode: 0o600 });
    await moveFile(file, kept);
  }

  /**
   * Lists the sessions, the last deleted one first, and counts the files that cannot be read. A session with the id of
   * a later one is left out until that is put back.
   */
  async list(): Promise<DeletedSessions> {
    const found = await Promise.all((await this.#files()).map((file) => this.#describe(file)));
    const described = found.filter((one) => one !== null).toSorted((a, b) => a.deletedAt - b.deletedAt);
    const sessions = [...new Map(described.map((one) => [one.id, one])).values()].toSorted(
      (a, b) => b.deletedAt - a.deletedAt,
    );
    const count = found.length - described.length;
    return { sessions, ...(count > 0 && { unreadable: { count, folder: this.#folder } }) };
  }

  async #files(): Promise<string[]> {
    const names = (await ifThere(readdir(this.#folder))) ?? [];
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => path.join(this.#folder, name));
  }

  async #describe(file: string): Promise<DeletedSession | null> {
    const stats = await stat(file).catch(() => null);
    const summary = stats && (await summarize(file, stats, { withText: false, isQuick: true }));
    if (!summary) return null;
    const { header, name, firstMessage } = summary;
    const facts = { id: header.id, workspace: header.cwd, firstMessage, ...(name !== undefined && { name }) };
    return { ...facts, deletedAt: stats.ctimeMs };
  }

  /**
   * Puts a session back; of several with this id, the last deleted one. Rejects with a Refusal 404, or 409 if there is a
   * file in its place again.
   */
  async restore(id: string): Promise<void> {
    const kept = await this.#find(id);
    const place = kept && (await ifThere(readFile(placeOf(kept), 'utf8')));
    if (kept === undefined || place === undefined)
      throw new Refusal(404, 'unknown_session', 'session: it is no longer in the trash.');
    const { file } = JSON.parse(place) as { file: string };
    if (await ifThere(stat(file)))
      throw new Refusal(409, 'exists', 'session: there is a file in its place again.');
    await mkdir(path.dirname(file), { recursive: true });
    await moveFile(kept, file);
    await rm(placeOf(kept));
  }

  async #find(id: string): Promise<string | undefined> {
    const name = nameOf(id);
    // Earlier versions named the file only by the id.
    const files = (await this.#files()).filter((file) => path.basename(file).split('.')[0] === name);
    const times = new Map(
      await Promise.all(files.map(async (file) => [file, (await stat(file)).ctimeMs] as const)),
    );
    return files.toSorted((a, b) => times.get(b)! - times.get(a)!)[0];
  }

  async #removeOld(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      // The time at which the file was moved here.
      const stats = await stat(file).catch(() => null);
      if (stats && Date.now() - stats.ctimeMs > KEPT_MS) await rm(file, { force: true });
    }
  }
}

/** Returns the beginning of the file's name. The id comes from one of the user's files, so it may be any text. */
function nameOf(id: string): string {
  return encodeURIComponent(id).replaceAll('.', '%2E');
}

function placeOf(kept: string): string {
  return kept.replace(/jsonl$/, 'json');
}
