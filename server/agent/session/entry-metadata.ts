// Facts about entries of the conversation that pi's session files do not contain: how the user typed a message and in
// which lane, the call of a user bash command, the duration of runs, and the size of their output. One bounded file
// serves all sessions and panels, since an entry stays the same in a fork or a clone. pi's files are not touched.
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorText } from '../../../shared/error-text.ts';
import type { BashExecutionMessage, UserMessage } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Entry, SentAs, ToolRun } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';
import { ifThere } from '../../lib/if-there.ts';
import { replaceWholeFile } from '../../lib/replace-whole-file.ts';
import { withFileLock } from '../../sessions/file-lock.ts';
import { keyOf, lineOf, MAX_HASHED, parseLine, sizeOf, type MetadataRecord } from './metadata-record.ts';

/** Bytes of all records together. If there are more, the older half is forgotten. */
const MAX_SIZE = 2 * 1024 * 1024;
/**
 * The most ms between the end of a bash command, which is the time that pi records (in pi 0.73.1 to 1.5.2), and the
 * panel's notification of it.
 */
const MAX_BASH_DELAY = 10_000;

export interface UserBashFacts {
  call: string;
  /** In ms. */
  duration?: number;
  bytes?: number;
}

export interface EntryMetadataOptions {
  /** Absolute path. Null if nothing should outlive this process. */
  file: string | null;
  /** Called when the file cannot be read or written, and not again until it can. */
  onTrouble: (words: string) => void;
  /** Replaces `MAX_SIZE`. */
  maxSize?: number;
}

/** Each is as short as the page gets it. */
const MAX_VALUES = 100;

