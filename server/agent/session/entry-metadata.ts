// Facts about entries of the conversation that pi's session files do not contain: how the user typed a message and in
// which lane, the call of a user bash command, how long runs took, and how much they printed. One bounded file serves
// all sessions and panels, since an entry stays the same in a fork or a clone. pi's files are not touched.
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorText } from '../../../shared/error-text.ts';
import type { BashExecutionMessage, UserMessage } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Entry, Said, ToolRun } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';
import { replaceTextFile } from '../../lib/replace-text-file.ts';
import { keyOf, lineOf, MAX_TEXT, parseLine, sizeOf, type MetadataRecord } from './metadata-record.ts';

/** Characters of all records together. When there are more, the older half is forgotten. */
const MAX_SIZE = 2 * 1024 * 1024;
/**
 * pi stamps a bash command when it ends (0.73.1 to 1.5.2), and the panel when it learns of that. The most ms between
 * the two.
 */
const MAX_BASH_DELAY = 10_000;

export interface UserBashFacts {
  call: string;
  /** ms */
  took?: number;
  bytes?: number;
}

export interface EntryMetadataOptions {
  /** Absolute. Null if nothing should outlive this process. */
  file: string | null;
  /** Called once, when the file cannot be written. */
  onTrouble: (words: string) => void;
  /** Default: `MAX_SIZE`. */
  maxSize?: number;
}

