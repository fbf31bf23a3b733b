// Keeps the accepted messages on disk until they are delivered, so that a panel that is killed loses none of them. One
// small file for each session, owned by one panel; pi's files are not touched.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { errorText } from '../../../shared/error-text.ts';
import { LANE_NAMES, laneNamed } from '../../../shared/view/queue.ts';
import { replaceWholeFile } from '../../lib/replace-whole-file.ts';
import type { Message } from './queue-item.ts';

const imageSchema = v.object({
  type: v.literal('image'),
  mimeType: v.string(),
  data: v.optional(v.string()),
  panel_ref: v.optional(v.string()),
});
const journalSchema = v.object({
  workspace: v.string(),
  pid: v.number(),
  run: v.string(),
  messages: v.array(
    v.object({
      id: v.string(),
      text: v.string(),
      lane: v.pipe(v.picklist(LANE_NAMES), v.transform(laneNamed)),
      images: v.array(imageSchema),
      refs: v.array(imageSchema),
      at: v.number(),
      session: v.optional(v.object({ id: v.string(), title: v.string() })),
    }),
  ),
});
type Journal = v.InferOutput<typeof journalSchema>;

/** Distinguishes this process from an earlier one with the same pid. */
const RUN = randomUUID();

export interface QueueJournalOptions {
  /** Folder of the files. */
  folder: string;
  /** Called when the folder cannot be written, and not again until it can. */
  onTrouble: (words: string) => void;
}

export interface JournalPlace {
  /** pi's id of the session. */
  session: string;
  /** Absolute path. */
  workspace: string;
}

export class QueueJournal {
  readonly #options: QueueJournalOptions;
  #place: JournalPlace | null = null;
  #messages: readonly Message[] = [];
  #isBroken = false;
  #isClosed = false;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(options: QueueJournalOptions) {
    this.#options = options;
  }

  /**
   * From now on, keeps the messages for this session. `onFound` is called with the messages that an ended panel left
   * for it, or for a session in the same folder that pi never saved (up to 0.87.1 pi saves a session only with its
   * first answer).
   */
  async open(
    place: JournalPlace,
    {
      isStored,
      onFound,
    }: { isStored: (session: string) => Promise<boolean>; onFound: (messages: Message[]) => void },
  ): Promise<void> {
    const before = this.#place;
    if (before?.session === place.session) return;
    const left = await this.#findLeft(place, isStored);
    this.#place = place;
    onFound(left.flatMap(({ messages }) => messages));
    await this.#writeNext();
    const old = [...left.map(({ session }) => session), ...(before ? [before.session] : [])];
    for (const session of old) if (session !== place.session) await rm(this.#file(session), { force: true });
  }

  /**
   * Resolves when these messages, or newer ones, are on disk, or `onTrouble` was told that the disk does not take them.
   * Nothing is written before the session is known.
   */
  save(messages: readonly Message[]): Promise<void> {
    const isSame = messages.length === this.#messages.length && messages.every(isSameAs(this.#messages));
    if (isSame) return this.#next ?? this.#writing;
    this.#messages = messages;
    return this.#writeNext();
  }

  /** Leaves the remaining messages to the next panel that opens the session. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writeNext();
  }

  #writeNext(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = null;
      this.#writing = this.#write();
      return this.#writing;
    });
    return this.#next;
  }

  async #findLeft(
    { session: own, workspace }: JournalPlace,
    isStored: (session: string) => Promise<boolean>,
  ): Promise<{ session: string; messages: Message[] }[]> {
    const names = await readdir(this.#options.folder).catch(() => []);
    const found: { session: string; messages: Message[] }[] = [];
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const session = name.slice(0, -'.json'.length);
      const left = await this.#read(session);
      if (!left || left.run === RUN || isAlive(left.pid)) continue;
      if (session === own || (left.workspace === workspace && !(await isStored(session))))
        found.push({ session, messages: left.messages });
    }
    return found;
  }

  async #read(session: string): Promise<Journal | null> {
    try {
      const parsed = v.safeParse(journalSchema, JSON.parse(await readFile(this.#file(session), 'utf8')));
      return parsed.success ? parsed.output : null;
    } catch {
      // The file was deleted in the meantime, or only partly written, so there is nothing to restore.
      return null;
    }
  }

  async #write(): Promise<void> {
    const [place, messages] = [this.#place, this.#messages];
    if (!place) return;
    const file = this.#file(place.session);
    try {
      if (messages.length === 0) await rm(file, { force: true });
      else {
        const { workspace } = place;
        const owner = this.#isClosed ? { pid: 0, run: '' } : { pid: process.pid, run: RUN };
        const content: Journal = { workspace, ...owner, messages: [...messages] };
        await this.#replace(file, JSON.stringify(content));
      }
      this.#isBroken = false;
    } catch (error) {
      // The error is reported once, until writing works again.
      if (this.#isBroken) return;
      this.#isBroken = true;
      this.#options.onTrouble(`Queued messages would be lost if this panel ended: ${errorText(error)}`);
    }
  }

  /** Writes the file. The folder is only created when it is missing, because the sender of a message waits for this. */
  async #replace(file: string, text: string): Promise<void> {
    try {
      await replaceWholeFile(file, text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      await replaceWholeFile(file, text);
    }
  }

  #file(session: string): string {
    return path.join(this.#options.folder, `${session.replace(/[^\w-]/g, '_')}.json`);
  }
}

function isSameAs(others: readonly Message[]): (message: Message, at: number) => boolean {
  return ({ id, text, lane, session }, at) => {
    const other = others[at];
    return other?.id === id && other.text === text && other.lane === lane && other.session === session;
  };
}

/** Whether another running panel owns the file. */
function isAlive(pid: number): boolean {
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