export class EntryMetadata {
  readonly #options: EntryMetadataOptions;
  #records: MetadataRecord[] = [];
  #byKey = new Map<string, MetadataRecord[]>();
  #size = 0;
  /** The state of the file when it was last read. */
  #lastStamp = '';
  readonly #unwritten = new Set<MetadataRecord>();
  /** The values of results by call, oldest first. pi does not store them (1.6.0), so a restarted panel has none. */
  readonly #values = new Map<string, unknown>();
  #hasTrouble = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: EntryMetadataOptions) {
    this.#options = options;
  }

  /** Call this for every event after it was folded into `view`. */
  onEvent(event: ViewEvent, view: Pick<View, 'toolRuns' | 'entries'>): void {
    if (event.type === 'message_end' && event.message.role === 'user' && event.panel_sent_as)
      this.addTypedMessage(event.message, event.panel_sent_as);
    else if (event.type === 'panel_bash_end') {
      const run = view.toolRuns[event.call];
      const command = run?.args.command;
      if (typeof command !== 'string') return;
      const { call, panel_at: at, bytes } = event;
      const duration = durationOf(run);
      this.addUserBash({ command, call, at, bytes, ...(duration !== undefined && { duration }) });
    } else if (event.type === 'tool_execution_end') {
      if (event.panel_structured !== undefined) this.#addValues(event.toolCallId, event.panel_structured);
      const duration = durationOf(view.toolRuns[event.toolCallId]);
      // If a run was alone, its duration can be derived from pi's file.
      if (duration === undefined || !isOneOfSeveral(view.entries, event.toolCallId)) return;
      this.addToolRun(event.toolCallId, { at: event.panel_at, duration });
    }
  }

  /** Returns the values of the result of this call, if this panel has seen them. */
  findValues(call: string): unknown {
    return this.#values.get(call);
  }

  #addValues(call: string, values: unknown): void {
    this.#values.set(call, values);
    if (this.#values.size > MAX_VALUES) this.#values.delete(this.#values.keys().next().value!);
  }

  /**
   * Adds the typed text of a message, unless it is so long that it would displace many other records. The page then
   * shows pi's text.
   */
  addTypedMessage({ content, timestamp }: UserMessage, { text, ...rest }: SentAs): void {
    const isKept = text !== undefined && text.length <= MAX_HASHED;
    const said = { ...rest, ...(isKept && { text }) };
    this.#addNew({ row: keyOf('user', plainText(content)), at: timestamp, said });
  }

  /** `at`: when the panel was notified that the command had ended, in ms since 1970. */
  addUserBash({ command, duration, ...rest }: UserBashFacts & { command: string; at: number }): void {
    const took = duration !== undefined && { took: duration };
    this.#addNew({ row: keyOf('bash', command), ...rest, ...took });
  }

  /** `at`: when the run ended. Both are in ms. */
  addToolRun(call: string, { at, duration }: { at: number; duration: number }): void {
    this.#addNew({ row: keyOf('tool', call), at, took: duration });
  }

  findTypedMessage({ content, timestamp }: UserMessage): SentAs | undefined {
    const records = this.#byKey.get(keyOf('user', plainText(content)));
    return records?.findLast(({ at }) => at === timestamp)?.said;
  }

  findUserBash({ command, timestamp }: BashExecutionMessage): UserBashFacts | undefined {
    const delay = ({ at }: MetadataRecord): number => Math.abs(at - timestamp);
    const records = this.#byKey.get(keyOf('bash', command)) ?? [];
    const [nearest] = records
      .filter((record) => delay(record) <= MAX_BASH_DELAY)
      .sort((a, b) => delay(a) - delay(b));
    if (nearest?.call === undefined) return undefined;
    const { call, took: duration, bytes } = nearest;
    return { call, ...(duration !== undefined && { duration }), ...(bytes !== undefined && { bytes }) };
  }

  /** Returns when the run of a tool began and ended, if a panel saw it run in parallel with others. */
  findToolRun(call: string): { startedAt?: number; endedAt?: number } {
    const { at = 0, took } = this.#byKey.get(keyOf('tool', call))?.at(-1) ?? {};
    return took === undefined ? {} : { startedAt: at - took, endedAt: at };
  }

  /** Reads what other panels have added. Await this before looking up entries that another panel may have seen. */
  async refresh(): Promise<void> {
    await this.#writing;
    await this.#read().catch((error: unknown) => this.#reportTrouble(error));
  }

  /** Resolves when all records are on disk, or could not be written. */
  whenWritten(): Promise<void> {
    return this.#writing;
  }

  /** Rejects if the file exists but cannot be read. */
  async #read(): Promise<void> {
    const { file } = this.#options;
    if (file === null) return;
    const stats = await ifThere(stat(file));
    const stamp = stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
    if (stamp === this.#lastStamp) return;
    const text = (await ifThere(readFile(file, 'utf8'))) ?? '';
    this.#lastStamp = stamp;
    for (const line of text.split('\n')) {
      const record = parseLine(line);
      if (record && !this.#has(record)) this.#add(record);
    }
  }

  #addNew(record: MetadataRecord): void {
    this.#add(record);
    this.#unwritten.add(record);
    this.#writing = this.#writing.then(() => this.#write());
  }

  #add(record: MetadataRecord): void {
    this.#records.push(record);
    this.#size += sizeOf(record);
    const others = this.#byKey.get(record.row);
    if (others) others.push(record);
    else this.#byKey.set(record.row, [record]);
  }

  #has({ row, at, call }: MetadataRecord): boolean {
    return (this.#byKey.get(row) ?? []).some((other) => other.at === at && other.call === call);
  }

  /** Writes the new records. If that fails, they are written together with the next ones. */
  async #write(): Promise<void> {
    const { file, maxSize = MAX_SIZE } = this.#options;
    if (this.#unwritten.size === 0) return;
    try {
      if (file !== null) await this.#writeTo(file, maxSize);
      this.#hasTrouble = false;
    } catch (error) {
      this.#reportTrouble(error);
    }
    if (this.#size > maxSize) this.#forgetOldest(maxSize / 2);
  }

  async #writeTo(file: string, maxSize: number): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await withFileLock(file, async (isLocked) => {
      let records = [...this.#unwritten];
      const text = records.map(lineOf).join('');
      const { size = 0 } = (await ifThere(stat(file))) ?? {};
      if (isLocked && size + Buffer.byteLength(text) > maxSize) {
        await this.#read();
        this.#forgetOldest(maxSize / 2);
        records = [...this.#records];
        await replaceWholeFile(file, records.map(lineOf).join(''));
      } else await appendFile(file, text, { mode: 0o600 });
      for (const record of records) this.#unwritten.delete(record);
    });
  }

  /** Keeps the records with the latest times, up to this size. */
  #forgetOldest(maxSize: number): void {
    const records = this.#records.toSorted((a, b) => a.at - b.at);
    let from = records.length;
    for (let left = maxSize; from > 0; from--) if ((left -= sizeOf(records[from - 1]!)) < 0) break;
    for (const record of records.slice(0, from)) this.#unwritten.delete(record);
    this.#records = [];
    this.#byKey = new Map();
    this.#size = 0;
    for (const record of records.slice(from)) this.#add(record);
  }

  #reportTrouble(error: unknown): void {
    if (this.#hasTrouble) return;
    this.#hasTrouble = true;
    this.#options.onTrouble(
      `After a restart the panel will not know how messages were typed: ${errorText(error)}`,
    );
  }
}

/** Returns ms, or undefined while the run has not ended. */
function durationOf(run: ToolRun | undefined): number | undefined {
  if (run?.startedAt === undefined || run.endedAt === undefined) return undefined;
  return run.endedAt - run.startedAt;
}

/** Whether the answer that made this call also made others. */
function isOneOfSeveral(entries: readonly Entry[], call: string): boolean {
  const answer = entries.findLast(({ message }) => message.role === 'assistant')?.message;
  if (answer?.role !== 'assistant') return false;
  const calls = answer.content.filter((block) => block.type === 'toolCall');
  return calls.length > 1 && calls.some(({ id }) => id === call);
}
