// What waits, on disk, as long as it waits: a panel that was killed took nothing with it that it had accepted. One
// small file for each session, of this panel's own; pi's files are not touched.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { LANE_NAMES, laneNamed } from '../../../shared/view/queue.ts';
import type { Message } from './queue-item.ts';

const image = v.object({
  type: v.literal('image'),
  mimeType: v.string(),
  data: v.optional(v.string()),
  panel_ref: v.optional(v.string()),
});
const journal = v.object({
  workspace: v.string(),
  pid: v.number(),
  run: v.string(),
  messages: v.array(
    v.object({
      id: v.string(),
      text: v.string(),
      lane: v.pipe(v.picklist(LANE_NAMES), v.transform(laneNamed)),
      images: v.array(image),
      refs: v.array(image),
      at: v.number(),
    }),
  ),
});
type Journal = v.InferOutput<typeof journal>;

/** Tells this process from another that had the same pid. */
const RUN = randomUUID();

export interface QueueJournalOptions {
  /** Where the files are. */
  folder: string;
  /** Called once, when nothing can be written there. */
  onTrouble: (words: string) => void;
}

export interface JournalPlace {
  /** Id of the session, as pi has it. */
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
   * What waits belongs to this session from now on. `bringBack` is called with what a panel that is no more left for
   * it, or for one in the same folder of which pi never wrote anything (up to 0.87.1 a session is written with its
   * first answer).
   */
  async arrive(
    place: JournalPlace,
    {
      isStored,
      bringBack,
    }: { isStored: (session: string) => Promise<boolean>; bringBack: (messages: Message[]) => void },
  ): Promise<void> {
    const before = this.#place;
    if (before?.session === place.session) return;
    const left = await this.#leftFor(place, isStored);
    this.#place = place;
    bringBack(left.flatMap(({ messages }) => messages));
    await this.#writeNext();
    const old = [...left.map(({ session }) => session), ...(before ? [before.session] : [])];
    for (const session of old) if (session !== place.session) await rm(this.#file(session), { force: true });
  }

  /** Resolves when these stand on disk, or newer ones. Before the session is known nothing can. */
  keep(messages: readonly Message[]): Promise<void> {
    const isSame = messages.length === this.#messages.length && messages.every(isSameAs(this.#messages));
    if (isSame) return this.#next ?? this.#writing;
    this.#messages = messages;
    return this.#writeNext();
  }

  #writeNext(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = null;
      this.#writing = this.#write();
      return this.#writing;
    });
    return this.#next;
  }

  /** Whoever opens the session next may have what still waits. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writeNext();
  }

  async #leftFor(
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
      const parsed = v.safeParse(journal, JSON.parse(await readFile(this.#file(session), 'utf8')));
      return parsed.success ? parsed.output : null;
    } catch {
      // Gone meanwhile, or cut off: nothing that can be given back.
      return null;
    }
  }

  async #write(): Promise<void> {
    const [place, messages] = [this.#place, this.#messages];
    if (!place || this.#isBroken) return;
    const file = this.#file(place.session);
    try {
      if (messages.length === 0) await rm(file, { force: true });
      else {
        const { workspace } = place;
        const owner = this.#isClosed ? { pid: 0, run: '' } : { pid: process.pid, run: RUN };
        const content: Journal = { workspace, ...owner, messages: [...messages] };
        await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
        await writeFile(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
        await rename(`${file}.new`, file);
      }
    } catch (error) {
      this.#isBroken = true;
      const why = error instanceof Error ? error.message : String(error);
      this.#options.onTrouble(`What waits in the queue would not outlive this panel: ${why}`);
    }
  }

  #file(session: string): string {
    return path.join(this.#options.folder, `${session.replace(/[^\w-]/g, '_')}.json`);
  }
}

function isSameAs(others: readonly Message[]): (message: Message, at: number) => boolean {
  return ({ id, text, lane }, at) => {
    const other = others[at];
    return other?.id === id && other.text === text && other.lane === lane;
  };
}

/** Another panel has it. */
function isAlive(pid: number): boolean {
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