export class EntryMetadata {
  readonly #options: EntryMetadataOptions;
  #records: MetadataRecord[] = [];
  #byRow = new Map<string, MetadataRecord[]>();
  #size = 0;
  /** Stamp of the file when it was last read. */
  #lastStamp = '';
  readonly #unwritten: MetadataRecord[] = [];
  #isBroken = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: EntryMetadataOptions) {
    this.#options = options;
  }

  /** Call this for every event after it was folded into `view`. */
  onEvent(event: ViewEvent, view: Pick<View, 'toolRuns' | 'entries'>): void {
    if (event.type === 'message_end' && event.message.role === 'user' && event.panel_said)
      this.addSaid(event.message, event.panel_said);
    else if (event.type === 'panel_bash_end') {
      const run = view.toolRuns[event.call];
      const command = run?.args.command;
      if (typeof command !== 'string') return;
      const { call, panel_at: at, bytes } = event;
      this.addCall({ command, call, at, bytes, ...durationOf(run) });
    } else if (event.type === 'tool_execution_end') {
      const { took } = durationOf(view.toolRuns[event.toolCallId]);
      // If the run was the only one, its duration follows from pi's file.
      if (took === undefined || !isAmongSeveral(view.entries, event.toolCallId)) return;
      this.addDuration(event.toolCallId, { at: event.panel_at, took });
    }
  }

  /** A typed text so long that it would push out many other records is not kept. The page then shows pi's text. */
  addSaid({ content, timestamp }: UserMessage, { text, ...rest }: Said): void {
    const isKept = text !== undefined && text.length <= MAX_TEXT;
    const said = { ...rest, ...(isKept && { text }) };
    this.#addNew({ row: keyOf('user', plainText(content)), at: timestamp, said });
  }

  /** `at`: when the panel learned that the command had ended, in ms since 1970. */
  addCall({ command, ...rest }: UserBashFacts & { command: string; at: number }): void {
    this.#addNew({ row: keyOf('bash', command), ...rest });
  }

  /** The duration of the tool run that ended at `at`; both in ms. */
  addDuration(call: string, times: { at: number; took: number }): void {
    this.#addNew({ row: keyOf('tool', call), ...times });
  }

  findSaid({ content, timestamp }: UserMessage): Said | undefined {
    const records = this.#byRow.get(keyOf('user', plainText(content)));
    return records?.findLast(({ at }) => at === timestamp)?.said;
  }

  findCall({ command, timestamp }: BashExecutionMessage): UserBashFacts | undefined {
    const delay = ({ at }: MetadataRecord): number => Math.abs(at - timestamp);
    const records = this.#byRow.get(keyOf('bash', command)) ?? [];
    const [nearest] = records
      .filter((record) => delay(record) <= MAX_BASH_DELAY)
      .sort((a, b) => delay(a) - delay(b));
    if (nearest?.call === undefined) return undefined;
    const { call, took, bytes } = nearest;
    return { call, ...(took !== undefined && { took }), ...(bytes !== undefined && { bytes }) };
  }

  /** The start and the end of a tool run, if the panel saw it running beside others. */
  findTimes(call: string): { startedAt?: number; endedAt?: number } {
    const { at = 0, took } = this.#byRow.get(keyOf('tool', call))?.at(-1) ?? {};
    return took === undefined ? {} : { startedAt: at - took, endedAt: at };
  }

  /** Reads what other panels have added. Await this before looking up entries that another panel may have seen. */
  async refresh(): Promise<void> {
    await this.#writing;
    await this.#read();
  }

  /** Resolves when all records are on disk. */
  whenWritten(): Promise<void> {
    return this.#writing;
  }

  async #read(): Promise<void> {
    const { file } = this.#options;
    const stamp = file === null ? '' : await stampOf(file);
    if (file === null || stamp === this.#lastStamp) return;
    // A file that cannot be read cannot be written either, which is reported then.
    const text = await readFile(file, 'utf8').catch(() => '');
    this.#lastStamp = stamp;
    for (const line of text.split('\n')) {
      const record = parseLine(line);
      if (record && !this.#has(record)) this.#add(record);
    }
  }

  #addNew(record: MetadataRecord): void {
    this.#add(record);
    this.#unwritten.push(record);
    this.#writing = this.#writing.then(() => this.#write());
  }

  #add(record: MetadataRecord): void {
    this.#records.push(record);
    this.#size += sizeOf(record);
    const others = this.#byRow.get(record.row);
    if (others) others.push(record);
    else this.#byRow.set(record.row, [record]);
  }

  #has({ row, at, call }: MetadataRecord): boolean {
    return (this.#byRow.get(row) ?? []).some((other) => other.at === at && other.call === call);
  }

  async #write(): Promise<void> {
    const { file, maxSize = MAX_SIZE, onTrouble } = this.#options;
    const records = this.#unwritten.splice(0);
    const isTooLarge = this.#size > maxSize;
    if (records.length === 0) return;
    try {
      if (isTooLarge) await this.#read();
      if (isTooLarge) this.#forgetOldest(maxSize / 2);
      if (file === null || this.#isBroken) return;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      if (!isTooLarge) return await appendFile(file, records.map(lineOf).join(''), { mode: 0o600 });
      await replaceTextFile(file, this.#records.map(lineOf).join(''));
    } catch (error) {
      this.#isBroken = true;
      onTrouble(`After a restart the panel will not know how messages were typed: ${errorText(error)}`);
    }
  }

  /** Keeps the newest records, up to this size. */
  #forgetOldest(maxSize: number): void {
    const records = this.#records;
    let from = records.length;
    for (let left = maxSize; from > 0; from--) if ((left -= sizeOf(records[from - 1]!)) < 0) break;
    this.#records = [];
    this.#byRow = new Map();
    this.#size = 0;
    for (const record of records.slice(from)) this.#add(record);
  }
}

function durationOf(run: ToolRun | undefined): { took?: number } {
  if (run?.startedAt === undefined || run.endedAt === undefined) return {};
  return { took: run.endedAt - run.startedAt };
}

/** The same answer also called other tools. */
function isAmongSeveral(entries: readonly Entry[], call: string): boolean {
  const answer = entries.findLast(({ message }) => message.role === 'assistant')?.message;
  if (answer?.role !== 'assistant') return false;
  const calls = answer.content.filter((block) => block.type === 'toolCall');
  return calls.length > 1 && calls.some(({ id }) => id === call);
}

/** Differs after every change of the file. Empty if the file does not exist. */
async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '';
}
