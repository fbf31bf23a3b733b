// Deleted sessions, until the user has had time to change their mind. The file is moved, with its original place
// written beside it. The trash may be on another disk.
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DeletedSession } from '../../shared/stored-sessions.ts';
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
    // The original place is written first, so that a session in the trash can always be put back.
    await writeFile(this.#placeOf(id), JSON.stringify({ file }), { mode: 0o600 });
    await moveFile(file, this.#fileOf(id));
  }

  /** Lists the sessions, the last deleted one first. A file that cannot be read is left out. */
  async list(): Promise<DeletedSession[]> {
    const names = (await ifThere(readdir(this.#folder))) ?? [];
    const files = names.filter((name) => name.endsWith('.jsonl'));
    const sessions = await Promise.all(files.map((name) => this.#describe(path.join(this.#folder, name))));
    return sessions.filter((one) => one !== null).toSorted((a, b) => b.deletedAt - a.deletedAt);
  }

  async #describe(file: string): Promise<DeletedSession | null> {
    const stats = await stat(file).catch(() => null);
    const summary = stats && (await summarize(file, stats, { withText: false, isQuick: true }));
    if (!summary) return null;
    const { header, name, firstMessage } = summary;
    const facts = { id: header.id, workspace: header.cwd, firstMessage, ...(name !== undefined && { name }) };
    return { ...facts, deletedAt: stats.ctimeMs };
  }

  /** Puts a session back. Rejects with a Refusal 404, or 409 if there is a file in its place again. */
  async restore(id: string): Promise<void> {
    const place = await ifThere(readFile(this.#placeOf(id), 'utf8'));
    if (place === undefined)
      throw new Refusal(404, 'unknown_session', 'session: it is no longer in the trash.');
    const { file } = JSON.parse(place) as { file: string };
    if (await ifThere(stat(file)))
      throw new Refusal(409, 'exists', 'session: there is a file in its place again.');
    await mkdir(path.dirname(file), { recursive: true });
    await moveFile(this.#fileOf(id), file);
    await rm(this.#placeOf(id));
  }

  async #removeOld(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      // The time at which the file was moved here.
      const stats = await stat(file).catch(() => null);
      if (stats && Date.now() - stats.ctimeMs > KEPT_MS) await rm(file, { force: true });
    }
  }

  /** Returns the name of the file. The id comes from one of the user's files, so it may be any text. */
  #fileOf(id: string): string {
    return path.join(this.#folder, `${encodeURIComponent(id).replaceAll('.', '%2E')}.jsonl`);
  }

  #placeOf(id: string): string {
    return this.#fileOf(id).replace(/jsonl$/, 'json');
  }
}
